import type { Notice } from '../../domain/notifications/notice.js';
import type { Subscription } from '../../domain/notifications/subscription.js';

export interface QueuedNotice {
  readonly userId: number;
  readonly notice: Notice;
}

export interface QueuedMail {
  readonly id: string;
  readonly userId: number;
  /** In the order of queueing; at least one. */
  readonly notices: readonly Notice[];
  /** Number of notices that are not in `notices`. Their contents are not stored. */
  readonly further: number;
  /** Number of failed attempts to send the mail. */
  readonly failures: number;
}

export interface NotificationBacklog {
  readonly notices: number;
  readonly mails: number;
  /** Number of mails with failed attempts. */
  readonly failing: number;
  readonly problem: string | null;
  /** Time at which the oldest notice was queued, including the notices of queued mails; null without notices. */
  readonly oldest: Date | null;
}

export interface NotificationReader {
  subscription(userId: number): Promise<Subscription | undefined>;
  subscriptions(): Promise<ReadonlyMap<number, Subscription>>;
  backlog(): Promise<NotificationBacklog>;
  /** Stored values by name. Names without a value are omitted. */
  marks(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Stores the queue. Deleting a user deletes queued notices and mails of the user. */
export interface NotificationRepository extends NotificationReader {
  saveSubscription(userId: number, subscription: Subscription): Promise<void>;
  deleteSubscription(userId: number): Promise<boolean>;
  /**
   * Stores a value under a name. Units of work with the same name run in sequence.
   * @param until expiry; null: none
   * @returns the earlier value; undefined for a new name
   */
  mark(name: string, value: string, until: Date | null): Promise<string | undefined>;
  unmark(name: string): Promise<boolean>;
  /** Queues notices. Those for deleted users are ignored. */
  add(notices: readonly QueuedNotice[], at: Date): Promise<void>;
  /** Users without a mail whose oldest notice was queued at a time or earlier, in the order of these notices. */
  due(since: Date, max: number): Promise<readonly number[]>;
  /** Moves at most `max` of a user's oldest notices to a new mail. Returns their number; 0: no mail was created. */
  gather(userId: number, mailId: string, max: number): Promise<number>;
  /**
   * Deletes the oldest queued notices of the mail's recipient, adds their number to `further` of the mail, and returns the number.
   * Does nothing and returns 0 if the mail was reserved or delayed before.
   */
  countFurther(mailId: string, max: number): Promise<number>;
  /** Reserves the oldest mail that is neither reserved nor delayed, until a time or until `finish` or `postpone`. */
  claim(now: Date, until: Date): Promise<QueuedMail | undefined>;
  finish(id: string): Promise<void>;
  /** Stores a failure, and delays the mail until a time. */
  postpone(id: string, until: Date, problem: string): Promise<void>;
  deleteBefore(at: Date): Promise<number>;
  deleteOutlivedMarks(now: Date): Promise<void>;
}
