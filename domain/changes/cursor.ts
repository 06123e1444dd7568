import type { Change } from './change.js';

/** A position in the change feed: after an entry, with a mark that identifies the entry, if known. */
export interface FeedCursor {
  readonly position: number;
  readonly mark: string | undefined;
}

/** Fields that identify an entry of the feed. */
export interface NumberedChange extends Pick<Change, 'object' | 'objectId'> {
  readonly position: number;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** An opaque text for the position after an entry: letters, digits and dots. */
export const cursorOf = (entry: NumberedChange): string => `${entry.position.toString(36)}.${markOf(entry)}`;

/** A position without a mark, for an entry that was pruned or never existed. */
export const cursorAt = (position: number): string => position.toString(36);

/** @returns undefined for an invalid cursor */
export function readCursor(text: string): FeedCursor | undefined {
  const [, position = '', mark] = /^([0-9a-z]{1,11})(?:\.([0-9a-z]{1,20}))?$/.exec(text) ?? [];
  const number = Number.parseInt(position, 36);
  return Number.isSafeInteger(number) ? { position: number, mark } : undefined;
}

/** Whether a cursor belongs to an entry. In a database restored from a backup, another entry may have its position. */
export const isCursorOf = ({ mark }: FeedCursor, entry: NumberedChange): boolean => mark === undefined || mark === markOf(entry);

const markOf = ({ at, objectId, object }: NumberedChange): string =>
  `${(Number(at.replace(/\D/g, '')) % 2 ** 40).toString(36)}${(objectId + object.length).toString(36)}`;
