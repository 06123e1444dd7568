import {
  type AccessKey,
  expiresSoon,
  isForAudience,
  isFromNetworks,
  isKeyText,
  isOutlived,
  isWorthNoting,
  type KeyAccess,
  type KeyAudience,
} from '../../../domain/access/access-key.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';
import type { Directory } from './directory.js';

export class AccessKeys {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #source: TokenSource;
  readonly #directory: Directory;
  /** Digests of keys whose last use is being written. Prevents duplicate writes of parallel requests. */
  readonly #noting = new Set<string>();

  constructor(unitOfWork: UnitOfWork, clock: Clock, source: TokenSource, directory: Directory) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#source = source;
    this.#directory = directory;
  }

  /**
   * Authenticates a key. A text without a valid checksum is refused without a database query.
   * @param isUse whether to record the use, at most once a minute
   * @param audience the interface of the request; null: the REST interface
   * @returns the key and its owner; `invalid` for an unknown key, another interface, a disabled owner, or a client outside of the
   * key's networks; `expired`
   */
  async authenticate(
    text: string,
    clientAddress: string,
    isUse = true,
    audience: KeyAudience | null = null,
  ): Promise<KeyAccess | 'invalid' | 'expired'> {
    if (!isKeyText(text)) return 'invalid';
    const found = await this.#directory.keyAccess(this.#source.digest(text));
    const now = this.#clock.now();
    if (!found || found.user.disabled || !isFromNetworks(found.key, clientAddress)) return 'invalid';
    if (!isForAudience(found.key, audience)) return 'invalid';
    if (isOutlived(found.key, now)) return 'expired';
    if (isUse && isWorthNoting(found.key, now)) await this.#noteUse(found.key.digest, now);
    return found;
  }

  /** Expiry of a key, YYYY-MM-DD HH:MM:SS in UTC, if it is less than two weeks away. */
  expiryToTell(key: AccessKey): string | undefined {
    return key.expires && expiresSoon(key, this.#clock.now()) ? formatTimestamp(key.expires) : undefined;
  }

  /** Records the use of a key. Failures are ignored, because read requests must work while the storage refuses writes. */
  async #noteUse(digest: string, now: Date): Promise<void> {
    if (this.#noting.has(digest)) return;
    this.#noting.add(digest);
    try {
      await this.#unitOfWork.run((repositories) => repositories.accessKeys.noteUse(digest, now));
      this.#directory.forgetAccess(digest);
    } catch (error) {
      if (!(error instanceof StorageError && error.failure === 'unavailable')) throw error;
    } finally {
      this.#noting.delete(digest);
    }
  }
}
