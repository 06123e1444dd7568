import { prepared } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** How many ids the process takes from the database's sequence at a time. */
const blockSize = 64;

const nextIds = prepared<{ count: number }, { readonly id: number }>(
  'next_address_ids',
  ({ count }) => sql`
    select nextval(pg_get_serial_sequence('addresses', 'id'))::integer as id from generate_series(1, ${count}::integer)`,
);

/** Where addresses get their ids from. */
export interface NewIds {
  /** Sees to it that so many are held, unless others take them meanwhile. */
  provide(session: Session, count: number): Promise<void>;
  /** Ids that nobody else has, at once if so many are held. */
  take(session: Session, count: number): Promise<number[]>;
}

/** So many are held at most, when many units of work have fetched some at once. */
const maxReserved = 16 * blockSize;

/**
 * Ids for new addresses. The process holds a block of them, so that an address has its id before it is stored and nothing
 * waits for the storage to tell it. No two processes get the same; what a process holds at its end is never used.
 *
 * A unit of work that fetches ids keeps them to itself until it is committed: a database that breaks down before gives the same
 * ids again afterwards, to another process.
 */
export class AddressIds {
  #reserved: number[] = [];

  /** Ids for one unit of work. */
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

  /** Holds none any more: the database may have broken down, or another one may have taken its place. */
  forget(): void {
    this.#reserved = [];
  }
}

/** Ids of one unit of work: those that it has fetched, and such that the process holds. */
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

  /** Gives what is left to all, once the unit of work is committed. */
  share(): void {
    this.#shared.share(this.#fetched);
    this.#fetched = [];
  }
}
