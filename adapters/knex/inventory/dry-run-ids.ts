import type { NewIds } from './address-ids.js';

/** Where they begin, at the earliest: no register has given out so many. */
const lowest = 1_900_000_000;

/** Among so many the first one is drawn, so that trials at the same time do not wait for each other's rows. */
const spread = 200_000_000;

/**
 * Ids for what a trial adds. Nobody is told of them, as it is all undone, and the sequences of the tables lose none: a sequence
 * does not go back with its transaction.
 */
export class DryRunIds implements NewIds {
  #next = lowest + Math.floor(Math.random() * spread);

  async provide(): Promise<void> {}

  async take(_session: unknown, count: number): Promise<number[]> {
    return Array.from({ length: count }, () => this.#next++);
  }

  /** The column of the id of a row that is about to be added. */
  get column(): { readonly id: number } {
    return { id: this.#next++ };
  }
}
