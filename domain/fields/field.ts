import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { PermissionMap } from './permission-map.js';

export type OnDelete = 'clear' | 'cascade' | 'refuse' | { readonly moveTo: number };

/** `kind`: a catalogue kind or an aggregate. */
export interface ReferenceTarget {
  readonly kind: string;
  readonly onDelete: OnDelete;
}

interface Common {
  /** Required at creation. A change cannot clear the value. */
  readonly required?: true;
  /** Accepted only at creation. */
  readonly writeOnce?: true;
  /** Set by the service. A change ignores any value. A creation refuses any value except null. A prefix is always refused. */
  readonly readOnly?: true;
  /** Ignores null: a new record gets the default, an existing record keeps its value. */
  readonly nullIsNotSent?: true;
  /** Like `nullIsNotSent`, for 0 and the empty text. For references with a default: clients send these values to mean no value. */
  readonly zeroIsNotSent?: true;
  /** Set by an operation, such as the end of a hold. Logged although read-only. Omitted from responses if unset. */
  readonly isOptionalOnWire?: true;
  /** Accepted and stored, never returned. */
  readonly hidden?: true;
  /**
   * Null in responses without permission to read secrets (access/secrets.ts). Excluded from filters, sorting, search and
   * versions. Histories and feeds contain only the fact of a change.
   */
  readonly secret?: true;
}

/** A field definition as data. Validation, storage, display, search and documentation derive from it. */
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
    /** Ids as a text: `1;2`. Empty: all; `0`: none. Ids of deleted records are removed. */
    | { readonly type: 'idList'; readonly ref: { readonly kind: string } }
    | { readonly type: 'reference'; readonly ref: ReferenceTarget; readonly default?: number }
  );

/** In display order. */
export type FieldSet = Readonly<Record<string, FieldDefinition>>;

/** Object ids by type, e.g. the translated objects of a NAT rule. */
export type ObjectIds = Readonly<Record<string, readonly string[]>>;

/**
 * A stored value; null is unset. References are ids, never 0. Timestamps are texts: YYYY-MM-DD HH:MM:SS in UTC. Dates are
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

export type ValuesOf<F extends FieldSet> = { readonly [K in keyof F]: ValueOf<F[K]> };

export type CustomValues = Readonly<Record<string, FieldValue>>;

export type RecordOf<F extends FieldSet> = ValuesOf<F> & { readonly id: number; readonly custom: CustomValues };

type FieldType = FieldDefinition['type'];

type DefinitionOf<T extends FieldType, D = FieldDefinition> = D extends { readonly type: infer U }
  ? T extends U
    ? D
    : never
  : never;

/** Requires that a field definition has only the keys of its type. */
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

/** Checks field definitions at run time. @throws TypeError for an unknown field type, or a key that the type does not have */
export function checkDefinitions(fields: FieldSet): void {
  for (const [name, field] of Object.entries(fields)) {
    const own: readonly string[] | undefined = ownKeys[field.type];
    if (!own) throw new TypeError(`field ${name}: unknown type ${String(field.type)}`);
    const known = ['type', ...commonKeys, ...own];
    const unknown = Object.keys(field).find((key) => !known.includes(key));
    if (unknown !== undefined) throw new TypeError(`field ${name}: a field of type ${field.type} has no ${unknown}`);
  }
}

/** Unknown keys do not compile. @throws TypeError for an unknown key in untyped programs */
export function defineFields<const F extends FieldSet>(fields: F & KnownKeysOnly<F>): F {
  checkDefinitions(fields);
  return fields;
}
