import { prepared } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** Number of ids reserved from the database's sequence at a time. */
const blockSize = 64;

const nextIds = prepared<{ count: number }, { readonly id: number }>(
  'next_address_ids',
  ({ count }) => sql`
    select nextval(pg_get_serial_sequence('addresses', 'id'))::integer as id from generate_series(1, ${count}::integer)`,
);

export interface NewIds {
  /** Reserves ids in advance; other units of work may use them meanwhile. */
  provide(session: Session, count: number): Promise<void>;
  /** Unique ids, at once if enough are reserved. */
  take(session: Session, count: number): Promise<number[]>;
}

/** Maximum number of reserved ids, when many units of work have fetched some at once. */
const maxReserved = 16 * blockSize;

/**
 * Ids for new addresses, known before an address is stored. The process reserves blocks of them; no two processes get the same
 * id. Ids still reserved at the end of a process are lost.
 *
 * Fetched ids stay private to a unit of work until its commit: a database that fails before gives them to another process later.
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

  /** Discards reserved ids: the database may have failed, or been replaced. */
  forget(): void {
    this.#reserved = [];
  }
}

/** Ids of one unit of work: its own fetched ones, and reserved ones of the process. */
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

  /** Shares unused ids after the commit of the unit of work. */
  share(): void {
    this.#shared.share(this.#fetched);
    this.#fetched = [];
  }
}
