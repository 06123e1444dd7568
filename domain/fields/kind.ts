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

export interface KindRecord {
  readonly id: number;
  readonly custom: CustomValues;
  readonly values: StoredValues;
}

/** Values as properties of the record. @param row missing values become null */
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

/** A rule beyond the field definitions. @returns the error for an invalid record */
export type RecordRule = (values: StoredValues, facts: RuleFacts) => IpamError | undefined;

export interface RuleFacts {
  readonly highestVlanNumber: number;
}

/**
 * A kind of inventory object as data for storage, interface and documentation. Only `rules` and `isLocked` are executable, as
 * pure functions.
 */
export interface Kind {
  readonly name: string;
  /** Plural in plain language. */
  readonly title: string;
  readonly fields: FieldSet;
  /** Lists of other objects that reference a record, by path segment. */
  readonly links?: readonly string[];
  /** The reference to the subnet that contains a record: its permissions apply. Other kinds belong to no section. */
  readonly within?: string;
  /**
   * Within subnets: the field with the id of the user that a record belongs to. The user sees the record with level 1 on the
   * subnet, others need level 2.
   */
  readonly owner?: string;
  /** Whether a record is a range of its subnet that decides on allocation, so that gaps end at it. */
  readonly bandsAddresses?: true;
  /** Field combinations that are unique among records. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  readonly rules?: Readonly<Record<string, RecordRule>>;
  /** Whether the values of a record prevent its deletion. */
  readonly isLocked?: (values: KindRecord['values']) => boolean;
  /** Name of the kind for custom fields; other kinds have none. */
  readonly customFields?: CustomFieldOwner;
}

/** Checks the fields as `defineFields` does. @throws TypeError for an unknown key of a field */
export function defineKind<const K extends Kind>(kind: K & { readonly fields: KnownKeysOnly<K['fields']> }): K {
  checkDefinitions(kind.fields);
  return kind;
}
