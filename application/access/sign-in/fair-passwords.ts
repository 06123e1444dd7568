import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { PasswordClient, PasswordHasher } from '../../ports/environment.js';

/**
 * Limits parallel password checks, because each occupies a processor core. Client networks alternate, so a network with many
 * checks delays others by one check. Checks of disconnected clients are skipped.
 */
export class FairPasswords implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #slots: FairSemaphore;

  /** @param atOnce maximum number of parallel checks */
  constructor(hasher: PasswordHasher, atOnce: number) {
    this.#hasher = hasher;
    this.#slots = new FairSemaphore({ total: atOnce });
  }

  hash(password: string, client?: PasswordClient): Promise<string> {
    return this.#runQueued(client, () => this.#hasher.hash(password));
  }

  verify(password: string, hash: string, client?: PasswordClient): Promise<boolean> {
    return this.#runQueued(client, () => this.#hasher.verify(password, hash));
  }

  isOutdated(hash: string): boolean {
    return this.#hasher.isOutdated(hash);
  }

  async isCommon(password: string): Promise<boolean> {
    return (await this.#hasher.isCommon?.(password)) ?? false;
  }

  #runQueued<T>(client: PasswordClient | undefined, work: () => Promise<T>): Promise<T> {
    return this.#slots.run(client?.network ?? '', async () => {
      if (client?.isGone()) throw new IpamError('signIn.busy');
      return work();
    });
  }
}
