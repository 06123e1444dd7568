/** Number of subnets in the first transaction. `min` and `max` limit the number in all transactions. */
const first = 100;
const min = 10;
const max = 1000;

/** Maximum factor between two consecutive transactions, because the duration also depends on other load. */
const change = 2;

/** Adapts the number of subnets in a transaction to a target duration in milliseconds, because other writers wait. */
export class Pace {
  readonly #aim: number;
  #size = first;

  constructor(aim: number) {
    this.#aim = aim;
  }

  get size(): number {
    return this.#size;
  }

  /** @param count number of subnets; a short duration for few subnets may not scale to many */
  note(count: number, milliseconds: number): void {
    const fitting = Math.round((this.#size * this.#aim) / Math.max(milliseconds, 1));
    if (fitting > this.#size && count < this.#size) return;
    const within = Math.min(Math.max(fitting, Math.ceil(this.#size / change)), this.#size * change);
    this.#size = Math.min(Math.max(within, min), max);
  }
}
