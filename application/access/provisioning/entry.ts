import { IpamError } from '../../../domain/errors.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { readField } from '../../../domain/fields/read-fields.js';
import { hasFormatting } from '../../../domain/scalar-text.js';
import { expectedValue } from '../../expected-value.js';

/** @param entry where in the document, e.g. `apps[3] "code"`; @param problem the end of a sentence that begins with it */
export function invalidEntry(entry: string, problem: string): never {
  throw new IpamError('provision.invalid', { entry, problem });
}

/** How errors name the whole document. */
export const documentLabel = 'document';

/** How errors name an object of which the name was given apart; it may be empty. */
export const labelOf = (what: string, name: string): string => (name === '' ? what : `${what} ${name}`);

/** The rules for one text member. */
export interface TextRules {
  readonly max: number;
  /** What holds when the member is absent; without it the member is required. */
  readonly fallback?: string | undefined;
  readonly shape?: { readonly pattern: RegExp; readonly problem: string };
  readonly lines?: true;
  /** Whether it is a name by which people know something: no character may make it show as another one. */
  readonly isName?: true;
}

/** The shape of names. */
export const notBlank = { pattern: /^\S(.*\S)?$/s, problem: 'must not be empty, nor begin or end with a space' };

/** The rules for one integer member. */
export interface IntegerRules {
  readonly min: number;
  readonly max: number;
  readonly fallback?: number | undefined;
}

/**
 * One object of the provisioning document, read member by member. JSON types are taken at their word: a text is no number, 1
 * is not true. Every method throws IpamError provision.invalid with the name of what it cannot read; values are never
 * repeated in it, they may be secrets.
 */
export class Entry {
  readonly #label: string;
  readonly #members: Readonly<Record<string, unknown>>;

  /** @param label how errors name this object; @param known all members that it may have */
  constructor(value: unknown, label: string, known: readonly string[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) invalidEntry(label, 'must be an object');
    this.#label = label;
    this.#members = { ...value };
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) this.refuse(unknown, `is not known; known are ${known.join(', ')}`);
  }

  /** How errors name a member. */
  placeOf(name: string): string {
    return `${this.#label} ${JSON.stringify(name)}`;
  }

  refuse(name: string, problem: string): never {
    return invalidEntry(this.placeOf(name), problem);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  isList(name: string): boolean {
    return Array.isArray(this.#members[name]);
  }

  /** A member that may be null. @param fallback what holds when it is absent; @param read reads it when it is there and not null */
  orNull<T>(name: string, fallback: T | null, read: () => T): T | null {
    if (!this.has(name)) return fallback;
    return this.#members[name] === null ? null : read();
  }

  text(name: string, { max, fallback, shape, lines, isName }: TextRules): string {
    const value = this.#value(name, isText, 'a text', fallback);
    if (shape && !shape.pattern.test(value)) this.refuse(name, shape.problem);
    if (isName && hasFormatting(value)) this.refuse(name, 'must not contain characters that change how text is shown');
    this.check(name, { type: lines ? 'multiline' : 'text', max }, value);
    return value;
  }

  integer(name: string, { min, max, fallback }: IntegerRules): number {
    const value = this.#value(name, isNumber, 'an integer', fallback);
    this.check(name, { type: 'integer', min, max }, value);
    return value;
  }

  flag(name: string, fallback?: boolean): boolean {
    return this.#value(name, isFlag, 'true or false', fallback);
  }

  /** One of some words. */
  word<T extends string>(name: string, words: readonly T[], fallback?: T): T {
    const expected = `one of ${words.join(', ')}`;
    const value = this.#value<string>(name, isText, expected, fallback);
    return words.find((word) => word === value) ?? this.refuse(name, `must be ${expected}`);
  }

  /** A member that is an object; an absent one reads as an empty object. */
  object(name: string, known: readonly string[]): Entry {
    const label = this.#label === documentLabel ? name : `${this.#label}.${name}`;
    return new Entry(this.has(name) ? this.#members[name] : {}, label, known);
  }

  /** A list of objects at the top of the document; an absent one reads as empty. */
  objects(name: string, known: readonly string[]): Entry[] {
    return this.#list(name).map((value, index) => new Entry(value, `${name}[${index}]`, known));
  }

  /** A list of texts; an absent one reads as empty. */
  texts(name: string): string[] {
    return this.#list(name).map((value) => (typeof value === 'string' ? value : this.refuse(name, 'must be a list of texts')));
  }

  /** A list of ids; an absent one reads as empty. */
  integers(name: string): number[] {
    const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2147483647;
    return this.#list(name).map((value) => (isId(value) ? value : this.refuse(name, 'must be a list of ids')));
  }

  /** A text, or a number or a flag taken as the text that stands for it; null when the member is absent, null or empty. */
  scalar(name: string): string | null {
    const value = this.has(name) ? this.#members[name] : null;
    if (value === null || value === '') return null;
    if (typeof value === 'boolean') return value ? '1' : '0';
    return typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : this.refuse(name, 'must be a text, a number, true, false or null');
  }

  /** Checks that a value could stand in a field. */
  check(name: string, definition: FieldDefinition, value: unknown): void {
    try {
      readField(name, definition, value);
    } catch (error) {
      this.refuse(name, problemOf(error));
    }
  }

  #list(name: string): unknown[] {
    const value = this.has(name) ? this.#members[name] : [];
    return Array.isArray(value) ? value : this.refuse(name, 'must be a list');
  }

  #value<T>(name: string, isOne: (value: unknown) => value is T, expected: string, fallback: T | undefined): T {
    if (!this.has(name)) return fallback ?? this.refuse(name, `is missing; it must be ${expected}`);
    const value = this.#members[name];
    return isOne(value) ? value : this.refuse(name, `must be ${expected}`);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** What a field's reader found wrong, in words. @throws what is no mistake in a value */
function problemOf(error: unknown): string {
  if (IpamError.is(error, 'field.type')) return `must be ${expectedValue(error.details)}`;
  if (IpamError.is(error, 'field.tooLong')) return `must not be longer than ${error.details.max} characters`;
  if (IpamError.is(error, 'field.range')) return `must be from ${error.details.min} to ${error.details.max}`;
  if (IpamError.is(error, 'field.control')) return 'must not contain control characters';
  throw error;
}
