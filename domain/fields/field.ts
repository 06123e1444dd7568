import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { PermissionMap } from './permission-map.js';

/** What happens to a record when the record it refers to is deleted: the reference is cleared, or the record goes too. */
export type OnDelete = 'clear' | 'cascade' | 'refuse' | { readonly moveTo: number };

/** Target of a reference field: a kind's name, or one of the aggregates. */
export interface ReferenceTarget {
  readonly kind: string;
  readonly onDelete: OnDelete;
}

interface Common {
  /** Must be given at creation and cannot be emptied. */
  readonly required?: true;
  /** Accepted at creation only. */
  readonly writeOnce?: true;
  /** Set by the service, refused from callers; passed over where a caller writes back what it has read. */
  readonly readOnly?: true;
  /** null means not sent: a new record gets the default, a changed one keeps what it has. */
  readonly nullIsNotSent?: true;
  /** 0 means not sent too: of a reference that has a default, and that clients send as 0 where they mean none. */
  readonly zeroIsNotSent?: true;
  /** Shown only where it is set: a record without it is shown as if there were no such field. */
  readonly isOptionalOnWire?: true;
  /** Accepted, stored, never shown in answers. */
  readonly hidden?: true;
  /**
   * Read only by callers who may see secrets, null for all others (permission/secrets.ts). Never compared: no filter, order,
   * search or version covers it. Histories and feeds say of a change only that there was one.
   */
  readonly secret?: true;
}

/** What a field is: how its values are checked, stored, shown, searched and described follows from this. Plain data, no code. */
export type FieldDefinition = Common &
  (
    | { readonly type: 'text' | 'multiline'; readonly max: number; readonly default?: string }
    | { readonly type: 'integer'; readonly min?: number; readonly max?: number; readonly default?: number }
    | { readonly type: 'number'; readonly default?: number }
    | { readonly type: 'flag'; readonly default?: boolean }
    | { readonly type: 'enum'; readonly values: readonly string[]; readonly default?: string }
    | { readonly type: 'timestamp' | 'date'; readonly default?: string }
    | { readonly type: 'address' | 'prefix' | 'mac' | 'permissions' | 'objects' }
    /** Ids of other records, as one text `1;2`; empty means all, `0` none. Of a record that is deleted the id goes. */
    | { readonly type: 'idList'; readonly ref: { readonly kind: string } }
    /** One other record. */
    | { readonly type: 'reference'; readonly ref: ReferenceTarget; readonly default?: number }
  );

/** Fields by name, in the order in which a record shows them. */
export type FieldSet = Readonly<Record<string, FieldDefinition>>;

/** Ids of objects by their sort, e.g. what a NAT rule translates. */
export type ObjectIds = Readonly<Record<string, readonly string[]>>;

/**
 * A stored value of any field; null is "not set". References are ids, never 0. Timestamps are text, YYYY-MM-DD HH:MM:SS in
 * UTC, dates YYYY-MM-DD. Those of custom fields are what their users mean by them, in no time zone.
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

/** The values that a field may hold. */
export type ValueOf<F extends FieldDefinition> = F extends { type: 'flag' } | { required: true }
  ? ValueByType[F['type']]
  : ValueByType[F['type']] | null;

/** The record type that a set of fields describes, without its id. */
export type ValuesOf<F extends FieldSet> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** Values of custom fields by name; only definitions say what is in it. */
export type CustomValues = Readonly<Record<string, FieldValue>>;

/** A stored record: its id, the values of its fields, and those of custom fields. */
export type RecordOf<F extends FieldSet> = ValuesOf<F> & { readonly id: number; readonly custom: CustomValues };

type FieldType = FieldDefinition['type'];

/** The definition of fields of a type. */
type DefinitionOf<T extends FieldType, D = FieldDefinition> = D extends { readonly type: infer U }
  ? T extends U
    ? D
    : never
  : never;

/** A field set in which a key that the definition of the field's type lacks is of type never. */
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

/** Keys of a definition beside `type` and the common ones. */
const ownKeys: { readonly [T in FieldType]: readonly Exclude<keyof DefinitionOf<T>, keyof Common | 'type'>[] } = {
  text: ['max', 'default'],
  multiline: ['max', 'default'],
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

/** @throws TypeError for a field of an unknown type, or with a key that the definition of its type lacks */
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
 * Keeps the literal types of a field set while checking its shape. A key that the field's type does not have does not compile.
 * @throws TypeError for such a key in a program without types
 */
export function defineFields<const F extends FieldSet>(fields: F & KnownKeysOnly<F>): F {
  checkDefinitions(fields);
  return fields;
}
