import { expectedValue } from '../../../domain/error-texts.js';
import { IpamError } from '../../../domain/errors.js';
import {
  type AdministeredField,
  type AdministeredFields,
  type AdministeredValue,
  type AdministeredValues,
  fallbackOf,
  type InputFields,
  memberNames,
  memberOf,
  nestValues,
  splitName,
  type TextField,
} from '../../../domain/fields/administered-field.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { readField } from '../../../domain/fields/read-fields.js';
import { hasFormatting, highestId } from '../../../domain/scalar-text.js';

/**
 * Throws provision.invalid.
 * @param entry position in the document, e.g. `apps[3] "code"`
 * @param problem the end of a sentence that begins with the position
 */
export function invalidEntry(entry: string, problem: string): never {
  throw new IpamError('provision.invalid', { entry, problem });
}

export const documentLabel = 'document';

/** Name of an object in errors. Its own name may be empty. */
export const labelOf = (what: string, name: string): string => (name === '' ? what : `${what} ${name}`);

/**
 * Reader of an object in the provisioning document. JSON types are strict: a text is not a number, 1 is not true. Every method
 * throws IpamError provision.invalid with the name of the invalid member, but without its value, which may be a secret.
 */
export class Entry {
  readonly #label: string;
  readonly #members: Readonly<Record<string, unknown>>;

  /** @param label name of the object in errors @param known all permitted members */
  constructor(value: unknown, label: string, known: readonly string[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) invalidEntry(label, 'must be an object');
    this.#label = label;
    this.#members = { ...value };
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) this.refuse(unknown, `is not known; known are ${known.join(', ')}`);
  }

  refuse(name: string, problem: string): never {
    return invalidEntry(`${this.#label} ${JSON.stringify(name)}`, problem);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  isList(name: string): boolean {
    return Array.isArray(this.#members[name]);
  }

  /** Reads a member by its field descriptor. @param fallback value of an absent member; undefined: the member is required */
  read<F extends AdministeredField>(name: string, field: F, fallback?: AdministeredValue<F>): AdministeredValue<F>;
  read(name: string, field: AdministeredField, fallback: unknown): unknown;
  read(name: string, field: AdministeredField, fallback?: unknown): unknown {
    if (!this.has(name) && fallback !== undefined) return fallback;
    if (field.nullable && this.#members[name] === null) return null;
    switch (field.type) {
      case 'texts':
        return this.texts(name);
      case 'ids':
        return this.#ids(name);
      case 'enum':
        return this.#word(name, field.values);
      case 'flag':
        return this.#value(name, isFlag, 'true or false');
      case 'integer':
        return this.#checked(name, field, this.#value(name, isNumber, 'an integer'));
      case 'text':
      case 'multiline':
        return this.#text(name, field) || (field.nullable ? null : '');
      default:
        return this.#checked(name, field, this.#value(name, isText, 'a text'));
    }
  }

  /** Reads an object member; an absent one is an empty object. */
  object(name: string, known: readonly string[]): Entry {
    const label = this.#label === documentLabel ? name : `${this.#label}.${name}`;
    return new Entry(this.has(name) ? this.#members[name] : {}, label, known);
  }

  /** Reads a top-level list of objects; an absent one is empty. */
  objects(name: string, known: readonly string[]): Entry[] {
    return this.#list(name).map((value, index) => new Entry(value, `${name}[${index}]`, known));
  }

  /** Reads a list of texts; an absent one is empty. */
  texts(name: string): string[] {
    return this.#list(name).map((value) => (typeof value === 'string' ? value : this.refuse(name, 'must be a list of texts')));
  }

  /** Reads a text, number or flag as text; null for an absent, null or empty member. */
  scalar(name: string): string | null {
    const value = this.has(name) ? this.#members[name] : null;
    if (value === null || value === '') return null;
    if (typeof value === 'boolean') return value ? '1' : '0';
    return typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : this.refuse(name, 'must be a text, a number, true, false or null');
  }

  /** Reads a list of texts without duplicates; an absent one is empty. @param problemOf see `readValid` */
  distinctTexts(name: string, problemOf: (texts: readonly string[]) => string | undefined = () => undefined): string[] {
    const texts = [...new Set(this.texts(name))];
    const problem = problemOf(texts);
    return problem === undefined ? texts : this.refuse(name, problem);
  }

  /** Like `read`, for a text with further rules. @param problemOf the problem as the end of a sentence; undefined for a valid text */
  readValid(name: string, field: TextField & AdministeredField, problemOf: (text: string) => string | undefined): string {
    const text = this.read(name, field);
    const problem = problemOf(text);
    return problem === undefined ? text : this.refuse(name, problem);
  }

  check(name: string, definition: FieldDefinition, value: unknown): void {
    try {
      readField(name, definition, value);
    } catch (error) {
      this.refuse(name, problemOf(error));
    }
  }

  #checked<T>(name: string, definition: FieldDefinition, value: T): T {
    this.check(name, definition, value);
    return value;
  }

  #text(name: string, field: TextField): string {
    const { form, isName } = field;
    const value = this.#value(name, isText, 'a text');
    if (form && !form.pattern.test(value)) this.refuse(name, form.problem);
    if (isName && hasFormatting(value)) this.refuse(name, 'must not contain characters that change how text is shown');
    return this.#checked(name, field, value);
  }

  #word(name: string, words: readonly string[]): string {
    const expected = `one of ${words.join(', ')}`;
    const value = this.#value(name, isText, expected);
    return words.find((word) => word === value) ?? this.refuse(name, `must be ${expected}`);
  }

  #ids(name: string): number[] {
    const isId = (value: unknown): value is number =>
      isNumber(value) && Number.isInteger(value) && value > 0 && value <= highestId;
    return this.#list(name).map((value) => (isId(value) ? value : this.refuse(name, 'must be a list of ids')));
  }

  #list(name: string): unknown[] {
    const value = this.has(name) ? this.#members[name] : [];
    return Array.isArray(value) ? value : this.refuse(name, 'must be a list');
  }

  #value<T>(name: string, isOne: (value: unknown) => value is T, expected: string): T {
    if (!this.has(name)) this.refuse(name, `is missing; it must be ${expected}`);
    const value = this.#members[name];
    return isOne(value) ? value : this.refuse(name, `must be ${expected}`);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** The problem of a value as text. @throws the error itself if it is not about the value */
