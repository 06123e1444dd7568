import type { FieldValue } from '../fields/field.js';
import type { KindRecord } from '../fields/kind.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { fieldValue, isText, type ListField } from './list-field.js';
import { foldCase } from './text-match.js';

/** A value for comparisons. Texts are case-folded. */
export type Comparable = string | number | boolean | IpAddress | Prefix;

export type Relation = 'lt' | 'lte' | 'gt' | 'gte';

interface OnField {
  readonly field: ListField;
}

/** A field equals one of the values. With `orUnset`, records without a value match as well. */
export type OneOf = OnField & {
  readonly is: 'oneOf';
  readonly values: readonly Comparable[];
  readonly orUnset: boolean;
  readonly negated: boolean;
};

/** A condition that storages evaluate. Records without a value match only `oneOf`. */
export type StoredCondition =
  | OneOf
  | (OnField & { readonly is: Relation; readonly value: Comparable })
  | (OnField & { readonly is: 'prefix' | 'contains'; readonly text: string })
  | (OnField & { readonly is: 'within'; readonly prefix: Prefix });

/** A regular expression on the stored text. Storages do not evaluate it. */
export type PatternCondition = OnField & { readonly is: 'regex'; readonly test: (text: string) => boolean };

export type Condition = StoredCondition | PatternCondition;

export const isStored = (condition: Condition): condition is StoredCondition => condition.is !== 'regex';

export const meetsAll = (record: KindRecord, conditions: readonly Condition[] = []): boolean =>
  conditions.every((condition) => meets(record, condition));

export function meets(record: KindRecord, condition: Condition): boolean {
  const value = fieldValue(condition.field, record);
  if (condition.is === 'oneOf') return meetsOneOf(value, condition) !== condition.negated;
  if (value === null) return false;
  switch (condition.is) {
    case 'prefix':
      return foldCase(String(value)).startsWith(condition.text);
    case 'contains':
      return foldCase(String(value)).includes(condition.text);
    case 'regex':
      return condition.test(String(value));
    case 'within':
      return isWithin(value, condition.prefix);
    default:
      return holds[condition.is](compareValues(comparable(condition.field, value), condition.value));
  }
}

function meetsOneOf(value: FieldValue, { field, values, orUnset }: OneOf): boolean {
  if (value === null) return orUnset;
  const own = comparable(field, value);
  return values.some((each) => compareValues(own, each) === 0);
}

const holds: Readonly<Record<Relation, (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

function isWithin(value: FieldValue, prefix: Prefix): boolean {
  if (value instanceof IpAddress) return prefix.containsAddress(value);
  return value instanceof Prefix && prefix.contains(value);
}

export function comparable(field: ListField, value: FieldValue): Comparable {
  if (isText(field)) return foldCase(String(value));
  return value instanceof IpAddress || value instanceof Prefix || typeof value !== 'object' ? (value ?? '') : String(value);
}

/** Texts by code point, false before true. */
export function compareValues(one: Comparable, other: Comparable): number {
  if (one instanceof IpAddress && other instanceof IpAddress) return one.compare(other);
  if (one instanceof Prefix && other instanceof Prefix) return one.compare(other);
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return Number(one) - Number(other);
}

/** Compares by code point, like UTF-8 bytes and unlike UTF-16 units. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const [left, right] = [one.charCodeAt(i), other.charCodeAt(i)];
    if (left === right) continue;
    return isHalf(left) === isHalf(right) ? left - right : Number(isHalf(left)) - Number(isHalf(right));
  }
  return one.length - other.length;
}

const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
