/** Of how many subnets the first transaction is, and any one at least and at most. */
const first = 100;
const min = 10;
const max = 1000;

/** How much larger or smaller a transaction may be than the one before: how long one takes depends on what else is going on too. */
const change = 2;

/** Of how many subnets one transaction may be, so that it keeps others waiting no longer than it should. */
export class Pace {
  readonly #aim: number;
  #size = first;

  /** @param aim how long a transaction should take, in milliseconds */
  constructor(aim: number) {
    this.#aim = aim;
  }

  get size(): number {
    return this.#size;
  }

  /** Notes how long a transaction took. @param count of how many subnets it was: what is quick with a few may not be with many */
  note(count: number, milliseconds: number): void {
    const fitting = Math.round((this.#size * this.#aim) / Math.max(milliseconds, 1));
    if (fitting > this.#size && count < this.#size) return;
    const within = Math.min(Math.max(fitting, Math.ceil(this.#size / change)), this.#size * change);
    this.#size = Math.min(Math.max(within, min), max);
  }
}
