import { retryDelayAfter } from '../../domain/changes/retry.js';
import { defaultSubscription, type MailSettings } from '../../domain/notifications/mail-settings.js';
import { dueSince, type Notice } from '../../domain/notifications/notice.js';
import type { Subscription } from '../../domain/notifications/subscription.js';
import type { Log, TokenSource } from '../ports/environment.js';
import { type Mail, type Mailer, MailFailure, type MailFailureScope } from '../ports/mailer.js';
import type { QueuedMail } from '../ports/notifications.js';
import type { Observer } from '../ports/observer.js';
import { Audiences } from './audiences.js';
import { writeMail } from './mail-texts.js';
import type { NotificationPorts } from './notification-follower.js';

export interface MailQueuePorts extends NotificationPorts {
  readonly mailer: Mailer;
  readonly tokens: Pick<TokenSource, 'create'>;
  readonly log: Log;
  /** A random number from 0 to 1. */
  readonly chance: () => number;
  readonly observer?: Pick<Observer, 'mailSent' | 'mailFailed'> | undefined;
}

/**
 * `maxNotices`: notices in a mail. Further notices are only counted. `maxCounted`: further notices counted per unit of work.
 * `maxCountings`: units of work that count for a mail.
 */
const maxNotices = 1000;
const maxCounted = 2000;
const maxCountings = 500;
/** `maxGathered`: maximum number of mails created per round. `maxRefusals`: refusals after which a mail is discarded. */
const maxGathered = 500;
const maxRefusals = 8;

/** A reservation lasts the timeout of its mail plus this time, to compose the mail and to store the result. */
const reservationSlackMs = 60_000;

const maxDelayMs = 15 * 60_000;

/** Age at which notices and mails are discarded, in milliseconds. */
const maxAgeMs = 30 * 24 * 3_600_000;

export interface SentMails {
  readonly sent: number;
  /** Whether the round ended early, because of a failure that other mails would have as well. */
  readonly hasFailed: boolean;
}

/**
 * Collects queued notices in mails and sends them. Several processes may run: each mail is reserved by one process.
 * If a process ends between sending a mail and storing the result, the mail is sent again with the same Message-ID.
 */
export class MailQueue {
  readonly #ports: MailQueuePorts;
  readonly #stop = new AbortController();

  constructor(ports: MailQueuePorts) {
    this.#ports = ports;
  }

  /** Aborts the mail being sent. It is sent again later. */
  stop(): void {
    this.#stop.abort();
  }

  /** Sends due mails in order. Ends early after a failure that other mails would have as well. */
  async send(): Promise<SentMails> {
    const { mail: settings } = await this.#ports.readers.settings.read();
    let sent = 0;
    if (!settings.enabled) return { sent, hasFailed: false };
    await this.#gather(settings);
    while (!this.#stop.signal.aborted) {
      const mail = await this.#claim(settings);
      if (!mail) break;
      const outcome = await this.#deliver(mail, settings);
      if (outcome === 'all') return { sent, hasFailed: true };
      if (outcome === 'sent') sent++;
    }
    return { sent, hasFailed: false };
  }

  /** Discards notices and mails older than thirty days. */
  async sweep(): Promise<void> {
    const { unitOfWork, clock, log } = this.#ports;
    const before = new Date(clock.now().getTime() - maxAgeMs);
    const discarded = await unitOfWork.run(({ notifications }) => notifications.deleteBefore(before));
    if (discarded > 0) log.error('notifications discarded after 30 days without a mail server', { discarded });
  }

  async #gather({ digestMinutes }: MailSettings): Promise<void> {
    const { unitOfWork, clock, tokens } = this.#ports;
    const since = dueSince(clock.now(), digestMinutes);
    const due = await unitOfWork.run(({ notifications }) => notifications.due(since, maxGathered));
    for (const userId of due) {
      const id = tokens.create();
      const gathered = await unitOfWork.run(({ notifications }) => notifications.gather(userId, id, maxNotices));
      if (gathered === maxNotices) await this.#countFurther(id);
    }
  }

  /** Counts the notices beyond the limit of a mail, so that a user with a long queue gets one mail. */
  async #countFurther(mailId: string): Promise<void> {
    for (let round = 0; round < maxCountings && !this.#stop.signal.aborted; round++) {
      const counted = await this.#ports.unitOfWork.run(({ notifications }) => notifications.countFurther(mailId, maxCounted));
      if (counted < maxCounted) return;
    }
  }

  #claim({ timeoutSeconds }: MailSettings): Promise<QueuedMail | undefined> {
    const now = this.#ports.clock.now();
    const until = new Date(now.getTime() + timeoutSeconds * 1000 + reservationSlackMs);
    return this.#ports.unitOfWork.run(({ notifications }) => notifications.claim(now, until));
  }

  async #deliver(queued: QueuedMail, settings: MailSettings): Promise<'sent' | 'dropped' | MailFailureScope> {
    const mail = await this.#compose(queued, settings);
    if (!mail) return this.#finish(queued, 'dropped');
    try {
      await this.#ports.mailer.send(mail, settings, this.#stop.signal);
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      return this.#fail(queued, error);
    }
    this.#ports.observer?.mailSent?.();
    return this.#finish(queued, 'sent');
  }

  /** Composes a mail from the notices that its recipient may see; undefined without any. */
  async #compose({ id, userId, notices, further }: QueuedMail, settings: MailSettings): Promise<Mail | undefined> {
    const { readers, directory } = this.#ports;
    const user = await readers.users.find(userId);
    if (!user) return undefined;
    const subscription: Subscription = (await readers.notifications.subscription(userId)) ?? defaultSubscription(settings);
    const audiences = new Audiences(readers, directory);
    const visible: Notice[] = [];
    for (const notice of notices) if (await audiences.mayReceive(user, notice, subscription)) visible.push(notice);
    if (visible.length === 0) return undefined;
    return writeMail({ id, to: user.email, notices: visible, further, language: subscription.language }, settings);
  }

  async #finish<O>({ id }: QueuedMail, outcome: O): Promise<O> {
    await this.#ports.unitOfWork.run(({ notifications }) => notifications.finish(id));
    return outcome;
  }

  async #fail(queued: QueuedMail, { message: problem, scope }: MailFailure): Promise<MailFailureScope> {
    const { unitOfWork, clock, log, chance } = this.#ports;
    const failures = queued.failures + 1;
    if (!this.#stop.signal.aborted) this.#ports.observer?.mailFailed?.(scope);
    const facts = { mail: queued.id, userId: queued.userId, failures, problem };
    if (scope === 'refused' && failures >= maxRefusals) {
      log.error('mail discarded: the server refuses it', facts);
      return this.#finish(queued, scope);
    }
    if (!this.#stop.signal.aborted) log.warn('mail not sent', facts);
    const until = new Date(clock.now().getTime() + retryDelayAfter(failures, chance(), maxDelayMs));
    await unitOfWork.run(({ notifications }) => notifications.postpone(queued.id, until, problem));
    return scope;
  }
}
