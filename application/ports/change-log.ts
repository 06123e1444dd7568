import type { Change, ChangedObject } from '../../domain/change-log/change.js';

/** A change as it is kept: what, when, and by whom. */
export interface ChangeEntry extends Change {
  readonly objectName: string | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly userId: number | null;
  /** The user's real name, else user name; the application's id where no user is involved. */
  readonly by: string;
  readonly appId: string | null;
  readonly clientAddress: string | null;
}

/** Reads the history of changes. */
export interface ChangeLogReader {
  /** The newest entries of an object, newest first. They stay when the object is gone. */
  list(object: ChangedObject, objectId: number, max: number): Promise<ChangeEntry[]>;
  /** The newest entries of all audited objects together, newest first. */
  audit(max: number): Promise<ChangeEntry[]>;
}

/** Keeps the history of changes. */
export interface ChangeLogRepository extends ChangeLogReader {
  append(...entries: readonly ChangeEntry[]): Promise<void>;
  /** Deletes entries from before a time. @returns how many */
  deleteBefore(at: string): Promise<number>;
}
