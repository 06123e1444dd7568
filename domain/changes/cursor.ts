import type { Change } from './change.js';

/** A place in the feed of changes: behind an entry, of which it carries a mark where there is one. */
export interface FeedCursor {
  readonly position: number;
  readonly mark: string | undefined;
}

/** What an entry is known by, beside its position. */
export interface NumberedChange extends Pick<Change, 'object' | 'objectId'> {
  readonly position: number;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** The place behind an entry as a text, which says nothing to those who keep it: letters, digits and dots. */
export const cursorOf = (entry: NumberedChange): string => `${entry.position.toString(36)}.${markOf(entry)}`;

/** A place as a text where the entry before it is not there: it was pruned, or there was none. */
export const cursorAt = (position: number): string => position.toString(36);

/** @returns undefined for a text that no cursor has */
export function readCursor(text: string): FeedCursor | undefined {
  const [, position = '', mark] = /^([0-9a-z]{1,11})(?:\.([0-9a-z]{1,20}))?$/.exec(text) ?? [];
  const number = Number.parseInt(position, 36);
  return Number.isSafeInteger(number) ? { position: number, mark } : undefined;
}

/** Whether a cursor is of an entry: in a database that was brought back from a backup another one may have its position. */
export const isCursorOf = ({ mark }: FeedCursor, entry: NumberedChange): boolean => mark === undefined || mark === markOf(entry);

const markOf = ({ at, objectId, object }: NumberedChange): string =>
  `${(Number(at.replace(/\D/g, '')) % 2 ** 40).toString(36)}${(objectId + object.length).toString(36)}`;
