import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { PermissionMap } from './permission-map.js';

/** Effect on a record when the referenced record is deleted. */
export type OnDelete = 'clear' | 'cascade' | 'refuse' | { readonly moveTo: number };

/** The target of a reference: a kind of the catalogue or an aggregate. */
export interface ReferenceTarget {
  readonly kind: string;
  readonly onDelete: OnDelete;
}

interface Common {
  /** Whether a value is required at creation and cannot be emptied. */
  readonly required?: true;
  /** Whether it is accepted at creation only. */
  readonly writeOnce?: true;
  /** Set by the service; ignored when a client sends back a record as read, otherwise refused. */
  readonly readOnly?: true;
  /** null is ignored: a new record gets the default, an existing one retains its value. */
  readonly nullIsNotSent?: true;
  /** 0 is ignored too, for a reference with a default where clients send 0 for none. */
  readonly zeroIsNotSent?: true;
  /** Whether responses omit it if unset. */
  readonly isOptionalOnWire?: true;
  /** Accepted and stored, never returned. */
  readonly hidden?: true;
  /**
   * Null without permission to see secrets (permission/secrets.ts). No filter, order, search or version covers it. Histories and
   * feeds report only that it changed.
   */
  readonly secret?: true;
}

/** A field as plain data. Validation, storage, display, search and documentation derive from it. */
export type FieldDefinition = Common &
  (
    | {
        readonly type: 'text' | 'multiline';
        readonly max: number;
        readonly default?: string;
        /** A text of white space counts as empty. */
        readonly notBlank?: true;
      }
    | { readonly type: 'integer'; readonly min?: number; readonly max?: number; readonly default?: number }
    | { readonly type: 'number'; readonly default?: number }
    | { readonly type: 'flag'; readonly default?: boolean }
    | { readonly type: 'enum'; readonly values: readonly string[]; readonly default?: string }
    | { readonly type: 'timestamp' | 'date'; readonly default?: string }
    | { readonly type: 'address' | 'prefix' | 'mac' | 'permissions' | 'objects' }
    /** Ids as one text `1;2`; empty means all, `0` none. The id of a deleted record is removed. */
    | { readonly type: 'idList'; readonly ref: { readonly kind: string } }
    | { readonly type: 'reference'; readonly ref: ReferenceTarget; readonly default?: number }
  );

/** Fields by name, in display order. */
export type FieldSet = Readonly<Record<string, FieldDefinition>>;

/** Ids of objects by kind, e.g. the objects that a NAT rule translates. */
export type ObjectIds = Readonly<Record<string, readonly string[]>>;

/**
 * A stored value; null is "not set". References are ids, never 0. Timestamps are text, YYYY-MM-DD HH:MM:SS in UTC, dates
 * YYYY-MM-DD. Timestamps of custom fields have no time zone.
 */
export type FieldValue = string | number | boolean | IpAddress | Prefix | PermissionMap | ObjectIds | null;

interface ValueByType {
  text: string;
  multiline: string;
  integer: number;
  number: number;
  flag: boolean;
  enum: string;
  timestamp: string;
  date: string;
  address: IpAddress;
  prefix: Prefix;
  mac: string;
  permissions: PermissionMap;
  objects: ObjectIds;
  idList: string;
  reference: number;
}

export type ValueOf<F extends FieldDefinition> = F extends { type: 'flag' } | { required: true }
  ? ValueByType[F['type']]
  : ValueByType[F['type']] | null;

/** The record type of a field set, without the id. */
export type ValuesOf<F extends FieldSet> = { readonly [K in keyof F]: ValueOf<F[K]> };

export type CustomValues = Readonly<Record<string, FieldValue>>;

export type RecordOf<F extends FieldSet> = ValuesOf<F> & { readonly id: number; readonly custom: CustomValues };

type FieldType = FieldDefinition['type'];

type DefinitionOf<T extends FieldType, D = FieldDefinition> = D extends { readonly type: infer U }
  ? T extends U
    ? D
    : never
  : never;

/** Keys unknown to the field's type are of type never. */
export type KnownKeysOnly<F extends FieldSet> = {
  readonly [N in keyof F]: { readonly [K in Exclude<keyof F[N], keyof DefinitionOf<F[N]['type']>>]: never };
};

const commonKeys: readonly string[] = Object.keys({
  required: true,
  writeOnce: true,
  readOnly: true,
  nullIsNotSent: true,
  zeroIsNotSent: true,
  isOptionalOnWire: true,
  hidden: true,
  secret: true,
} satisfies Record<keyof Common, true>);

const ownKeys: { readonly [T in FieldType]: readonly Exclude<keyof DefinitionOf<T>, keyof Common | 'type'>[] } = {
  text: ['max', 'default', 'notBlank'],
  multiline: ['max', 'default', 'notBlank'],
  integer: ['min', 'max', 'default'],
  number: ['default'],
  flag: ['default'],
  enum: ['values', 'default'],
  timestamp: ['default'],
  date: ['default'],
  address: [],
  prefix: [],
  mac: [],
  permissions: [],
  objects: [],
  idList: ['ref'],
  reference: ['ref', 'default'],
};

/** @throws TypeError for an unknown field type, or a key that the field's type does not have */
export function checkDefinitions(fields: FieldSet): void {
  for (const [name, field] of Object.entries(fields)) {
    const own: readonly string[] | undefined = ownKeys[field.type];
    if (!own) throw new TypeError(`field ${name}: unknown type ${String(field.type)}`);
    const known = ['type', ...commonKeys, ...own];
    const unknown = Object.keys(field).find((key) => !known.includes(key));
    if (unknown !== undefined) throw new TypeError(`field ${name}: a field of type ${field.type} has no ${unknown}`);
  }
}

/**
 * Unknown keys are compile errors.
 * @throws TypeError for such a key in untyped programs
 */
export function defineFields<const F extends FieldSet>(fields: F & KnownKeysOnly<F>): F {
  checkDefinitions(fields);
  return fields;
}
