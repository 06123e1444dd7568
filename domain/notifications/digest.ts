import type { Notice } from './notice.js';

/** Notices in a mail. */
export const maxListed = 100;

export interface Digest {
  /** Oldest notice first. */
  readonly listed: readonly Notice[];
  readonly further: number;
}

/** The contents of a mail: the newest notice of each object, by time, at most `maxListed`. */
export function digestOf(notices: readonly Notice[]): Digest {
  const newest = new Map<string, Notice>();
  for (const notice of notices) {
    newest.delete(notice.key);
    newest.set(notice.key, notice);
  }
  const all = [...newest.values()];
  return { listed: all.slice(0, maxListed), further: Math.max(0, all.length - maxListed) };
}

/** Notices older than this time are due: their digest interval has ended. */
export const dueSince = (now: Date, digestMinutes: number): Date => new Date(now.getTime() - digestMinutes * 60_000);