function problemOf(error: unknown): string {
  if (IpamError.is(error, 'field.type')) return `must be ${expectedValue(error.details)}`;
  if (IpamError.is(error, 'field.tooLong')) return `must not be longer than ${error.details.max} characters`;
  if (IpamError.is(error, 'field.range')) return `must be from ${error.details.min} to ${error.details.max}`;
  if (IpamError.is(error, 'field.control')) return 'must not contain control characters';
  throw error;
}

/** Readers for fields that need more than their descriptor. Each receives the parent object. */
type Readers = Readonly<Record<string, (entry: Entry) => unknown>>;

type TopNames<R> = { readonly [N in keyof R]: N extends `${string}.${string}` ? never : N }[keyof R];

/** The values of fields. A reader determines the type of its field. */
type ValuesRead<F extends AdministeredFields, R extends Readers> = Omit<AdministeredValues<InputFields<F>>, TopNames<R>> & {
  readonly [N in TopNames<R>]: ReturnType<R[N]>;
};

interface Options<R extends Readers> {
  readonly readers?: R;
  /** Members to read first: fields, or objects with known members. */
  readonly first?: readonly string[];
  /** Values of absent members. Default: those of a new record. */
  readonly stored?: object;
}

const inputNames = (fields: AdministeredFields, readers: Readers = {}): string[] =>
  Object.keys(fields).filter((name) => !fields[name]?.readOnly || Object.hasOwn(readers, name));

/** Reads an entry in the order of its fields. @throws IpamError provision.invalid */
export function readEntry<F extends AdministeredFields, R extends Readers = Record<never, never>>(
  entry: Entry,
  fields: F,
  options?: Options<R>,
): ValuesRead<F, R>;
export function readEntry(
  entry: Entry,
  fields: AdministeredFields,
  { readers = {}, first = [], stored }: Options<Readers> = {},
): object {
  const names = inputNames(fields, readers);
  const objects = new Map<string, Entry>();
  const objectOf = (group: string): Entry => {
    const members = names.flatMap((name) => (name.startsWith(`${group}.`) ? [name.slice(group.length + 1)] : []));
    const object = objects.get(group) ?? entry.object(group, members);
    objects.set(group, object);
    return object;
  };
  const read = (name: string): unknown => {
    const [outer, inner] = splitName(name);
    const [object, member] = inner === undefined ? [entry, outer] : [objectOf(outer), inner];
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    const field = fields[name];
    if (reader || !field) return reader?.(object);
    return object.read(member, field, stored ? memberOf(stored, name) : fallbackOf(field));
  };
  for (const name of first) fields[name] ? read(name) : objectOf(name);
  return { ...nestValues(names.map((name) => [name, read(name)])) };
}

/** Top-level member names of an entry: `lock` for `lock.enabled`. */
export const entryMembers = (fields: AdministeredFields, readers?: Readers): string[] => memberNames(inputNames(fields, readers));

/** Whether two values are equal by their members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const members = new Map(Object.entries(b));
  const entries = Object.entries(a);
  return (
    entries.length === members.size && entries.every(([name, value]) => members.has(name) && isSame(value, members.get(name)))
  );
}
