import type { Numbered } from './state.js';
import type { Key, Table } from './table.js';

export function saveNumbered<T>(table: Table<Numbered<T>>, index: string, key: Key, value: T): Table<Numbered<T>> {
  const id = table.firstUnder(index, key)?.id ?? table.nextId;
  return table.with({ id, value });
}

/** Undefined if the key has no value. */
export function withoutNumbered<T>(table: Table<Numbered<T>>, index: string, key: Key): Table<Numbered<T>> | undefined {
  const row = table.firstUnder(index, key);
  return row && table.without(row.id);
}
