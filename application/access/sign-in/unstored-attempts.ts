import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
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
 * Counts sign-in attempts in the memory of a process while the storage refuses writes. A counter continues the stored one, so
 * blocks remain.
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

  readonly #attempts: CountedAttempts = {
    lock: async (key) => this.#counters.get(key)?.attempts ?? (await this.#stored.find(key)) ?? noAttempts,
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
