import type { Session } from '../sessions/session.js';
import { hiddenFromPlanner, prepared, sql } from '../sessions/sql.js';

/** Number of ids reserved from the database's sequence at once. */
const blockSize = 64;

const nextIds = prepared<{ count: number }, { readonly id: number }>(
  'next_address_ids',
  ({ count }) => sql`
    select nextval((select pg_get_serial_sequence('addresses', 'id')::regclass))::integer as id
    from generate_series(1, ${hiddenFromPlanner(sql`${count}::integer`)})`,
);

export interface NewIds {
  /** Reserves ids in advance. Other units of work may use these ids meanwhile. */
  provide(session: Session, count: number): Promise<void>;
  /** Returns unique ids, without a query if enough are reserved. */
  take(session: Session, count: number): Promise<number[]>;
}

/** Maximum number of reserved ids, after many units of work have fetched ids concurrently. */
const maxReserved = 16 * blockSize;

/**
 * Ids for addresses that are not stored yet. The process reserves blocks of ids, and loses them when it ends. Until the commit,
 * only the unit of work that fetched ids may use them: if the database fails earlier, another process may get the same ids.
 */
export class AddressIds {
  #reserved: number[] = [];

  ofUnit(): UnitIds {
    return new UnitIds(this);
  }

  has(count: number): boolean {
    return this.#reserved.length >= count;
  }

  take(count: number): number[] {
    return this.#reserved.splice(0, count);
  }

  share(ids: readonly number[]): void {
    this.#reserved.push(...ids.slice(0, Math.max(0, maxReserved - this.#reserved.length)));
  }

  /** Discards reserved ids, because the database may have failed or been replaced. */
  forget(): void {
    this.#reserved = [];
  }
}

/** Ids of one unit of work: those it has fetched, and those reserved by the process. */
export class UnitIds implements NewIds {
  readonly #shared: AddressIds;
  #fetched: number[] = [];

  constructor(shared: AddressIds) {
    this.#shared = shared;
  }

  async provide(session: Session, count: number): Promise<void> {
    if (this.#fetched.length >= count || this.#shared.has(count)) return;
    const rows = await session.prepared(nextIds, { count: Math.max(blockSize, count) });
    for (const { id } of rows) this.#fetched.push(id);
  }

  async take(session: Session, count: number): Promise<number[]> {
    for (;;) {
      if (this.#fetched.length >= count) return this.#fetched.splice(0, count);
      if (this.#shared.has(count)) return this.#shared.take(count);
      await this.provide(session, count);
    }
  }

  /** Adds unused ids to those of the process, after the commit. */
  share(): void {
    this.#shared.share(this.#fetched);
    this.#fetched = [];
  }
}

/** Minimum id in dry runs. Real records do not reach it. */
const lowest = 1_900_000_000;

/** Range of the random first id, so that concurrent dry runs do not wait for the same ids. */
const spread = 200_000_000;

/** Ids for the records of a dry run, which are rolled back. Sequences do not roll back, so the dry run does not use them. */
export class DryRunIds implements NewIds {
  #next = lowest + Math.floor(Math.random() * spread);

  async provide(): Promise<void> {}

  async take(_session: unknown, count: number): Promise<number[]> {
    return Array.from({ length: count }, () => this.#next++);
  }

  get column(): { readonly id: number } {
    return { id: this.#next++ };
  }
}
