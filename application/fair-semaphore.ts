import type { Timers } from './ports/environment.js';

/** Default: unlimited. */
export interface SemaphoreLimits {
  readonly total?: number;
  readonly perKey?: number;
}

/** Repeated calls have no effect. */
export type Release = () => void;

export interface SlotWait {
  readonly maxWaitMs?: number;
  readonly signal?: AbortSignal;
}

type Waiter = () => void;

/**
 * A semaphore with a total limit and a limit per key (a client, a record). Requests above a limit wait. A free slot goes to the
 * waiting key with the fewest slots. Among equal keys, the one that has waited longest since its last slot is first. Requests of
 * a key are in order of arrival.
 */
export class FairSemaphore {
  readonly #total: number;
  readonly #perKey: number;
  readonly #timers: Timers | undefined;
  #acquired = 0;
  readonly #acquiredByKey = new Map<string, number>();
  /** Keys in turn order. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  /** @param timers for `maxWaitMs` */
  constructor({ total = Number.POSITIVE_INFINITY, perKey = Number.POSITIVE_INFINITY }: SemaphoreLimits, timers?: Timers) {
    this.#total = total;
    this.#perKey = perKey;
    this.#timers = timers;
  }

  /**
   * Acquires slots without waiting.
   * @param options number of slots, and whether to ignore the limit of the key
   * @returns undefined if they are not free
   */
  tryAcquire(key = '', { count = 1, isExempt = false }: { count?: number; isExempt?: boolean } = {}): Release | undefined {
    const acquiredByKey = this.acquiredBy(key) + count;
    if (this.#acquired + count > this.#total || (acquiredByKey > this.#perKey && !isExempt)) return undefined;
    this.#acquired += count;
    this.#acquiredByKey.set(key, acquiredByKey);
    let isAcquired = true;
    return () => {
      if (isAcquired) this.#release(key, count);
      isAcquired = false;
    };
  }

  /** Waits for a slot. @returns undefined after `maxWaitMs` or cancellation */
  acquire(key = '', { maxWaitMs, signal }: SlotWait = {}): Promise<Release | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    const release = this.tryAcquire(key);
    if (release) return Promise.resolve(release);
    return new Promise((resolve) => {
      const end = (): void => {
        cancelTimer?.();
        signal?.removeEventListener('abort', drop);
      };
      const begin = (): void => {
        end();
        resolve(this.tryAcquire(key));
      };
      const drop = (): void => {
        end();
        this.#dequeue(key, begin);
        resolve(undefined);
      };
      const cancelTimer = maxWaitMs === undefined ? undefined : this.#after(maxWaitMs, drop);
      signal?.addEventListener('abort', drop);
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(begin));
    });
  }

  /** Runs work in a slot. @returns the result of the work; its errors are rethrown */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release?.();
    }
  }

  acquiredBy(key: string): number {
    return this.#acquiredByKey.get(key) ?? 0;
  }

  /** Number of acquired slots and waiting requests of a key. */
  sizeOf(key: string): number {
    return this.acquiredBy(key) + (this.#waiting.get(key)?.size ?? 0);
  }

  get keys(): number {
    return this.#acquiredByKey.size;
  }

  /** Whether a key without slots is waiting. */
  get isStarving(): boolean {
    for (const key of this.#waiting.keys()) if (this.acquiredBy(key) === 0) return true;
    return false;
  }

  #after(milliseconds: number, run: () => void): () => void {
    if (!this.#timers) throw new Error('a semaphore without timers has no time limits');
    return this.#timers.after(Math.max(0, milliseconds), run);
  }

  #release(key: string, count: number): void {
    const wasFull = this.#acquired >= this.#total;
    const left = this.acquiredBy(key) - count;
    this.#acquired -= count;
    if (left > 0) this.#acquiredByKey.set(key, left);
    else this.#acquiredByKey.delete(key);
    for (let next = this.#next(wasFull, key); next !== undefined; next = this.#next(wasFull, key)) this.#begin(next);
  }

  /**
   * @param isOpenToAll whether the total limit was reached before the release. If not, the other keys wait for their own limit, so
   * only the releasing key can be next.
   * @returns the key that gets a free slot; undefined if none can
   */
  #next(isOpenToAll: boolean, released: string): string | undefined {
    if (this.#acquired >= this.#total) return undefined;
    let next: string | undefined;
    for (const key of isOpenToAll ? this.#waiting.keys() : [released]) {
      const acquiredByKey = this.acquiredBy(key);
      if (acquiredByKey < this.#perKey && this.#waiting.has(key) && (next === undefined || acquiredByKey < this.acquiredBy(next)))
        next = key;
    }
    return next;
  }

  #begin(key: string): void {
    const waiters = this.#waiting.get(key);
    const [first] = waiters ?? [];
    if (!waiters || !first) return;
    waiters.delete(first);
    this.#waiting.delete(key);
    if (waiters.size > 0) this.#waiting.set(key, waiters);
    first();
  }

  #dequeue(key: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(key);
    if (waiters?.delete(waiter) && waiters.size === 0) this.#waiting.delete(key);
  }
}
