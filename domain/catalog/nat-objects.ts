import { IpamError } from '../errors.js';
import type { FieldValue, ObjectIds } from '../fields/field.js';

/** Sides of a NAT rule: fields that name what it translates. */
export const natSides = ['src', 'dst'] as const;
export type NatSide = (typeof natSides)[number];

/** Sorts of objects that a NAT rule translates. */
export const natSorts = ['ipaddresses', 'subnets'] as const;
export type NatSort = (typeof natSorts)[number];

/** An object that a NAT rule is to name. */
export interface NatObject {
  readonly side: NatSide;
  readonly sort: NatSort;
  readonly id: number;
  /** Whether the rule names it already: then who changes the rule need not see it. */
  readonly isKnown: boolean;
}

type Values = Readonly<Record<string, FieldValue>>;

/** The ids that one side of a NAT rule holds; null when it holds none. */
export function natIdsOf(values: Values, side: NatSide): ObjectIds | null {
  const ids = values[side];
  return isObjectIds(ids) ? ids : null;
}

/**
 * What the values of a NAT rule name, side by side.
 * @param before values that the rule has already
 * @throws IpamError field.type for a sort that no rule translates
 */
export function* natObjectsIn(values: Values, before: Values = {}): Generator<NatObject> {
  for (const side of natSides) {
    for (const [given, ids] of Object.entries(natIdsOf(values, side) ?? {})) {
      const sort = natSorts.find((known) => known === given);
      if (!sort) throw new IpamError('field.type', { field: side, expected: 'idLists', among: natSorts });
      const known = natIdsOf(before, side)?.[sort] ?? [];
      for (const id of ids) yield { side, sort, id: Number(id), isKnown: known.includes(id) };
    }
  }
}

/** @throws IpamError field.reference for an object that is not there, or not for who names it */
export function requireNatObject({ side, id }: NatObject, isThere: boolean): void {
  if (!isThere) throw new IpamError('field.reference', { field: side, id });
}

/** Ids by sort are the only plain objects among values. */
const isObjectIds = (value: FieldValue | undefined): value is ObjectIds =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
