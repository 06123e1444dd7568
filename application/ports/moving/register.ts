import type { StoredApp } from '../../../domain/access/app.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import type { Group, User } from '../../../domain/access/user.js';
import type { Address } from '../../../domain/address/address.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { plainLine } from '../../../domain/plain-line.js';
import type { Section } from '../../../domain/section/section.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { ChangeEntry } from '../change-log.js';

/** Characters of what is wrong with a source: it may repeat what the source says. */
const longestProblem = 2000;

/** A source of records that cannot be read, or is none: its text is one line for people, whatever the source has said. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(problem: string, options?: ErrorOptions) {
    super(plainLine(problem, longestProblem), options);
  }
}

/** The register is not empty: nothing was put into it. */
export class RegisterNotEmpty extends Error {
  override readonly name = 'RegisterNotEmpty';
}

/** A user with the hash of the password. */
export interface UserWithHash extends User {
  readonly passwordHash: string;
}

/** What a register is made of, by part; all with their ids. */
export interface EntityRecords extends Record<KindName, KindRecord> {
  readonly section: Section;
  readonly subnet: Subnet;
  readonly address: Address;
  readonly group: Group;
  readonly user: UserWithHash;
  readonly app: StoredApp;
  readonly customField: CustomField;
  /** History of before: whoever follows the feed is not told. */
  readonly change: ChangeEntry;
}

/** A part of a register. */
export type Entity = keyof EntityRecords;

/** Puts records into an empty register. */
export interface Loading {
  /** Adds records; what they refer to may come later. Whether references hold is the caller's to know. */
  add<P extends Entity>(part: P, records: readonly EntityRecords[P][]): Promise<void>;
  set(settings: Settings): Promise<void>;
  /** Adds sign-in providers, each in the place of one of its name. */
  addProviders(providers: readonly SignInProvider[]): Promise<void>;
}

/** A storage that takes a whole register at once. */
export interface RegisterLoader {
  /**
   * Runs work that fills the register, all of it or nothing.
   * @param replaced parts of which the register has records from its beginning, that go now; all others must be empty, but for
   * the first user and application
   * @throws RegisterNotEmpty
   */
  load<T>(replaced: readonly Entity[], work: (loading: Loading) => Promise<T>): Promise<T>;
}

/** A record of another system. */
export interface ImportRecord {
  /** What the source calls it, e.g. `subnets 7`. */
  readonly where: string;
  /** Values by the names of our fields, as the source has them; times in UTC. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Values of custom fields by name. */
  readonly custom: Readonly<Record<string, unknown>>;
}

/**
 * A custom field of another system: its type in our words, its default as it is there. `remark`: the difference between its type
 * there and here, as the end of a sentence.
 */
export type ImportField = CustomField & { readonly where: string; readonly remark?: string };

/** Parts as other systems have them. */
export type ImportEntity = Exclude<Entity, 'customField'> | 'settings' | 'signInProvider';

/** A record, or a value of one, without a place here. A note is no loss: caches, logs, settings of the other system itself. */
export interface ForeignLoss {
  readonly kind: 'table' | 'column' | 'note';
  /** The record, as its source calls it. */
  readonly where: string;
  readonly problem: string;
  /** The word that accepts the loss: a table, or a table and a column with a dot between. */
  readonly accept?: string;
}

/** Takes what a source gives. */
export interface ImportSink {
  /** Definitions come before the records that have the fields. */
  fields(fields: readonly ImportField[]): void;
  records(part: ImportEntity, records: readonly ImportRecord[]): Promise<void>;
  /** Reports a loss; each comes once, in the reading of its part. */
  lost(loss: ForeignLoss): void;
}

/** The register of another system. */
export interface ImportSource {
  /**
   * Reads all records of some parts.
   * @throws SourceError
   */
  read(parts: ReadonlySet<ImportEntity>, sink: ImportSink): Promise<void>;
  /** How far the present reading is, 0 to 1. */
  readonly progress: number;
  /** Ends what is held for reading. */
  close?(): Promise<void>;
}
