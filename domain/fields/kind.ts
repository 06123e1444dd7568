import type { IpamError } from '../errors.js';
import type { CustomFieldOwner } from './custom-field.js';
import {
  type CustomValues,
  checkDefinitions,
  type FieldSet,
  type FieldValue,
  type KnownKeysOnly,
  type RecordOf,
} from './field.js';

export interface StoredValues {
  readonly [field: string]: FieldValue;
}

/** A stored record of a kind without an aggregate. */
export interface KindRecord {
  readonly id: number;
  readonly custom: CustomValues;
  readonly values: StoredValues;
}

/**
 * A stored row as a record with its values as properties.
 * @param row missing values become null
 */
export function recordOf<F extends FieldSet>(fields: F, row: KindRecord): RecordOf<F>;
export function recordOf(fields: FieldSet, { id, values, custom }: KindRecord): object {
  const record: Record<string, FieldValue> = {};
  for (const name in fields) record[name] = values[name] ?? null;
  return { id, ...record, custom };
}

/** The reverse of recordOf. */
export function rowOf({ id, custom, ...values }: Pick<KindRecord, 'id' | 'custom'>): KindRecord {
  return { id, custom, values };
}

/** A rule over one record beyond the field definitions. @returns the error for a record that breaks it, else undefined */
export type RecordRule = (values: StoredValues, facts: RuleFacts) => IpamError | undefined;

/** Facts for rules, apart from the record. */
export interface RuleFacts {
  readonly highestVlanNumber: number;
}

/**
 * A kind of inventory object as data for storage, interface and documentation. Only `rules` and `isLocked` are executable: pure
 * functions over a record.
 */
export interface Kind {
  readonly name: string;
  /** Plural in plain language. */
  readonly title: string;
  readonly fields: FieldSet;
  /** Lists of other objects that reference a record, by path segment. */
  readonly links?: readonly string[];
  /** Field combinations that are unique among records. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  readonly rules?: Readonly<Record<string, RecordRule>>;
  /** Whether the values of a record prevent its deletion. */
  readonly isLocked?: (values: KindRecord['values']) => boolean;
  /** Name of the kind for custom fields; kinds without it have none. */
  readonly customFields?: CustomFieldOwner;
}

/**
 * Infers the literal types of a kind and checks its fields as `defineFields` does.
 * @throws TypeError for a field with a key that its type does not have
 */
export function defineKind<const K extends Kind>(kind: K & { readonly fields: KnownKeysOnly<K['fields']> }): K {
  checkDefinitions(kind.fields);
  return kind;
}
