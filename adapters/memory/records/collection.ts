import type { Key, Row, Table } from './table.js';
import type { Numbered, Stored, Tables } from './tables.js';

interface TableHolder {
  readonly state: { readonly tables: Tables };
  set(changes: { readonly tables: Tables }): void;
}

/** The values of one table of a draft. Each value has a number, ascending in the order of insertion and never reused. */
export class Collection<N extends keyof Stored> {
  readonly #holder: TableHolder;
  readonly #name: N;

  constructor(holder: TableHolder, name: N) {
    this.#holder = holder;
    this.#name = name;
  }

  find(...key: Key): Stored[N] | undefined {
    return this.findBy('key', ...key);
  }

  findBy(index: string, ...key: Key): Stored[N] | undefined {
    return this.#table.firstUnder(index, key)?.value;
  }

  /** All values in the order of their numbers. */
  all(): Stored[N][] {
    return Array.from(this.#table.rows(), ({ value }) => value);
  }

  /** The values whose keys start with `start`, in the order of an index. */
  by(index: string, ...start: Key): Stored[N][] {
    return this.rowsBy(index, ...start).map(({ value }) => value);
  }

  rowsBy(index: string, ...start: Key): Numbered<Stored[N]>[] {
    return [...this.#table.under(index, start)];
  }

  /** The rows in the order of an index, read one at a time. */
  walk(index: string): Iterable<Numbered<Stored[N]>> {
    return this.#table.under(index, []);
  }

  at(number: number): Stored[N] | undefined {
    return this.#table.get(number)?.value;
  }

  numberOf(...key: Key): number | undefined {
    return this.#table.firstUnder('key', key)?.id;
  }

  get nextNumber(): number {
    return this.#table.nextId;
  }

  /** Adds a value, or replaces the value with the same key. */
  save(value: Stored[N]): void {
    const key = this.#table.keyOf('key', { id: 0, value });
    this.put((key && this.numberOf(...key)) ?? this.nextNumber, value);
  }

  /** @returns the number of the value */
  add(value: Stored[N]): number {
    const number = this.nextNumber;
    this.put(number, value);
    return number;
  }

  put(number: number, value: Stored[N]): void {
    this.#set(this.#table.with({ id: number, value }));
  }

  /** @returns whether there is a value with this number */
  change(number: number | undefined, changes: Partial<Stored[N]>): boolean {
    const value = number === undefined ? undefined : this.at(number);
    if (number === undefined || value === undefined) return false;
    this.put(number, { ...value, ...changes });
    return true;
  }

  /** @returns whether there was a value with this key */
  delete(...key: Key): boolean {
    return this.deleteRows(this.rowsBy('key', ...key)) > 0;
  }

  deleteBy(index: string, ...start: Key): number {
    return this.deleteRows(this.rowsBy(index, ...start));
  }

  deleteWhere(isGone: (value: Stored[N]) => boolean): number {
    return this.deleteRows([...this.#table.rows()].filter(({ value }) => isGone(value)));
  }

  /** Deletes the first values of an index, up to the first one that remains. */
  deleteWhile(index: string, isGone: (value: Stored[N]) => boolean, max = Number.POSITIVE_INFINITY): number {
    const gone: Row[] = [];
    for (const row of this.#table.under(index, [])) {
      if (gone.length === max || !isGone(row.value)) break;
      gone.push(row);
    }
    return this.deleteRows(gone);
  }

  /** Deletes the first values below a key, except the last `retained`. */
  retainLast(retained: number, index: string, ...start: Key): void {
    const rows = this.rowsBy(index, ...start);
    this.deleteRows(rows.slice(0, Math.max(0, rows.length - retained)));
  }

  /** @returns the number of rows */
  deleteRows(rows: readonly Row[]): number {
    if (rows.length > 0) this.#set(rows.reduce((left, { id }) => left.without(id), this.#table));
    return rows.length;
  }

  get #table(): Table<Numbered<Stored[N]>> {
    return this.#holder.state.tables[this.#name];
  }

  #set(table: Table<Numbered<Stored[N]>>): void {
    this.#holder.set({ tables: { ...this.#holder.state.tables, [this.#name]: table } });
  }
}
