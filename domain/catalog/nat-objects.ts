import { IpamError } from '../errors.js';
import type { FieldValue, ObjectIds } from '../fields/field.js';

export const natSides = ['src', 'dst'] as const;
export type NatSide = (typeof natSides)[number];

export const natObjectTypes = ['ipaddresses', 'subnets'] as const;
export type NatObjectType = (typeof natObjectTypes)[number];

export interface NatObject {
  readonly side: NatSide;
  readonly type: NatObjectType;
  readonly id: number;
  /** Whether the rule already contains the object. No read permission is required then. */
  readonly isKnown: boolean;
}

type Values = Readonly<Record<string, FieldValue>>;

export function natIdsOf(values: Values, side: NatSide): ObjectIds | null {
  const ids = values[side];
  return isObjectIds(ids) ? ids : null;
}

/** @param before current values of the rule @throws IpamError field.type for an unsupported type */
export function* natObjectsIn(values: Values, before: Values = {}): Generator<NatObject> {
  for (const side of natSides) {
    for (const [name, ids] of Object.entries(natIdsOf(values, side) ?? {})) {
      const type = natObjectTypes.find((known) => known === name);
      if (!type) throw new IpamError('field.type', { field: side, expected: 'idLists', among: natObjectTypes });
      const known = natIdsOf(before, side)?.[type] ?? [];
      for (const id of ids) yield { side, type, id: Number(id), isKnown: known.includes(id) };
    }
  }
}

/** @throws IpamError field.reference for a missing or hidden object */
export function requireNatObject({ side, id }: NatObject, isThere: boolean): void {
  if (!isThere) throw new IpamError('field.reference', { field: side, id });
}

/** ObjectIds are the only plain objects among field values. */
const isObjectIds = (value: FieldValue | undefined): value is ObjectIds =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
