import { combinedAttempts, noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { IpamError } from '../../../domain/errors.js';
import type { SignInAttemptReader, SignInAttemptRepository } from '../../ports/identity.js';

/** The counters of sign-in attempts, as a unit of work changes them. */
export type CountedAttempts = Pick<SignInAttemptRepository, 'lock' | 'save' | 'deleteOutlived'>;

interface Counted {
  readonly attempts: SignInAttempts;
  readonly outlived: Date;
}

/** Largest number of counters in memory. */
const maxCounters = 10_000;

/**
 * Counts sign-in attempts in the memory of a process while the storage refuses writes. Each counter in memory is combined with the
 * stored counter, so that blocks remain. If the storage accepts a write meanwhile, the written counter includes the one in memory.
 */
export class UnstoredAttempts {
  readonly #stored: SignInAttemptReader;
  readonly #counters = new Map<string, Counted>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(stored: SignInAttemptReader) {
    this.#stored = stored;
  }

  /** Runs works one after another. */
  run<T>(work: (attempts: CountedAttempts) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => work(this.#attempts));
    this.#last = done.catch(() => {});
    return done;
  }

  combined(key: string, stored: SignInAttempts = noAttempts): SignInAttempts {
    const counted = this.#counters.get(key);
    return counted ? combinedAttempts(counted.attempts, stored) : stored;
  }

  /**
   * The stored counters. Each read counter is combined with the counter in memory.
   * @param written collects the counters in memory that a save has added to the stored counters
   */
  storedWith(stored: CountedAttempts, written: Map<string, unknown>): CountedAttempts {
    const seen = new Map<string, unknown>();
    return {
      lock: async (key) => {
        const attempts = await stored.lock(key);
        seen.set(key, this.#counters.get(key));
        return this.combined(key, attempts);
      },
      save: async (key, attempts, outlived) => {
        await stored.save(key, attempts, outlived);
        written.set(key, seen.get(key));
      },
      deleteOutlived: (now) => stored.deleteOutlived(now),
    };
  }

  /** Removes counters that the storage has written, unless they have changed since. */
  forget(written: ReadonlyMap<string, unknown>): void {
    for (const [key, counter] of written) if (counter && this.#counters.get(key) === counter) this.#counters.delete(key);
  }

  readonly #attempts: CountedAttempts = {
    lock: async (key) => this.combined(key, await this.#stored.find(key)),
    save: async (key, attempts, outlived) => {
      if (outlived === undefined) this.#counters.delete(key);
      else if (this.#counters.has(key) || this.#counters.size < maxCounters) this.#counters.set(key, { attempts, outlived });
      else throw new IpamError('signIn.busy');
    },
    deleteOutlived: async (now) => {
      if (this.#counters.size < maxCounters / 2) return;
      for (const [key, { outlived }] of this.#counters) if (outlived <= now) this.#counters.delete(key);
    },
  };
}
