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

/** Stored values by field; null is "not set". */
export interface StoredValues {
  readonly [field: string]: FieldValue;
}

/** A stored record of a kind that is data only. */
export interface KindRecord {
  readonly id: number;
  readonly custom: CustomValues;
  readonly values: StoredValues;
}

/**
 * A stored record as one that carries the values of its fields itself.
 * @param row what was stored under the fields; a field without a value is null
 */
export function recordOf<F extends FieldSet>(fields: F, row: KindRecord): RecordOf<F>;
export function recordOf(fields: FieldSet, { id, values, custom }: KindRecord): object {
  const record: Record<string, FieldValue> = {};
  for (const name in fields) record[name] = values[name] ?? null;
  return { id, ...record, custom };
}

/** A record that carries the values of its fields itself, as one that has them apart. */
export function rowOf({ id, custom, ...values }: Pick<KindRecord, 'id' | 'custom'>): KindRecord {
  return { id, custom, values };
}

/** A rule over one record that its fields alone cannot say. @returns what to throw for a record that breaks it, else undefined */
export type RecordRule = (values: StoredValues, facts: RuleFacts) => IpamError | undefined;

/** What rules may know beside the record. */
export interface RuleFacts {
  readonly highestVlanNumber: number;
}

/**
 * A kind of inventory object as data: everything that storage, interface and documentation need to know of it. Nothing in it
 * is executable but `rules` and `isLocked`, pure functions over a record.
 */
export interface Kind {
  readonly name: string;
  /** Plural word for people. */
  readonly title: string;
  readonly fields: FieldSet;
  /** Lists of other objects that refer to a record, by the word in the path. */
  readonly links?: readonly string[];
  /** Fields that no two records share the values of. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  readonly rules?: Readonly<Record<string, RecordRule>>;
  /** Whether a record cannot be deleted as long as it says so itself. */
  readonly isLocked?: (values: KindRecord['values']) => boolean;
  /** What administrators call it when they add custom fields to it; none can be added to other kinds. */
  readonly customFields?: CustomFieldOwner;
}

/**
 * Keeps the literal types of a kind while checking its shape, and that of its fields as `defineFields` does.
 * @throws TypeError for a field with a key that its type does not have
 */
export function defineKind<const K extends Kind>(kind: K & { readonly fields: KnownKeysOnly<K['fields']> }): K {
  checkDefinitions(kind.fields);
  return kind;
}
