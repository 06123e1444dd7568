import type { Clock } from '../ports/environment.js';

/** How long what administrators set may be remembered, in milliseconds: a change takes effect everywhere within this time. */
const remembered = 1000;

/** Something read, and when, in milliseconds since 1970 UTC. */
export interface Remembered<T> {
  readonly since: number;
  readonly value: T;
}

/** Whether something may still be used. What is from the future was read before the clock was set back. */
export const isFresh = <T>(kept: Remembered<T> | undefined, now: number): kept is Remembered<T> =>
  kept !== undefined && kept.since <= now && now < kept.since + remembered;

/** Remembers for a second what was read, by name. */
export class ShortMemory {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Remembered<Promise<unknown>>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is remembered by a name, else what is read now. A failure is not remembered. */
  keep<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(name);
    if (isFresh(kept, now)) return kept.value as Promise<T>;
    const value = read();
    this.#kept.set(name, { since: now, value });
    value.catch(() => this.#kept.delete(name));
    return value;
  }

  forget(): void {
    this.#kept.clear();
  }
}
