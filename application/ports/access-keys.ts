import type { AccessKey } from '../../domain/access/access-key.js';

/** Reads keys of users and service accounts. */
export interface AccessKeyReader {
  find(digest: string): Promise<AccessKey | undefined>;
  /** By user, then by name, then by creation; expired ones are among them. @param userId only those of this user */
  list(userId?: number): Promise<AccessKey[]>;
}

/** Stores keys of users and service accounts. */
export interface AccessKeyRepository extends AccessKeyReader {
  /** @throws IpamError signIn.failed when the user has been removed */
  insert(key: AccessKey): Promise<void>;
  /** Replaces the properties of a key but its digest and owner, the last use and the creation. */
  update(key: AccessKey): Promise<void>;
  /** Notes when a key was used, unless a later use is noted. */
  noteUse(digest: string, at: Date): Promise<void>;
  /** @returns whether it was there */
  delete(digest: string): Promise<boolean>;
}

/** A count of one minute, of an application or a key. */
export interface RateCount {
  /** Whose count, and of which sort of operation: unique. */
  readonly name: string;
  /** The number of the minute (windowAt). */
  readonly window: number;
}

/** Permits that were acquired. */
export interface AcquiredPermits {
  readonly granted: number;
  /** Permits of the window that all processes have acquired by now. */
  readonly used: number;
}

/** Counts operations in windows of a minute, for all processes of a service together. */
export interface RateCountRepository {
  /**
   * Acquires up to `wanted` permits of a limit: as many as are left, none where fewer than `least` are. A count of an earlier
   * window starts anew; one of a later window grants none.
   */
  acquire(
    count: RateCount,
    permits: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits>;
  /** Deletes counts of windows before one. @returns how many */
  deleteBefore(window: number): Promise<number>;
}
