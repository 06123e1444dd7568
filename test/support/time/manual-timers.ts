import type { Timers } from '../../../application/ports/environment.js';

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Timers with a clock that the test advances. */
export class ManualTimers implements Timers {
  #now = 0;
  readonly #due = new Set<Due>();

  after(milliseconds: number, run: () => void): () => void {
    const due = { at: this.#now + milliseconds, run };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }

  /** Resolves after a number of milliseconds of the clock. */
  delay = (milliseconds: number): Promise<void> => new Promise((resolve) => void this.after(milliseconds, resolve));

  /** Elapsed milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** Advances the clock. Runs due timers in order and waits after each until this process is idle. */
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

  /** Advances the clock until a promise settles. */
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

/** Waits until work that depends only on this process has ended. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
