import type { ChangeDocument } from '../../domain/changes/change.js';
import type { PermissionMap } from '../../domain/fields/permission-map.js';
import type { ChangeEntry } from './change-log.js';

/** Location of an object for permission checks: the current one, or the one at the deletion of its section or subnet. */
export interface EntryPosition {
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  /** Undefined when unknown: the history of the deletion was pruned. */
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
}

/** A change in feed order. The changes of one object are in the order of their writes. */
export interface FeedEntry extends ChangeEntry {
  /** Ascending from 1, with gaps, never reused. */
  readonly position: number;
  readonly before: ChangeDocument | null;
  readonly after: ChangeDocument | null;
  readonly place: EntryPosition;
  /** Approximate number of characters of the values before and after and of the lines. */
  readonly size: number;
}

/** Characters of one read, unless a single entry has more. Limits memory for any number of entries. */
export const maxReadSize = 1_000_000;

export interface FeedBounds {
  /** The last pruned entry; 0 without one. */
  readonly pruned: number;
  /** The last entry; 0 without one. */
  readonly last: number;
}

export interface FeedReader {
  /**
   * Entries after a position, ascending: at least one if any exist, at most `max`.
   * @param maxSize limit of characters of all entries together
   */
  read(after: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /** The entry at a position, unless it was pruned. */
  find(position: number): Promise<FeedEntry | undefined>;
  bounds(): Promise<FeedBounds>;
  /** Whether changes without a position exist (FeedRepository.number). */
  hasUnnumbered(): Promise<boolean>;
}

/** A follower of the feed and its progress. */
export interface FollowerState {
  readonly name: string;
  /** The last processed entry. */
  readonly position: number;
  /** Consecutive failures with the entries after `position`. */
  readonly failures: number;
}

/** Stores the feed and its followers. */
export interface FeedRepository extends FeedReader {
  /**
   * Assigns positions at the end of the feed to committed changes without one. One unit of work at a time does this.
   * @returns the number of assigned positions; below max when no change is left
   */
  number(max: number): Promise<number>;
  followers(): Promise<FollowerState[]>;
  /**
   * Adds a follower unless it exists.
   * @param position the last entry that the follower skips
   */
  addFollower(name: string, position: number): Promise<void>;
  removeFollower(name: string): Promise<void>;
  /**
   * Acquires or renews the lease of a follower; one holder at a time serves it.
   * @returns its state; undefined when another holder has the lease or the follower does not exist
   */
  lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined>;
  /** Stores the progress if the holder still has the lease. @returns whether it has */
  save(state: FollowerState, holder: string): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}
