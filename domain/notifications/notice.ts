import { inOneLine } from './mail-settings.js';
import type { Topic } from './subscription.js';

export const topicOfEvent = {
  requestMade: 'request',
  requestAccepted: 'answer',
  requestRefused: 'answer',
  requestExpired: 'answer',
  requestWithdrawn: 'answer',
  thresholdRisen: 'threshold',
  thresholdFallen: 'threshold',
  fullSoon: 'forecast',
  discovered: 'discovery',
  holdEnds: 'hold',
  keyEnds: 'key',
  backupFailed: 'backup',
  backupLate: 'backup',
} as const satisfies Readonly<Record<string, Topic>>;

export type NoticeEvent = keyof typeof topicOfEvent;

export type NoticeFacts = Readonly<Record<string, string | number>>;

/**
 * Possible recipients: one user, all users with a level on the subnet, or all administrators. If the notice has a subnet, the
 * one user must be allowed to see the subnet.
 */
export type Audience =
  | { readonly of: 'user'; readonly userId: number }
  | { readonly of: 'level'; readonly level: 1 | 2; readonly exceptUserId: number | null }
  | { readonly of: 'administrators' };

/** A notification as plain JSON. */
export interface Notice {
  readonly event: NoticeEvent;
  /** Notices of one object have the same key. A mail contains only the newest of them. */
  readonly key: string;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly audience: Audience;
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  readonly facts: NoticeFacts;
}

export const topicOf = ({ event }: Pick<Notice, 'event'>): Topic => topicOfEvent[event];

/** In characters. */
const maxFact = 500;

/** Limits values to one line and `maxFact` characters. Each recipient has a stored copy of the values. */
export const boundedFacts = (facts: NoticeFacts): NoticeFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]));

function bounded(text: string): string {
  const characters = [...inOneLine(text.slice(0, 4 * maxFact))];
  return characters.length > maxFact ? `${characters.slice(0, maxFact - 1).join('')}…` : characters.join('');
}

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
