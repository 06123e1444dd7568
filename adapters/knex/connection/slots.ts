/** Lets at most so many do something at a time; the others wait, in the order in which they came. */
export class Slots {
  readonly #max: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a slot, which has to be given back. @returns whether one was free */
  tryAcquire(): boolean {
    if (this.#taken === this.#max) return false;
    this.#taken++;
    return true;
  }

  /**
   * As tryAcquire, when there is one.
   * @param maxWait in milliseconds
   * @returns whether one was free in time
   */
  acquire(maxWait: number): Promise<boolean> {
    if (this.tryAcquire()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(
        () => {
          this.#waiting.delete(begin);
          resolve(false);
        },
        Math.max(0, maxWait),
      );
      this.#waiting.add(begin);
    });
  }

  /** Gives a slot back: who has waited longest has it now. */
  pass(): void {
    const [first] = this.#waiting;
    if (!first) return void this.#taken--;
    this.#waiting.delete(first);
    first();
  }
}
