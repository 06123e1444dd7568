import type { NewIds } from './address-ids.js';

/** Minimum of the ids of dry runs. Real records do not reach it. */
const lowest = 1_900_000_000;

/** Range of the random first id, so that simultaneous dry runs do not wait for each other's rows. */
const spread = 200_000_000;

/** Ids for records of a dry run, which are rolled back. The sequences of the tables, which do not roll back, lose none. */
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
