import { isFollowed } from '../../application/changes/feed/following.js';
import { notificationFollowerName, thresholdFollowerName } from '../../application/notifications/notification-follower.js';
import { retryDelayAfter } from '../../domain/changes/retry.js';
import type { Service } from '../services.js';
import { OptionalFollower } from './followers.js';
import { type Job, logged, onceIn, Rounds, within } from './rounds.js';

/**
 * Intervals in milliseconds. Holds are checked more often than other alarms (`holdCheckMs`, `checkMs`), because holds may be short.
 */
const roundMs = 5000;
const checkMs = 600_000;
const holdCheckMs = 30_000;
const sweepMs = 3_600_000;
const maxRoundMs = 300_000;
const maxWaitMs = 3000;

type JobContext = Pick<Service, 'application' | 'database' | 'storage' | 'log' | 'timers' | 'tokens'>;

/** Checks alarms and sends mails. Disabling thresholds or notifications removes the follower and its position. */
export class NotificationJob implements Job {
  readonly #context: JobContext;
  readonly #rounds: Rounds;
  readonly #thresholds: OptionalFollower;
  readonly #notifications: OptionalFollower;
  readonly #isCheckDue = onceIn(checkMs);
  readonly #isHoldCheckDue = onceIn(holdCheckMs);
  readonly #isSweepDue = onceIn(sweepMs);
  #failures = 0;
  #nextSend = 0;

  constructor(context: JobContext) {
    const { application } = context;
    this.#context = context;
    this.#thresholds = new OptionalFollower(context, thresholdFollowerName, () => application.thresholdFollower);
    this.#notifications = new OptionalFollower(context, notificationFollowerName, () => application.notificationFollower);
    this.#rounds = new Rounds({
      firstMs: roundMs,
      round: () => this.#round(),
      failed: (error) => logged(context, 'notifications not processed', this.#delayAfterFailure())(error),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<unknown> {
    const ended = [this.#rounds.stop(), this.#thresholds.stop(), this.#notifications.stop()];
    this.#context.application.mailQueue.stop();
    return within(maxWaitMs, Promise.all(ended));
  }

  #delayAfterFailure(): number {
    this.#failures++;
    return Math.max(roundMs, retryDelayAfter(this.#failures, Math.random(), maxRoundMs));
  }

  async #round(): Promise<number> {
    const { directory, mailQueue } = this.#context.application;
    const { alarms, mail } = await directory.settings();
    await this.#thresholds.follow(alarms.enabled);
    await this.#notifications.follow(mail.enabled);
    // while mail is enabled, checks wait for the follower of new alarms, because the first check may find many
    const { unitOfWork } = this.#context.database;
    if (alarms.enabled && (!mail.enabled || (await isFollowed(unitOfWork, notificationFollowerName)))) await this.#check();
    if (!mail.enabled) return roundMs;
    if (this.#isSweepDue()) await mailQueue.sweep();
    await this.#send();
    return roundMs;
  }

  /** A failure delays the next mails, but not the next checks. */
  async #send(): Promise<void> {
    if (Date.now() < this.#nextSend) return;
    const { hasFailed } = await this.#context.application.mailQueue.send();
    if (hasFailed) this.#nextSend = Date.now() + this.#delayAfterFailure();
    else this.#failures = 0;
  }

  async #check(): Promise<void> {
    if (!this.#isHoldCheckDue()) return;
    const { alarms } = this.#context.application;
    const recorded = await (this.#isCheckDue() ? alarms.check() : alarms.checkHolds());
    if (recorded > 0) this.#context.log.info('alarms recorded', { recorded });
  }
}
