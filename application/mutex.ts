import type { Timers } from './ports/environment.js';

/** A lock for each name, which callers get in the order in which they came. Within this process only. */
export class Mutex {
  readonly #timers: Timers;
  /** Those who wait, for each name that is locked. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Waits for the lock of a name.
   * @param maxWait in milliseconds
   * @returns unlocks the name; undefined when the wait was too long
   */
  lock(name: string, maxWait: number): Promise<(() => void) | undefined> {
    const unlock = this.lockIfFree(name);
    const waiting = this.#waiting.get(name);
    if (unlock || !waiting) return Promise.resolve(unlock);
    return new Promise((resolve) => {
      const begin = (): void => {
        cancel();
        resolve(() => this.#pass(name));
      };
      const cancel = this.#timers.after(maxWait, () => {
        waiting.delete(begin);
        resolve(undefined);
      });
      waiting.add(begin);
    });
  }

  /** @returns unlocks the name; undefined when it is locked */
  lockIfFree(name: string): (() => void) | undefined {
    if (this.#waiting.has(name)) return undefined;
    this.#waiting.set(name, new Set());
    return () => this.#pass(name);
  }

  #pass(name: string): void {
    const waiting = this.#waiting.get(name);
    const [first] = waiting ?? [];
    if (!waiting || !first) return void this.#waiting.delete(name);
    waiting.delete(first);
    first();
  }
}
