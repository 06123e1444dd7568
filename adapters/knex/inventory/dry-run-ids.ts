import type { NewIds } from './address-ids.js';

/** Lower bound of the first id: no register has used so many. */
const lowest = 1_900_000_000;

/** Range of the random first id, so that simultaneous dry runs do not wait for each other's rows. */
const spread = 200_000_000;

/**
 * Ids for records of a dry run. They are rolled back and never returned, and the sequences of the tables lose no ids: a sequence
 * does not roll back with its transaction.
 */
export class DryRunIds implements NewIds {
  #next = lowest + Math.floor(Math.random() * spread);

  async provide(): Promise<void> {}

  async take(_session: unknown, count: number): Promise<number[]> {
    return Array.from({ length: count }, () => this.#next++);
  }

  /** The id column of a new row. */
  get column(): { readonly id: number } {
    return { id: this.#next++ };
  }
}
