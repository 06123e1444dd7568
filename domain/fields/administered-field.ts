import type { FieldDefinition } from './field.js';

/** The form of a text. `problem`: the end of a sentence about a text without it. */
export interface TextForm {
  readonly pattern: RegExp;
  readonly problem: string;
}

/** The form of names. */
export const notBlank: TextForm = { pattern: /^\S(.*\S)?$/s, problem: 'must not be empty, nor begin or end with a space' };

/** The form of names in paths of requests: nothing that clients or proxies rewrite. */
export const pathName: TextForm = {
  pattern: /^[A-Za-z0-9][\w.~-]{0,63}$/,
  problem: 'must be 1 to 64 letters, digits, _ . ~ and -, the first a letter or digit',
};

/** The highest number that a record can have. */
export const highestId = 2147483647;

type RecordField<T extends FieldDefinition['type']> = Extract<FieldDefinition, { readonly type: T }>;

/** The words of a descriptor that fields of records and lists share. */
type Shared = Pick<RecordField<'flag'>, 'required' | 'writeOnce' | 'readOnly' | 'hidden'>;

/** A field that is a text, of a form. */
export type TextField = RecordField<'text' | 'multiline'> & {
  readonly form?: TextForm;
  /** A name that people recognise: without characters that change how text is shown. */
  readonly isName?: true;
};

/** A field of a user, an application, the settings and the like: a descriptor as records have it, its meaning, and lists. */
export type AdministeredField = {
  /** The meaning for people, one or more sentences. */
  readonly meaning: string;
  /** The value can be null; then an empty text of a form is null. */
  readonly nullable?: true;
  /** The object that has the member is absent in some records, and then the field is not shown. */
  readonly partial?: true;
} & (
  | TextField
  | RecordField<'integer' | 'flag' | 'enum'>
  | RecordField<'timestamp' | 'date'>
  | (Shared & { readonly type: 'texts'; readonly default?: readonly string[] })
  | (Shared & { readonly type: 'ids'; readonly default?: readonly number[] })
);

/** Fields by name, in the order in which they are shown; a dot leads into an object: `lock.enabled`. */
export type AdministeredFields = Readonly<Record<string, AdministeredField>>;

/** Stored values: of a text, an enum and a list without a value the empty one, of a flag false. */
export type AdministeredValue<F extends AdministeredField> =
  | (F extends { readonly nullable: true } ? null : never)
  | (F extends { readonly type: 'enum'; readonly values: readonly (infer V)[] }
      ? V
      : F extends { readonly type: 'integer' }
        ? number
        : F extends { readonly type: 'flag' }
          ? boolean
          : F extends { readonly type: 'texts' }
            ? readonly string[]
            : F extends { readonly type: 'ids' }
              ? readonly number[]
              : string);

/** Names of members: `lock` for `lock.enabled`. */
export type MemberName<N> = N extends `${infer Group}.${string}` ? Group : N;

type FieldsOfGroup<F extends AdministeredFields, G extends string> = {
  readonly [N in keyof F as N extends `${G}.${infer Member}` ? Member : never]: AdministeredValue<F[N]>;
};

/** The object that fields describe. */
export type AdministeredValues<F extends AdministeredFields> = {
  readonly [N in keyof F as MemberName<N>]: N extends `${infer Group}.${string}`
    ? FieldsOfGroup<F, Group>
    : AdministeredValue<F[N]>;
};

/** The fields that requests can give. */
export type GivenFields<F extends AdministeredFields> = {
  readonly [N in keyof F as F[N] extends { readonly readOnly: true } ? never : N]: F[N];
};

/** The fields that need not be given. */
type OptionalFields<F extends AdministeredFields> = {
  readonly [N in keyof F as F[N] extends { readonly required: true }
    ? never
    : F[N] extends { readonly nullable: true }
      ? N
      : N & keyof GivenFields<F>]: F[N];
};

/** Unchecked members by name, as a request or a provisioning file gives them. */
export type AdministeredInput<F extends AdministeredFields> = Readonly<
  Partial<Record<MemberName<keyof GivenFields<F>> & string, unknown>>
>;

/** Keeps the literal types of descriptors while checking their shape. */
export const defineAdministered = <const F extends AdministeredFields>(fields: F): F => fields;

/** Fields as members of an object: `enabled` of group `scan` as `scan.enabled`. */
export function groupMembers<const G extends string, F extends AdministeredFields>(
  group: G,
  fields: F,
): { readonly [N in keyof F & string as `${G}.${N}`]: F[N] };
export function groupMembers(group: string, fields: AdministeredFields): AdministeredFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${group}.${name}`, field]));
}

/** Object and member that a name stands for; without a dot there is no second. */
export function splitName(name: string): readonly [first: string, second: string | undefined] {
  const [first = '', second] = name.split('.');
  return [first, second];
}

/** The names of the objects' members, in their order: `lock` once for all of its fields. */
export const memberNames = (names: readonly string[]): string[] => [...new Set(names.map((name) => splitName(name)[0]))];

/** The value of a field in the object that fields describe; undefined where there is none. */
export function memberOf(record: object, name: string): unknown {
  const [first, second] = splitName(name);
  const value = Object(record)[first];
  return second === undefined ? value : Object(value)[second];
}

/** An object of values by the names of their fields. @param isField whether a name is one of a field: others are not split */
export function nestValues(
  values: Iterable<readonly [name: string, value: unknown]>,
  isField: (name: string) => boolean = () => true,
): Record<string, unknown> {
  const nested: Record<string, unknown> = Object.create(null); // `__proto__` is a name like others
  for (const [name, value] of values) {
    const [first, second] = isField(name) ? splitName(name) : [name];
    nested[first] = second === undefined ? value : { ...Object(nested[first]), [second]: value };
  }
  return nested;
}

/** An object with changes: objects within it, as fields have them, are changed by member. */
export function mergeMembers<T extends object>(fields: AdministeredFields, values: T, changes: object): T {
  const objects = memberNames(Object.keys(fields).filter((name) => name.includes('.')));
  const merged = objects.map((name) => [name, { ...Object(memberOf(values, name)), ...Object(memberOf(changes, name)) }]);
  return { ...values, ...changes, ...Object.fromEntries(merged) };
}

/** The value of a field that is not given; undefined for one that must be given. */
export function fallbackOf(field: AdministeredField): unknown {
  if (field.default !== undefined) return field.default;
  if (field.nullable) return null;
  if (field.required || field.readOnly) return undefined;
  if (field.type === 'flag') return false;
  return field.type === 'texts' || field.type === 'ids' ? [] : '';
}

/** The values of all fields that need not be given. */
export function defaultsOf<F extends AdministeredFields>(fields: F): AdministeredValues<OptionalFields<F>>;
export function defaultsOf(fields: AdministeredFields): object {
  const values = Object.entries(fields).map(([name, field]) => [name, fallbackOf(field)] as const);
  return { ...nestValues(values.filter(([, value]) => value !== undefined)) };
}

/** The fields with some of them first. @param first their names, or those of the objects in which they stand */
export function inOrder<F extends AdministeredFields>(fields: F, ...first: readonly string[]): F;
export function inOrder(fields: AdministeredFields, ...first: readonly string[]): AdministeredFields {
  const isUnder = (name: string, each: string): boolean => name === each || name.startsWith(`${each}.`);
  const names = [...first.flatMap((each) => Object.keys(fields).filter((name) => isUnder(name, each))), ...Object.keys(fields)];
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}
