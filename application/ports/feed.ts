import type { ChangeDocument } from '../../domain/changes/change.js';
import type { PermissionMap } from '../../domain/fields/permission-map.js';
import type { ChangeEntry } from './change-log.js';

/** For permission checks: the current location, or the one at the deletion of its section or subnet. */
export interface EntryPosition {
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  /** Undefined when unknown: the history of the deletion was pruned. */
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
}

/** A change in feed order, which is the order of writes for each object. */
export interface FeedEntry extends ChangeEntry {
  /** Ascending from 1, with gaps, never reused. */
  readonly position: number;
  readonly before: ChangeDocument | null;
  readonly after: ChangeDocument | null;
  readonly place: EntryPosition;
  /** Approximate number of characters. */
  readonly size: number;
}

/** Characters of one read, unless a single entry has more. */
export const maxReadSize = 1_000_000;

export interface FeedBounds {
  /** The last pruned entry; 0 if none. */
  readonly pruned: number;
  /** The last entry; 0 if none. */
  readonly last: number;
}

/** One object of a kind, or a subnet with its addresses and ranges. */
export type FeedSubject = { readonly object: string; readonly objectId: number } | { readonly subnetId: number };

export interface FeedReader {
  /**
   * Entries after a position, ascending, at least one if any exist.
   * @param maxSize limit of characters of all entries together
   */
  read(after: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /**
   * Entries of a subject before a position, newest first, at least one if any exist. An index finds them at any size of the feed.
   * @param maxSize limit of characters of all entries together
   */
  readBack(subject: FeedSubject, before: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /** Undefined for pruned entries. */
  find(position: number): Promise<FeedEntry | undefined>;
  bounds(): Promise<FeedBounds>;
  /** Whether changes without a position exist. */
  hasUnnumbered(): Promise<boolean>;
}

export interface FollowerState {
  readonly name: string;
  /** The last processed entry. */
  readonly position: number;
  /** Consecutive failures after `position`. */
  readonly failures: number;
}

export interface FeedRepository extends FeedReader {
  /**
   * Assigns positions to committed changes at the end of the feed, in one unit of work at a time.
   * @returns the number of assigned positions; below max when no change is left
   */
  number(max: number): Promise<number>;
  followers(): Promise<FollowerState[]>;
  /** Does nothing for an existing follower. @param position the last entry to skip */
  addFollower(name: string, position: number): Promise<void>;
  removeFollower(name: string): Promise<void>;
  /**
   * Acquires or renews the lease of a follower for one holder.
   * @returns undefined when another holder has the lease or the follower does not exist
   */
  lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined>;
  /** @returns whether the holder still has the lease, and the state is stored */
  save(state: FollowerState, holder: string): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}
