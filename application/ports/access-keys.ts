import type { AccessKey } from '../../domain/access/access-key.js';

export interface AccessKeyReader {
  find(digest: string): Promise<AccessKey | undefined>;
  /** Keys by user, name and creation, including expired ones. @param userId only keys of this user */
  list(userId?: number): Promise<AccessKey[]>;
}

export interface AccessKeyRepository extends AccessKeyReader {
  /** @throws IpamError signIn.failed if the user does not exist */
  insert(key: AccessKey): Promise<void>;
  /** Updates a key except for its digest, owner, last use, creation and audience. */
  update(key: AccessKey): Promise<void>;
  /** Stores the last use of a key, unless a later one is stored. */
  noteUse(digest: string, at: Date): Promise<void>;
  delete(digest: string): Promise<boolean>;
}

export interface RateCount {
  /** Unique name of the counter. It consists of the owner and the operation type. */
  readonly name: string;
  /** Number of the minute (windowAt). */
  readonly window: number;
}

export interface AcquiredPermits {
  readonly granted: number;
  /** Number of permits that all processes acquired in this window. */
  readonly used: number;
}

/** Counts operations per minute across all processes. */
export interface RateCountRepository {
  /**
   * Acquires `wanted` permits. If fewer remain, acquires all that remain. If fewer than `least` remain, acquires none. A stored
   * counter of an earlier window is reset. If the stored counter is of a later window, no permit is granted.
   */
  acquire(
    count: RateCount,
    permits: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits>;
  /** Deletes the rate counters of time windows before a window. @returns their number */
  deleteBefore(window: number): Promise<number>;
}
