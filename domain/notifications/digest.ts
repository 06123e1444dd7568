import type { Notice } from './notice.js';

/** Largest number of notices that a mail lists. */
export const maxListed = 100;

export interface Digest {
  /** Oldest first. */
  readonly listed: readonly Notice[];
  /** Number of further notices. */
  readonly further: number;
}

/** The contents of a mail: of the notices about one object the newest one, in the order of their times, and at most `maxListed`. */
export function digestOf(notices: readonly Notice[]): Digest {
  const newest = new Map<string, Notice>();
  for (const notice of notices) {
    newest.delete(notice.key);
    newest.set(notice.key, notice);
  }
  const all = [...newest.values()];
  return { listed: all.slice(0, maxListed), further: Math.max(0, all.length - maxListed) };
}

/** Notices that are older than this time are due: the gathering of a digest has ended. */
export const dueSince = (now: Date, digestMinutes: number): Date => new Date(now.getTime() - digestMinutes * 60_000);
