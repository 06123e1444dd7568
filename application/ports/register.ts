import type { StoredApp } from '../../domain/access/app.js';
import type { Settings } from '../../domain/access/settings.js';
import type { SignInProvider } from '../../domain/access/sign-in-provider.js';
import type { Group, User } from '../../domain/access/user.js';
import type { Address } from '../../domain/address/address.js';
import type { KindName } from '../../domain/catalog/kinds.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import { plainLine } from '../../domain/plain-line.js';
import type { Section } from '../../domain/section/section.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import type { ChangeEntry } from './change-log.js';
import { codeOf } from './storage-error.js';

/** Maximum length in characters, because the message may repeat content of the source. */
const longestProblem = 2000;

/** An unreadable or invalid source. The message is one line. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(problem: string, options?: ErrorOptions) {
    super(plainLine(problem, longestProblem), options);
  }
}

/** Maps an error of the file system; undefined for other errors. */
export function unreadableFile(path: string, error: unknown): SourceError | undefined {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new SourceError(`there is no file ${path}`);
  if (code === 'EISDIR') return new SourceError(`${path} is a directory`);
  if (code === 'EACCES') return new SourceError(`${path} cannot be read by this user`);
  return /^E[A-Z]+$/.test(code) ? new SourceError(`${path} cannot be read: ${code}`) : undefined;
}

/** The register contains records. Nothing was imported. */
export class RegisterNotEmpty extends Error {
  override readonly name = 'RegisterNotEmpty';
}

export interface UserWithHash extends User {
  readonly passwordHash: string;
  /** Secret of an authenticator app in Base32. It becomes a second factor. */
  readonly totpSecret?: string | undefined;
}

export interface EntityRecords extends Record<KindName, KindRecord> {
  readonly section: Section;
  readonly subnet: Subnet;
  readonly address: Address;
  readonly group: Group;
  readonly user: UserWithHash;
  readonly app: StoredApp;
  readonly customField: CustomField;
  /** A history entry. It is not published in the feed. */
  readonly change: ChangeEntry;
}

export type Entity = keyof EntityRecords;

export interface ImportWriter {
  /** Adds records. Referenced records may follow later. The caller ensures valid references. */
  add<P extends Entity>(entity: P, records: readonly EntityRecords[P][]): Promise<void>;
  set(settings: Settings): Promise<void>;
  /** Adds sign-in providers. A provider replaces the stored provider with the same name. */
  addProviders(providers: readonly SignInProvider[]): Promise<void>;
}

export interface RegisterLoader {
  /**
   * Runs work that fills the database with the imported records, completely or not at all.
   * @param replaced record types whose records are deleted first; all others must have no records, except the first user and
   * application
   * @throws RegisterNotEmpty
   */
  load<T>(replaced: readonly Entity[], work: (writer: ImportWriter) => Promise<T>): Promise<T>;
}

export interface ImportRecord {
  /** Name of the record in the source, e.g. `subnets 7`. */
  readonly where: string;
  /** Unconverted values by field names of Hexipam. Times are in UTC. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly custom: Readonly<Record<string, unknown>>;
}

/**
 * A custom field with a type of Hexipam. `remark`: how the field differs from the column in the source, as a predicate, e.g. `has
 * type set, imported as text`.
 */
export type ImportField = CustomField & { readonly where: string; readonly remark?: string };

export type ImportEntity = Exclude<Entity, 'customField'> | 'settings' | 'signInProvider';

/** A record or value that cannot be imported. `note` is not a loss: caches, logs, settings of the source system. */
export interface ImportLoss {
  readonly kind: 'table' | 'column' | 'note';
  readonly where: string;
  readonly problem: string;
  /** Argument that accepts the loss: a known table, `table.NAME` for an unknown one, or table and column joined by a dot. */
  readonly accept?: string;
}

export interface ImportSink {
  /** Receives definitions before records with these fields. */
  fields(fields: readonly ImportField[]): void;
  records(entity: ImportEntity, records: readonly ImportRecord[]): Promise<void>;
  /** Reports each loss once, while its entity is read. */
  lost(loss: ImportLoss): void;
}

export interface ImportSource {
  /** @throws SourceError */
  read(entities: ReadonlySet<ImportEntity>, sink: ImportSink): Promise<void>;
  /** Progress of the current read, 0 to 1. */
  readonly progress: number;
  close?(): Promise<void>;
}
