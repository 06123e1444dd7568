import {
  type AdministeredFields,
  type AdministeredValues,
  fallbackOf,
  type GivenFields,
  memberNames,
  memberOf,
  nestValues,
  splitName,
} from '../../../domain/fields/administered-field.js';
import type { Entry } from './entry.js';

/** Readers of fields that need more than their descriptor. Each receives the object with the member. */
type Readers = Readonly<Record<string, (entry: Entry) => unknown>>;

type TopNames<R> = { readonly [N in keyof R]: N extends `${string}.${string}` ? never : N }[keyof R];

/** The values of fields. Fields with a reader have the reader's result. */
type ValuesRead<F extends AdministeredFields, R extends Readers> = Omit<AdministeredValues<GivenFields<F>>, TopNames<R>> & {
  readonly [N in TopNames<R>]: ReturnType<R[N]>;
};

interface Options<R extends Readers> {
  readonly readers?: R;
  /** Members that are checked first: fields, and objects with known members. */
  readonly first?: readonly string[];
  /** The values of absent members; default: those of a new record. */
  readonly stored?: object;
}

/** Names of an entry's members: all fields that can be given or have a reader. */
export const givenNames = (fields: AdministeredFields, readers: Readers = {}): string[] =>
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
  const names = givenNames(fields, readers);
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

/** Names of an entry's members in the document: `lock` for `lock.enabled`. */
export const entryMembers = (fields: AdministeredFields, readers?: Readers): string[] => memberNames(givenNames(fields, readers));
