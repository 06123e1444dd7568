import type { Timers } from '../../../application/ports/environment.js';

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Timers of a time that passes when the test says so. */
export class ManualTimers implements Timers {
  #now = 0;
  readonly #due = new Set<Due>();

  after(milliseconds: number, run: () => void): () => void {
    const due = { at: this.#now + milliseconds, run };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }

  /** Resolves after so many milliseconds, as the timer of that name does. */
  delay = (milliseconds: number): Promise<void> => new Promise((resolve) => void this.after(milliseconds, resolve));

  /** How many milliseconds have passed. */
  get now(): number {
    return this.#now;
  }

  /** Lets time pass: what falls due runs in its order, and whatever it sets off first comes to rest. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await untilIdle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = next.at;
      this.#due.delete(next);
      next.run();
      await untilIdle();
    }
    this.#now = end;
  }

  /** Lets time pass until something has happened. */
  async until<T>(happening: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    happening.then(over, over);
    await untilIdle();
    while (!isOver) {
      const next = this.#next(Number.POSITIVE_INFINITY);
      if (!next) throw new Error('nothing is left that could make it happen');
      await this.pass(next.at - this.#now);
    }
    return happening;
  }

  #next(end: number): Due | undefined {
    const [first] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    return first;
  }
}

/** Gives everything that waits for nothing but other work of this process the time to come to its end. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
