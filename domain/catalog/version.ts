import type { FieldSet } from './field.js';
import type { KindRecord } from './kind.js';

/**
 * A text that two states of a record have in common only when they are alike, what no answer shows included: by a digest of it one
 * tells whether somebody has changed the record.
 */
export function versionOf(fields: FieldSet, { id, values, custom }: KindRecord): string {
  const own = Object.keys(fields).map((name) => plain(values[name]));
  const ofCustom = Object.entries(custom).filter(([, value]) => value !== null);
  return JSON.stringify([id, own, ofCustom.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Addresses and networks tell their texts by themselves. */
const plain = (value: unknown): unknown => (value instanceof Map ? [...value] : (value ?? null));
