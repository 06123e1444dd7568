import type { WireObject, WireValue } from './wire-value.js';

/** How records print their numbers: as text (what the interface says) or as they are (on the client's or app's demand). */
export type NumberStyle = 'text' | 'native';

/**
 * A value of an answer with its numbers in the given style. `text` turns every number, at any depth, into its decimal text,
 * except members whose name ends in `_percent`. Texts, nulls and booleans stay: a flag of a record is the number 0 or 1,
 * and a boolean stands only where the wire wants one ("Subnet Class": false). The value given is never changed.
 */
export function withNumbers(style: NumberStyle, value: WireValue): WireValue {
  return style === 'native' ? value : stringify(value);
}

/** `withNumbers('text', value)`. Objects keep the order of their members. */
export function stringify(value: WireValue): WireValue {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(stringify) : stringifyRecord(value);
}

/** `stringify` of a record, which gives a record. */
export function stringifyRecord(record: WireObject): WireObject {
  const printed: Record<string, WireValue> = { ...record };
  for (const name in printed) {
    const value = printed[name] as WireValue;
    if (typeof value === 'string' || value === null) continue;
    if (typeof value !== 'number' || !name.endsWith('_percent')) printed[name] = stringify(value);
  }
  return printed;
}

const isList = (value: WireObject | readonly WireValue[]): value is readonly WireValue[] => Array.isArray(value);
