import type { FieldDefinition } from './field.js';

/** `problem` completes an error message. */
export interface TextForm {
  readonly pattern: RegExp;
  readonly problem: string;
}

export const notBlank: TextForm = { pattern: /^\S(.*\S)?$/s, problem: 'must not be empty, nor begin or end with a space' };

/** Clients and proxies do not rewrite such names in URL paths. */
export const pathName: TextForm = {
  pattern: /^[A-Za-z0-9][\w.~-]{0,63}$/,
  problem: 'must be 1 to 64 letters, digits, _ . ~ and -, and begin with a letter or digit',
};

type RecordField<T extends FieldDefinition['type']> = Extract<FieldDefinition, { readonly type: T }>;

type Shared = Pick<RecordField<'flag'>, 'required' | 'writeOnce' | 'readOnly' | 'hidden'>;

export type TextField = RecordField<'text' | 'multiline'> & {
  readonly form?: TextForm;
  /** Marks a display name. Characters that change the display of text are refused. */
  readonly isName?: true;
};

/** A field of administrative records: users, applications, settings and others. */
export type AdministeredField = {
  readonly meaning: string;
  /** Permits null. An empty text then means null. */
  readonly nullable?: true;
  /** The parent object is absent in some records. The field is then not shown. */
  readonly partial?: true;
} & (
  | TextField
  | RecordField<'integer' | 'flag' | 'enum'>
  | RecordField<'timestamp' | 'date'>
  | (Shared & { readonly type: 'texts'; readonly default?: readonly string[] })
  | (Shared & { readonly type: 'ids'; readonly default?: readonly number[] })
);

/** Fields by name, in display order. A dot separates object and member: `lock.enabled`. */
export type AdministeredFields = Readonly<Record<string, AdministeredField>>;

/** Unset texts, enums and lists are empty; unset flags are false. */
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

/** `lock` for `lock.enabled`. */
export type MemberName<N> = N extends `${infer Group}.${string}` ? Group : N;

type FieldsOfGroup<F extends AdministeredFields, G extends string> = {
  readonly [N in keyof F as N extends `${G}.${infer Member}` ? Member : never]: AdministeredValue<F[N]>;
};

export type AdministeredValues<F extends AdministeredFields> = {
  readonly [N in keyof F as MemberName<N>]: N extends `${infer Group}.${string}`
    ? FieldsOfGroup<F, Group>
    : AdministeredValue<F[N]>;
};

export type InputFields<F extends AdministeredFields> = {
  readonly [N in keyof F as F[N] extends { readonly readOnly: true } ? never : N]: F[N];
};

type OptionalFields<F extends AdministeredFields> = {
  readonly [N in keyof F as F[N] extends { readonly required: true }
    ? never
    : F[N] extends { readonly nullable: true }
      ? N
      : N & keyof InputFields<F>]: F[N];
};

/** Unvalidated members of a request or a provisioning file. */
export type AdministeredInput<F extends AdministeredFields> = Readonly<
  Partial<Record<MemberName<keyof InputFields<F>> & string, unknown>>
>;

export const defineAdministered = <const F extends AdministeredFields>(fields: F): F => fields;

/** `enabled` of group `scan` becomes `scan.enabled`. */
export function groupMembers<const G extends string, F extends AdministeredFields>(
  group: G,
  fields: F,
): { readonly [N in keyof F & string as `${G}.${N}`]: F[N] };
export function groupMembers(group: string, fields: AdministeredFields): AdministeredFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${group}.${name}`, field]));
}

/** Splits a name at the dot. Without a dot, the second part is undefined. */
export function splitName(name: string): readonly [first: string, second: string | undefined] {
  const [first = '', second] = name.split('.');
  return [first, second];
}

export const memberNames = (names: readonly string[]): string[] => [...new Set(names.map((name) => splitName(name)[0]))];

export function memberOf(record: object, name: string): unknown {
  const [first, second] = splitName(name);
  const value = Object(record)[first];
  return second === undefined ? value : Object(value)[second];
}

/** Builds an object from values by field name. @param isField returns false for names that must not be split */
export function nestValues(
  values: Iterable<readonly [name: string, value: unknown]>,
  isField: (name: string) => boolean = () => true,
): Record<string, unknown> {
  const nested: Record<string, unknown> = Object.create(null); // no prototype: `__proto__` is a valid name
  for (const [name, value] of values) {
    const [first, second] = isField(name) ? splitName(name) : [name];
    nested[first] = second === undefined ? value : { ...Object(nested[first]), [second]: value };
  }
  return nested;
}

/** Nested objects are merged by member. */
export function mergeMembers<T extends object>(fields: AdministeredFields, values: T, changes: object): T {
  const objects = memberNames(Object.keys(fields).filter((name) => name.includes('.')));
  const merged = objects.map((name) => [name, { ...Object(memberOf(values, name)), ...Object(memberOf(changes, name)) }]);
  return { ...values, ...changes, ...Object.fromEntries(merged) };
}

/** Names of the hidden fields, for records whose hidden fields are all secrets: histories contain only the fact of their change. */
export const secretNames = (fields: AdministeredFields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { hidden }]) => (hidden ? [name] : []));

/** The record with `(set)` instead of each stored secret. Members of absent objects stay absent. */
export function withHiddenSecrets<T extends object>(fields: AdministeredFields, record: T): T {
  const secrets = Object.entries(fields).filter(([name, { hidden }]) => hidden && memberOf(record, name) !== undefined);
  const shown = secrets.map(([name]) => [name, memberOf(record, name) === '' ? '' : '(set)'] as const);
  return mergeMembers(Object.fromEntries(secrets), record, nestValues(shown));
}

/** The default value of a field; undefined for a required field. */
export function fallbackOf(field: AdministeredField): unknown {
  if (field.default !== undefined) return field.default;
  if (field.nullable) return null;
  if (field.required || field.readOnly) return undefined;
  if (field.type === 'flag') return false;
  return field.type === 'texts' || field.type === 'ids' ? [] : '';
}

export function defaultsOf<F extends AdministeredFields>(fields: F): AdministeredValues<OptionalFields<F>>;
export function defaultsOf(fields: AdministeredFields): object {
  const values = Object.entries(fields).map(([name, field]) => [name, fallbackOf(field)] as const);
  return { ...nestValues(values.filter(([, value]) => value !== undefined)) };
}

/** @param first names of fields or objects to move to the front */
export function inOrder<F extends AdministeredFields>(fields: F, ...first: readonly string[]): F;
export function inOrder(fields: AdministeredFields, ...first: readonly string[]): AdministeredFields {
  const isUnder = (name: string, each: string): boolean => name === each || name.startsWith(`${each}.`);
  const names = [...first.flatMap((each) => Object.keys(fields).filter((name) => isUnder(name, each))), ...Object.keys(fields)];
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}
