import type { Numbered } from './state.js';
import type { Key, Table } from './table.js';

/** Stores a value under its own key: replaces the one with that key, or appends it. */
export function saveNumbered<T>(table: Table<Numbered<T>>, index: string, key: Key, value: T): Table<Numbered<T>> {
  const id = table.firstUnder(index, key)?.id ?? table.nextId;
  return table.with({ id, value });
}

/** @returns undefined without a value of the key */
export function withoutNumbered<T>(table: Table<Numbered<T>>, index: string, key: Key): Table<Numbered<T>> | undefined {
  const row = table.firstUnder(index, key);
  return row && table.without(row.id);
}
