import type { Timers } from './ports/environment.js';

/** Lets callers through one at a time under each name, in the order in which they came. Within this process only. */
export class Turns {
  readonly #timers: Timers;
  /** Those who wait, under each name whose turn somebody has. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Waits until it is one's turn.
   * @param patience for how many milliseconds at most
   * @returns ends the turn; undefined when it did not come in time
   */
  take(name: string, patience: number): Promise<(() => void) | undefined> {
    const taken = this.takeAtOnce(name);
    const waiting = this.#waiting.get(name);
    if (taken || !waiting) return Promise.resolve(taken);
    return new Promise((resolve) => {
      const begin = (): void => {
        cancel();
        resolve(() => this.#pass(name));
      };
      const cancel = this.#timers.after(patience, () => {
        waiting.delete(begin);
        resolve(undefined);
      });
      waiting.add(begin);
    });
  }

  /** @returns ends the turn; undefined when it is somebody else's */
  takeAtOnce(name: string): (() => void) | undefined {
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
