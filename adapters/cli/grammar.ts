import type { AccessAdministration } from '../../application/access/administration/index.js';
import type { DnsAdministration } from '../../application/dns/dns-administration.js';
import type { Scanning } from '../../application/scan/scanning.js';

/** What commands are carried out on. */
export interface Administered extends AccessAdministration {
  readonly scanning: Scanning;
  readonly dns: DnsAdministration;
}

/** What an option's word is read as; a switch has none. */
export type OptionKind = 'text' | 'flag' | 'integer' | 'list' | 'switch';
export type OptionValue = string | boolean | number | readonly string[];

/** One option of an action. */
export interface Option {
  /** Behind the two dashes, in kebab-case. */
  readonly name: string;
  /** Name of its value in a command; `lock.enabled` stands for a member of a member. */
  readonly member: string;
  readonly kind: OptionKind;
  readonly meaning: string;
  readonly required?: true;
  /** Values that it may have, or usually has, for completion: what is taken is not decided here. */
  readonly values?: readonly string[];
}

/** What an action is called with. */
export interface Arguments {
  readonly operands: readonly string[];
  /** Values by member, those of members of members in records of their own. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The password that was asked for. */
  readonly password: string | undefined;
}

/** Something that can be done to a subject. `T`: what it gives, as JSON carries it. */
export interface Action<T = unknown> {
  readonly meaning: string;
  /** Names of the words that must follow. */
  readonly operands: readonly string[];
  /** Name of one more word that may follow. */
  readonly optionalOperand?: string;
  readonly options: readonly Option[];
  /** Values that operands may have, by the operands' names, for completion. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Whether it needs a password: always, when an option is given, or unless one is. */
  readonly password?: 'always' | { readonly when: string } | { readonly unless: string };
  /** What is wrong with arguments that are sound each for itself. */
  readonly check?: (given: Arguments) => string | undefined;
  /** @throws IpamError */
  readonly run: (administered: Administered, given: Arguments) => Promise<T>;
  /** Whether it is too common for a line of its own in the log. */
  readonly isRoutine?: true;
  /** Whether a result tells that what was asked for did not come about, so that the program ends with 1. */
  hasFailed?(result: T): boolean;
  /** What people read of a result: lines. */
  lines?(result: T): readonly string[];
  /** What people read of a list: the columns of a table. */
  readonly columns?: readonly string[];
}

/** What the command line administers. */
export interface Subject {
  readonly meaning: string;
  readonly actions: Readonly<Record<string, Action>>;
  /** Why there is no such action, where people would expect one. */
  readonly missing?: string;
}

/** Keeps the type of an action's result between what makes it and what shows it. */
export const action = <T>(definition: Action<T>): Action => definition;

/** The options with a meaning each, in short: text('comment', 'what it is for'). */
const ofKind =
  (kind: OptionKind) =>
  (name: string, meaning: string, member = camelCase(name)): Option => ({ name, member, kind, meaning });
export const text = ofKind('text');
export const integer = ofKind('integer');
export const switched = ofKind('switch');
function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
