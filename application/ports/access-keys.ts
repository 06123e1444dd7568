import type { AccessKey } from '../../domain/access/access-key.js';

/** Reads keys of users and service accounts. */
export interface AccessKeyReader {
  find(digest: string): Promise<AccessKey | undefined>;
  /** By user, name and creation; includes expired keys. @param userId only keys of this user */
  list(userId?: number): Promise<AccessKey[]>;
}

/** Stores keys of users and service accounts. */
export interface AccessKeyRepository extends AccessKeyReader {
  /** @throws IpamError signIn.failed if the user no longer exists */
  insert(key: AccessKey): Promise<void>;
  /** Replaces the properties of a key except its digest, owner, last use, creation and audience. */
  update(key: AccessKey): Promise<void>;
  /** Stores the last use of a key, unless a later one is stored. */
  noteUse(digest: string, at: Date): Promise<void>;
  /** @returns whether it existed */
  delete(digest: string): Promise<boolean>;
}

/** A counter of an application or a key, for one minute. */
export interface RateCount {
  /** Owner and type of operation: unique. */
  readonly name: string;
  /** The number of the minute (windowAt). */
  readonly window: number;
}

/** Acquired permits. */
export interface AcquiredPermits {
  readonly granted: number;
  /** Permits that all processes have acquired in this window. */
  readonly used: number;
}

/** Counts operations in windows of a minute, across all processes of a service. */
export interface RateCountRepository {
  /**
   * Acquires up to `wanted` permits of a limit: as many as remain, or none if fewer than `least` remain. A counter of an earlier
   * window is reset; one of a later window grants none.
   */
  acquire(
    count: RateCount,
    permits: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits>;
  /** Deletes counters of earlier windows. @returns their number */
  deleteBefore(window: number): Promise<number>;
}
