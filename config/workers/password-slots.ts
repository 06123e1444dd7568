/** A worker that looks at a password, or wants to. */
interface Asker {
  readonly worker: number;
  /** Tells the worker's questions apart. */
  readonly id: number;
}

/**
 * How many passwords the workers of a service look at at a time, all together: each takes a processor for long. Who asks when
 * all slots are taken waits for one, in the order of asking.
 */
export class PasswordSlots {
  readonly #max: number;
  #taken: Asker[] = [];
  #waiting: (Asker & { readonly begin: () => void })[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** @param begin called when the worker may look at its password */
  ask(worker: number, id: number, begin: () => void): void {
    this.#waiting.push({ worker, id, begin });
    this.#fill();
  }

  /** A worker is done with a password. */
  leave(worker: number, id: number): void {
    this.#keep((asker) => asker.worker !== worker || asker.id !== id);
  }

  /** A worker is gone, and all that it asked for. */
  dropWorker(worker: number): void {
    this.#keep((asker) => asker.worker !== worker);
  }

  #keep(stays: (asker: Asker) => boolean): void {
    this.#taken = this.#taken.filter(stays);
    this.#waiting = this.#waiting.filter(stays);
    this.#fill();
  }

  #fill(): void {
    while (this.#taken.length < this.#max) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#taken.push(next);
      next.begin();
    }
  }
}
