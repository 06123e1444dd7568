import type { Topic } from './topic.js';

/** Events of notifications, and their topics. */
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

/** Values of the text of a notice. */
export type NoticeFacts = Readonly<Record<string, string | number>>;

/**
 * The persons that a notice concerns, beside their subscriptions. user: one person, who must be able to see the subnet, if there is
 * one. level: persons with a level on the subnet. administrators: these.
 */
export type Audience =
  | { readonly of: 'user'; readonly userId: number }
  | { readonly of: 'level'; readonly level: 1 | 2; readonly exceptUserId: number | null }
  | { readonly of: 'administrators' };

/** A notification: plain JSON. */
export interface Notice {
  readonly event: NoticeEvent;
  /** Notices about one object have the same key: a mail contains the newest one. */
  readonly key: string;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly audience: Audience;
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  readonly facts: NoticeFacts;
}

export const topicOf = ({ event }: Pick<Notice, 'event'>): Topic => topicOfEvent[event];
