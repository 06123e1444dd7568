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

/** @param row missing values become null */
export function recordOf<F extends FieldSet>(fields: F, row: KindRecord): RecordOf<F>;
export function recordOf(fields: FieldSet, { id, values, custom }: KindRecord): object {
  const record: Record<string, FieldValue> = {};
  for (const name in fields) record[name] = values[name] ?? null;
  return { id, ...record, custom };
}

/** The inverse of recordOf. */
export function rowOf({ id, custom, ...values }: Pick<KindRecord, 'id' | 'custom'>): KindRecord {
  return { id, custom, values };
}

/** A rule beyond the field definitions. Returns the error for an invalid record. */
export type RecordRule = (values: StoredValues, facts: RuleFacts) => IpamError | undefined;

export interface RuleFacts {
  readonly highestVlanNumber: number;
}

/** A kind of inventory object as data for storage, interface and documentation. Only `rules` and `isLocked` are functions. */
export interface Kind {
  readonly name: string;
  /** Plural name in plain language. */
  readonly title: string;
  readonly fields: FieldSet;
  /** Path segments below a record for the lists of records that reference it, e.g. `devices` of a rack. */
  readonly links?: readonly string[];
  /** Field that references the containing subnet, whose permissions apply. Undefined for kinds outside of sections. */
  readonly within?: string;
  /** Field with the owner's user id. Owners see the record with level 1 on the subnet, others with level 2. */
  readonly owner?: string;
  /** Whether a record is an address range that affects allocation. Gaps end at such ranges. */
  readonly bandsAddresses?: true;
  readonly uniqueTogether?: readonly (readonly string[])[];
  readonly rules?: Readonly<Record<string, RecordRule>>;
  readonly isLocked?: (values: KindRecord['values']) => boolean;
  /** Name of the record type in definitions of custom fields, e.g. `racks`; undefined if the kind has no custom fields. */
  readonly customFields?: CustomFieldOwner;
}

/** Checks the fields like `defineFields`. @throws TypeError for an unknown key of a field */
export function defineKind<const K extends Kind>(kind: K & { readonly fields: KnownKeysOnly<K['fields']> }): K {
  checkDefinitions(kind.fields);
  return kind;
}
