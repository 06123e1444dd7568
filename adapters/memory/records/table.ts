import { SortedMap } from './sorted-map.js';

/** An element of an index key. All keys of an index have the same types at the same position. */
export type KeyElement = number | bigint | string;
export type Key = readonly KeyElement[];

/** A prefix of a key precedes the key. */
export function compareKeys(a: Key, b: Key): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const [left, right] = [a[i], b[i]];
    if (left !== undefined && right !== undefined && left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

export function isBehind(key: Key, at: number, value: KeyElement): boolean {
  const element = key[at];
  return element !== undefined && element > value;
}

export const startsWith = (key: Key, start: Key): boolean => start.every((element, i) => key[i] === element);

export interface Row {
  readonly id: number;
}

/** Functions that return the key of a row, by index name; undefined excludes the row from the index. */
export type Indexes<R extends Row> = Readonly<Record<string, (row: R) => Key | undefined>>;

/** An index from keys to ids of rows. Each key ends with the id, so that it is unique. */
export type Index = SortedMap<Key, number>;

/** Changed copies share most nodes with the original. */
export class Table<R extends Row> {
  readonly #definitions: Indexes<R>;
  readonly #rows: SortedMap<number, R>;
  readonly #indexes: Readonly<Record<string, Index>>;
  /** Id of the next new row. Ids are never reused. */
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

  *rows(): Generator<R, void, undefined> {
    for (const [, row] of this.#rows.entries()) yield row;
  }

  with(row: R): Table<R> {
    const old = this.#rows.get(row.id);
    const indexes = this.#changeIndexes(old, row);
    return new Table(this.#definitions, this.#rows.with(row.id, row), indexes, Math.max(this.nextId, row.id + 1));
  }

  without(id: number): Table<R> {
    const old = this.#rows.get(id);
    return old ? new Table(this.#definitions, this.#rows.without(id), this.#changeIndexes(old, undefined), this.nextId) : this;
  }

  /** Undefined if the index excludes the row, or does not exist. */
  keyOf(index: string, row: R): Key | undefined {
    return this.#definitions[index]?.(row);
  }

  index(name: string): Index {
    const index = this.#indexes[name];
    if (!index) throw new Error(`the table has no index ${name}`);
    return index;
  }

  /** Yields the rows with a key prefix in an index, in the order of the index. */
  *under(index: string, start: Key): Generator<R, void, undefined> {
    for (const [key, id] of this.index(index).entries(start)) {
      if (!startsWith(key, start)) return;
      const row = this.#rows.get(id);
      if (row) yield row;
    }
  }

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
