import type { ChangeDocument } from '../../domain/changes/change.js';
import type { PermissionMap } from '../../domain/fields/permission-map.js';
import type { ChangeEntry } from './change-log.js';

/** Section and subnet of an entry, for permission checks. After the deletion of the section or subnet: as before the deletion. */
export interface EntryPosition {
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  /** undefined: unknown, because the history of the deletion was pruned. */
  readonly sectionPermissions: PermissionMap | null | undefined;
  readonly subnetPermissions: PermissionMap | null | undefined;
}

/** A change in feed order. The changes of each object are in write order. */
export interface FeedEntry extends ChangeEntry {
  /** Ascending from 1, with gaps, never reused. */
  readonly position: number;
  readonly before: ChangeDocument | null;
  readonly after: ChangeDocument | null;
  readonly location: EntryPosition;
  /** Approximate length in characters. */
  readonly size: number;
}

/** Maximum size of a read: bytes in PostgreSQL, characters in memory. A single entry may exceed it. */
export const maxReadSize = 1_000_000;

export interface FeedBounds {
  /** Position of the last pruned entry; 0 if none. */
  readonly pruned: number;
  /** Position of the last entry; 0 if none. */
  readonly last: number;
}

/** One object of a kind, or a subnet with its addresses and ranges. */
export type FeedSubject = { readonly object: string; readonly objectId: number } | { readonly subnetId: number };

export interface FeedReader {
  /** Entries after a position, ascending; at least one if any exist. @param maxSize maximum total length in characters */
  read(after: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /** Entries of a subject before a position, newest first; at least one if any exist. @param maxSize as in read */
  readBack(subject: FeedSubject, before: number, max: number, maxSize?: number): Promise<FeedEntry[]>;
  /** undefined for pruned entries. */
  find(position: number): Promise<FeedEntry | undefined>;
  bounds(): Promise<FeedBounds>;
  hasUnnumbered(): Promise<boolean>;
}

export interface FollowerState {
  readonly name: string;
  /** Position of the last processed entry. */
  readonly position: number;
  readonly failures: number;
}

export interface FeedRepository extends FeedReader {
  /**
   * Assigns positions at the end of the feed to committed changes. One unit of work at a time may do so.
   * @returns the number of assigned positions; less than max if no change remains
   */
  number(max: number): Promise<number>;
  followers(): Promise<FollowerState[]>;
  /** Adds a follower, unless it exists. @param position of the last entry to skip */
  addFollower(name: string, position: number): Promise<void>;
  removeFollower(name: string): Promise<void>;
  /** Acquires or renews the lease of a follower. undefined: another holder has the lease, or the follower does not exist. */
  lease(name: string, holder: string, seconds: number): Promise<FollowerState | undefined>;
  /** @returns whether the holder still has the lease; only then the state is stored */
  save(state: FollowerState, holder: string): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}
