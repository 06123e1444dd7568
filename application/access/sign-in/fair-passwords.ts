import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { PasswordAsker, PasswordHasher } from '../../ports/environment.js';

/**
 * Checks few passwords at a time, because a check occupies a processor. Client networks alternate, so a network with many checks
 * delays another one by a single check. Checks of disconnected clients are skipped.
 */
export class FairPasswords implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #slots: FairSemaphore;

  /** @param atOnce number of parallel checks */
  constructor(hasher: PasswordHasher, atOnce: number) {
    this.#hasher = hasher;
    this.#slots = new FairSemaphore({ total: atOnce });
  }

  hash(password: string, asker?: PasswordAsker): Promise<string> {
    return this.#runQueued(asker, () => this.#hasher.hash(password));
  }

  verify(password: string, hash: string, asker?: PasswordAsker): Promise<boolean> {
    return this.#runQueued(asker, () => this.#hasher.verify(password, hash));
  }

  isOutdated(hash: string): boolean {
    return this.#hasher.isOutdated(hash);
  }

  async isCommon(password: string): Promise<boolean> {
    return (await this.#hasher.isCommon?.(password)) ?? false;
  }

  #runQueued<T>(asker: PasswordAsker | undefined, work: () => Promise<T>): Promise<T> {
    return this.#slots.run(asker?.network ?? '', async () => {
      if (asker?.isGone()) throw new IpamError('signIn.busy');
      return work();
    });
  }
}
