import {
  type AdministeredFields,
  type AdministeredValues,
  fallbackOf,
  type InputFields,
  memberNames,
  memberOf,
  nestValues,
  splitName,
} from '../../../domain/fields/administered-field.js';
import type { Entry } from './entry.js';

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
