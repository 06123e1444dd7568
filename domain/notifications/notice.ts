import type { Topic } from './topic.js';

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
