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

/**
 * Ids for new addresses. The process holds a block of them, so that an address has its id before it is stored and nothing
 * waits for the storage to tell it. No two processes get the same; what a process holds at its end is never used.
 */
export class AddressIds implements NewIds {
  readonly #held: number[] = [];

  async provide(session: Session, count: number): Promise<void> {
    if (this.#held.length >= count) return;
    const rows = await session.prepared(nextIds, { count: Math.max(blockSize, count) });
    for (const { id } of rows) this.#held.push(id);
  }

  async take(session: Session, count: number): Promise<number[]> {
    while (this.#held.length < count) await this.provide(session, count);
    return this.#held.splice(0, count);
  }
}
