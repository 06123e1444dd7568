import type { KindRecord } from '../../../domain/fields/kind.js';
import { startsWith, type Table } from '../records/table.js';

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
