import {
  type AccessKey,
  expiresSoon,
  isFromNetworks,
  isKeyText,
  isOutlived,
  isWorthNoting,
  type KeyAccess,
} from '../../../domain/access/access-key.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';
import type { Directory } from './directory.js';

/** Proves users and service accounts by their keys. */
export class AccessKeys {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #source: TokenSource;
  readonly #directory: Directory;
  /** Digests of keys whose use is being written, so that requests at the same time write it once. */
  readonly #noting = new Set<string>();

  constructor(unitOfWork: UnitOfWork, clock: Clock, source: TokenSource, directory: Directory) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#source = source;
    this.#directory = directory;
  }

  /**
   * The key of a text, and its owner. A text without the checksum of a key costs no statement.
   * @param isUse whether it is noted as a use, once a minute at most
   * @returns why it proves nobody: it is unknown, its owner is disabled, the client is in none of its networks; or it is outlived
   */
  async authenticate(text: string, clientAddress: string, isUse = true): Promise<KeyAccess | 'invalid' | 'expired'> {
    if (!isKeyText(text)) return 'invalid';
    const found = await this.#directory.keyAccess(this.#source.digest(text));
    const now = this.#clock.now();
    if (!found || found.user.disabled || !isFromNetworks(found.key, clientAddress)) return 'invalid';
    if (isOutlived(found.key, now)) return 'expired';
    if (isUse && isWorthNoting(found.key, now)) await this.#noteUse(found.key.digest, now);
    return found;
  }

  /** The expiry of a key as records hold times, where its user is to be told of it: two weeks before. */
  expiryToTell(key: AccessKey): string | undefined {
    return key.expires && expiresSoon(key, this.#clock.now()) ? formatTimestamp(key.expires) : undefined;
  }

  /** Who reads only needs no storage that writes. */
  async #noteUse(digest: string, now: Date): Promise<void> {
    if (this.#noting.has(digest)) return;
    this.#noting.add(digest);
    try {
      await this.#unitOfWork.run((repositories) => repositories.accessKeys.noteUse(digest, now));
      this.#directory.forgetAccess(digest);
    } catch (error) {
      if (!(error instanceof StorageError && error.trouble === 'unavailable')) throw error;
    } finally {
      this.#noting.delete(digest);
    }
  }
}
