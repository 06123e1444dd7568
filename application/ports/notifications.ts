import type { Notice } from '../../domain/notifications/notice.js';
import type { Subscription } from '../../domain/notifications/subscription.js';

/** A notice for one person. */
export interface QueuedNotice {
  readonly userId: number;
  readonly notice: Notice;
}

/** The gathered notices of one person, to be sent as one mail. */
export interface QueuedMail {
  /** A unique name. */
  readonly id: string;
  readonly userId: number;
  /** In the order of queueing, at least one. */
  readonly notices: readonly Notice[];
  /** Number of further notices, without their contents. */
  readonly further: number;
  /** Failed attempts to send it. */
  readonly failures: number;
}

/** The state of the queue. */
export interface NotificationBacklog {
  /** Notices that are not part of a mail yet. */
  readonly notices: number;
  readonly mails: number;
  /** Mails with failed attempts. */
  readonly failing: number;
  /** Reason of the last failure of these mails. */
  readonly problem: string | null;
  /** When the oldest of these notices was queued, also if it is part of a mail; null without any. */
  readonly oldest: Date | null;
}

export interface NotificationReader {
  subscription(userId: number): Promise<Subscription | undefined>;
  /** By user id. */
  subscriptions(): Promise<ReadonlyMap<number, Subscription>>;
  backlog(): Promise<NotificationBacklog>;
  /** Stored values by name. Names without a value are left out. */
  marks(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Queued notices and mails of a deleted user are deleted. */
export interface NotificationRepository extends NotificationReader {
  saveSubscription(userId: number, subscription: Subscription): Promise<void>;
  /** @returns whether it existed */
  deleteSubscription(userId: number): Promise<boolean>;
  /**
   * Stores a value under a name. Units of work that write the same name run one after the other.
   * @param until time from which it may be deleted; null: never
   * @returns the earlier value; undefined for a new name
   */
  mark(name: string, value: string, until: Date | null): Promise<string | undefined>;
  /** Deletes a value. @returns whether it existed */
  unmark(name: string): Promise<boolean>;
  /** Queues notices. Those of deleted users are ignored. */
  add(notices: readonly QueuedNotice[], at: Date): Promise<void>;
  /** Users without a mail whose oldest notice was queued at this time or before, in the order of these notices. */
  due(since: Date, max: number): Promise<readonly number[]>;
  /**
   * Moves the oldest notices of a user into a new mail.
   * @param max largest number of notices
   * @returns their number; 0: there is no mail
   */
  gather(userId: number, mailId: string, max: number): Promise<number>;
  /**
   * Deletes the oldest notices of the receiver of a mail, and counts them in the mail. A mail that was claimed remains as it is.
   * @returns their number
   */
  countFurther(mailId: string, max: number): Promise<number>;
  /**
   * The oldest mail that nobody sends and that need not wait. It is reserved for the caller.
   * @param until end of the reservation, unless it is finished or postponed before
   */
  claim(now: Date, until: Date): Promise<QueuedMail | undefined>;
  /** Deletes a mail that is sent. */
  finish(id: string): Promise<void>;
  /** Notes a failure. The mail waits until a time. */
  postpone(id: string, until: Date, problem: string): Promise<void>;
  /** Deletes notices and mails from before a time. @returns their number */
  deleteBefore(at: Date): Promise<number>;
  /** Deletes values whose time is over. */
  deleteOutlivedMarks(now: Date): Promise<void>;
}
