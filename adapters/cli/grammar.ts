import type { AccessAdministration } from '../../application/access/administration/index.js';
import type { DnsAdministration } from '../../application/dns/dns-administration.js';
import type { MailAdministration } from '../../application/notifications/mail-administration.js';
import type { Scanning } from '../../application/scan/scanning.js';
import type { UsageRecording } from '../../application/views/usage-recording.js';

/** The use cases of the command line. */
export interface Administered extends AccessAdministration {
  readonly scanning: Scanning;
  readonly dns: DnsAdministration;
  readonly usageRecording: Pick<UsageRecording, 'recordNow'>;
  readonly mails: Pick<MailAdministration, 'status' | 'test'>;
}

export type OptionKind = 'text' | 'flag' | 'integer' | 'list' | 'switch';
export type OptionValue = string | boolean | number | readonly string[];

export interface Option {
  /** The name after the two dashes, in kebab-case. */
  readonly name: string;
  /** The member of the command that contains the value; `lock.enabled` is a nested member. */
  readonly member: string;
  readonly kind: OptionKind;
  readonly meaning: string;
  readonly required?: true;
  /** Possible or common values, for completion only; the use case validates. */
  readonly values?: readonly string[];
}

export interface Arguments {
  readonly operands: readonly string[];
  /** Values by member; nested members are records. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly password: string | undefined;
}

/** An action on a subject. `T`: its result as JSON data. */
export interface Action<T = unknown> {
  readonly meaning: string;
  readonly operands: readonly string[];
  /** Name of an optional last operand. */
  readonly optionalOperand?: string;
  readonly options: readonly Option[];
  /** Possible values by operand name, for completion. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** When the action requires a password: always, when one of the named options is given, or unless the named option is given. */
  readonly password?: 'always' | { readonly when: string | readonly string[] } | { readonly unless: string };
  /** Returns an error for an invalid combination of arguments. */
  readonly check?: (args: Arguments) => string | undefined;
  /** @throws IpamError */
  readonly run: (administered: Administered, args: Arguments) => Promise<T>;
  /** Whether the log omits the action as too frequent. */
  readonly isRoutine?: true;
  /** Whether a result counts as a failure, with exit code 1. */
  hasFailed?(result: T): boolean;
  lines?(result: T): readonly string[];
  readonly columns?: readonly string[];
}

export interface Subject {
  readonly meaning: string;
  readonly actions: Readonly<Record<string, Action>>;
  /** The reason why an expected action does not exist. */
  readonly missing?: string;
}

type Definition<T> = Omit<Action<T>, 'operands' | 'options'> & Partial<Pick<Action<T>, 'operands' | 'options'>>;

/** Binds the result type of `run` to the functions that print it. By default, an action has no operands and options. */
export const action = <T>(definition: Definition<T>): Action => ({ operands: [], options: [], ...definition });

/** Returns a function that creates options of one kind. Example: `text('comment', 'comment for the change log')`. */
const ofKind =
  (kind: OptionKind) =>
  (name: string, meaning: string, member = camelCase(name)): Option => ({ name, member, kind, meaning });
export const text = ofKind('text');
export const integer = ofKind('integer');
export const switched = ofKind('switch');
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
