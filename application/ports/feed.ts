import type { ChangeDocument } from '../../domain/changes/change.js';
import type { PermissionMap } from '../../domain/fields/permission-map.js';
import type { ChangeEntry } from './change-log.js';

/** Where an object stands, as far as permissions go: as it is now, or was when its section or subnet was deleted. */
export interface EntryPosition {
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  /** Undefined where nobody knows any more: the history of its deletion has been shortened. */
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
}

/** A change in the order in which all who follow are told: that in which changes of one object were made. */
export interface FeedEntry extends ChangeEntry {
  /** Ascending from 1; numbers may be passed over, and never come again. */
  readonly position: number;
  readonly before: ChangeDocument | null;
  readonly after: ChangeDocument | null;
  readonly place: EntryPosition;
  /** About how many characters its values have, before and after, and in words. */
  readonly size: number;
}

/** So many characters are read at once, unless one entry has more: however many entries somebody asks for, memory is bounded. */
export const maxReadSize = 1_000_000;

/** From where to where the feed goes. */
export interface FeedBounds {
  /** The last entry that was pruned; 0 when none was. */
  readonly pruned: number;
  /** The last entry; 0 when there was none. */
  readonly last: number;
}

/** Reads the feed of changes. */
export interface FeedReader {
  /**
   * Entries behind a position, ascending: at least one where there are some, else as many as are asked for.
   * @param maxSize fewer of them when they have more characters together
   */
  read(after: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /** The entry at a position, if it is kept. */
  find(position: number): Promise<FeedEntry | undefined>;
  bounds(): Promise<FeedBounds>;
  /** Whether changes wait for their positions in the feed (FeedRepository.number). */
  hasUnnumbered(): Promise<boolean>;
}

/** Whoever is fed from the feed, under a name, and how far it has come. */
export interface FollowerState {
  readonly name: string;
  /** The last entry that it is done with. */
  readonly position: number;
  /** How often in a row it failed with the entries behind. */
  readonly failures: number;
}

/** Keeps the feed and those who follow it. */
export interface FeedRepository extends FeedReader {
  /**
   * Gives positions to changes that are committed and have none yet, at the end of the feed. One unit of work at a time does so.
   * @returns how many got one; fewer than max when there were no more
   */
  number(max: number): Promise<number>;
  /** All followers, by name. */
  followers(): Promise<FollowerState[]>;
  /** Adds a follower, unless it is there. @param position the last entry that it need not be told */
  addFollower(name: string, position: number): Promise<void>;
  removeFollower(name: string): Promise<void>;
  /**
   * Takes the lease of a follower for some seconds, or takes it again: one holder at a time feeds it.
   * @returns where it is; undefined when another holds it, or there is no such follower
   */
  lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined>;
  /** Notes how far it has come. @returns whether the holder still has the lease: else nothing is noted */
  save(state: FollowerState, holder: string): Promise<boolean>;
  /** Gives the lease back. */
  release(name: string, holder: string): Promise<void>;
}
