import type { Change } from './change.js';

/** A position after an entry of the change feed. The mark identifies the entry, if known. */
export interface FeedCursor {
  readonly position: number;
  readonly mark: string | undefined;
}

export interface NumberedChange extends Pick<Change, 'object' | 'objectId'> {
  readonly position: number;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** The position after an entry, as an opaque text of letters, digits and dots. */
export const cursorOf = (entry: NumberedChange): string => `${entry.position.toString(36)}.${markOf(entry)}`;

/** A position without mark, for a pruned or missing entry. */
export const cursorAt = (position: number): string => position.toString(36);

export function readCursor(text: string): FeedCursor | undefined {
  const [, position = '', mark] = /^([0-9a-z]{1,11})(?:\.([0-9a-z]{1,20}))?$/.exec(text) ?? [];
  const number = Number.parseInt(position, 36);
  return Number.isSafeInteger(number) ? { position: number, mark } : undefined;
}

/** Whether a cursor belongs to an entry. False for another entry at the same position, e.g. after a restore. */
export const isCursorOf = ({ mark }: FeedCursor, entry: NumberedChange): boolean => mark === undefined || mark === markOf(entry);

const markOf = ({ at, objectId, object }: NumberedChange): string =>
  `${(Number(at.replace(/\D/g, '')) % 2 ** 40).toString(36)}${(objectId + object.length).toString(36)}`;
