import type { CustomCondition, TextSearch } from '../../../application/ports/inventory/records.js';
import type { CustomValues, FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { foldCase, occurrenceTest } from '../../../domain/listing/text-match.js';
import { filtered } from '../records/stream.js';
import { startsWith, type Table } from '../records/table.js';

export function hasCustom(
  { custom }: { readonly custom: CustomValues },
  { field, value, ignoresCase }: CustomCondition,
): boolean {
  if (!Object.hasOwn(custom, field)) return false;
  const stored = custom[field];
  if (!ignoresCase || typeof stored !== 'string' || typeof value !== 'string') return stored === value;
  return foldCase(stored) === foldCase(value);
}

export function searchRows(table: Table<KindRecord>, { text, fields, custom, isAwaited }: TextSearch): Iterable<KindRecord> {
  if (isAwaited?.() === false) return [];
  const occursIn = occurrenceTest(text);
  const holds = (value: FieldValue | undefined): boolean => value !== null && value !== undefined && occursIn(String(value));
  return filtered(
    table.rows(),
    (row) => fields.some((field) => holds(row.values[field])) || custom.some((name) => holds(row.custom[name])),
  );
}

/** @param start a key prefix of the index; the next key element is the end of the hold */
export function idsHeldUntil(
  table: Table<KindRecord>,
  [index, ...start]: readonly [index: string, ...start: number[]],
  until: string,
  max: number,
): number[] {
  const found: number[] = [];
  for (const [key, id] of table.index(index).entries(start)) {
    if (found.length === max || !startsWith(key, start) || String(key[start.length]) > until) break;
    found.push(id);
  }
  return found;
}
