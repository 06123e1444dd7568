import { SortedMap } from './sorted-map.js';

/** Part of an index key. At one place of an index all parts have one type. */
export type KeyElement = number | bigint | string;
export type Key = readonly KeyElement[];

/** Orders keys part by part; a key comes before those that continue it. */
export function compareKeys(a: Key, b: Key): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const [left, right] = [a[i], b[i]];
    if (left !== undefined && right !== undefined && left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/** Whether a part of a key is greater than a value. @param at the place of the part */
export function isBehind(key: Key, at: number, value: KeyElement): boolean {
  const part = key[at];
  return part !== undefined && part > value;
}

export const startsWith = (key: Key, start: Key): boolean => start.every((part, i) => key[i] === part);

/** What every stored row has. */
export interface Row {
  readonly id: number;
}

/** Keys under which a table finds its rows, by index name; undefined: the index leaves the row out. */
export type Indexes<R extends Row> = Readonly<Record<string, (row: R) => Key | undefined>>;

/** An index: ids of rows under their keys, each continued by the id. */
export type Index = SortedMap<Key, number>;

/** An immutable table of rows by id, with indexes. A change makes a new table that shares nearly everything with the old. */
export class Table<R extends Row> {
  readonly #definitions: Indexes<R>;
  readonly #rows: SortedMap<number, R>;
  readonly #indexes: Readonly<Record<string, Index>>;
  /** Id of the next new row; ids of deleted rows do not come back. */
  readonly nextId: number;

  private constructor(
    definitions: Indexes<R>,
    rows: SortedMap<number, R>,
    indexes: Readonly<Record<string, Index>>,
    nextId: number,
  ) {
    this.#definitions = definitions;
    this.#rows = rows;
    this.#indexes = indexes;
    this.nextId = nextId;
  }

  static empty<R extends Row>(definitions: Indexes<R>): Table<R> {
    const indexes = Object.keys(definitions).map((name) => [name, SortedMap.empty<Key, number>(compareKeys)] as const);
    return new Table<R>(
      definitions,
      SortedMap.empty<number, R>((a, b) => a - b),
      Object.fromEntries(indexes),
      1,
    );
  }

  get(id: number): R | undefined {
    return this.#rows.get(id);
  }

  /** Every row, by id. */
  *rows(): Generator<R, void, undefined> {
    for (const [, row] of this.#rows.entries()) yield row;
  }

  /** Adds a row or replaces the one with its id. */
  with(row: R): Table<R> {
    const old = this.#rows.get(row.id);
    const indexes = this.#changeIndexes(old, row);
    return new Table(this.#definitions, this.#rows.with(row.id, row), indexes, Math.max(this.nextId, row.id + 1));
  }

  /** Takes a row away, if it is there. */
  without(id: number): Table<R> {
    const old = this.#rows.get(id);
    return old ? new Table(this.#definitions, this.#rows.without(id), this.#changeIndexes(old, undefined), this.nextId) : this;
  }

  /** An index by name, for searches of a special kind. */
  index(name: string): Index {
    const index = this.#indexes[name];
    if (!index) throw new Error(`table without index ${name}`);
    return index;
  }

  /** Rows whose key in an index starts with these parts, in the order of the index. */
  *under(index: string, start: Key): Generator<R, void, undefined> {
    for (const [key, id] of this.index(index).entries(start)) {
      if (!startsWith(key, start)) return;
      const row = this.#rows.get(id);
      if (row) yield row;
    }
  }

  /** The first of the rows that `under` yields. */
  firstUnder(index: string, start: Key): R | undefined {
    return this.under(index, start).next().value ?? undefined;
  }

  #changeIndexes(old: R | undefined, row: R | undefined): Readonly<Record<string, Index>> {
    const changed: Record<string, Index> = {};
    for (const [name, keyOf] of Object.entries(this.#definitions)) {
      let index = this.index(name);
      const [before, after] = [fullKey(keyOf, old), fullKey(keyOf, row)];
      const same = before && after && compareKeys(before, after) === 0;
      if (before && !same) index = index.without(before);
      if (row && after && !same) index = index.with(after, row.id);
      changed[name] = index;
    }
    return changed;
  }
}

function fullKey<R extends Row>(keyOf: (row: R) => Key | undefined, row: R | undefined): Key | undefined {
  const key = row && keyOf(row);
  return key && [...key, row.id];
}
