import type { NewIds } from './address-ids.js';

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
