import { RandomTokenSource, systemTimers } from '../../adapters/system/index.js';
import { type Follower, Following } from '../../application/changes/feed/following.js';
import { notificationFollowerName, thresholdFollowerName } from '../../application/notifications/notification-follower.js';
import { retryDelayAfter } from '../../domain/changes/retry.js';
import type { Service } from '../container.js';

/**
 * Intervals in milliseconds. Holds are checked more often than other alarms (`holdCheckMs`, `checkMs`), because holds may be short.
 */
const roundMs = 5000;
const checkMs = 600_000;
const holdCheckMs = 30_000;
const sweepMs = 3_600_000;
const maxRoundMs = 300_000;
const maxWaitMs = 3000;

type JobContext = Pick<Service, 'application' | 'database' | 'storage' | 'log'>;

/** Checks alarms and sends mails. Disabling thresholds or notifications removes the follower and its position. */
export class NotificationJob {
  readonly #context: JobContext;
  readonly #holder = new RandomTokenSource().create();
  readonly #followings = new Map<string, Following>();
  readonly #forgotten = new Set<string>();
  #isStopped = false;
  #failures = 0;
  #nextCheck = 0;
  #nextHoldCheck = 0;
  #nextSweep = 0;
  #nextSend = 0;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    this.#schedule(roundMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#context.application.mailQueue.stop();
    const waiting = new Promise<void>((resolve) => void systemTimers.after(maxWaitMs, resolve));
    const ended = Promise.all([this.#underWay, ...[...this.#followings.values()].map((following) => following.stop())]);
    await Promise.race([ended, waiting]);
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#round()
        .catch((error: unknown) => this.#logFailure(error))
        .then((next) => this.#schedule(next));
    }, delayMs);
    this.#timer.unref();
  }

  #logFailure(error: unknown): number {
    const { storage, log } = this.#context;
    if (!this.#isStopped && !storage.note(error)) log.error('notifications not processed', { error });
    return this.#delayAfterFailure();
  }

  #delayAfterFailure(): number {
    this.#failures++;
    return Math.max(roundMs, retryDelayAfter(this.#failures, Math.random(), maxRoundMs));
  }

  /** Returns the milliseconds until the next round. */
  async #round(): Promise<number> {
    const { application } = this.#context;
    const { alarms, mail } = await application.directory.settings();
    await this.#follow(thresholdFollowerName, alarms.enabled, () => application.thresholdFollower);
    await this.#follow(notificationFollowerName, mail.enabled, () => application.notificationFollower);
    if (alarms.enabled && (!mail.enabled || (await this.#isFollowed()))) await this.#check();
    if (!mail.enabled) return roundMs;
    await this.#sweep();
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
    const now = Date.now();
    if (now < this.#nextHoldCheck) return;
    this.#nextHoldCheck = now + holdCheckMs;
    const { alarms } = this.#context.application;
    const isWhole = now >= this.#nextCheck;
    if (isWhole) this.#nextCheck = now + checkMs;
    const recorded = await (isWhole ? alarms.check() : alarms.checkHolds());
    if (recorded > 0) this.#context.log.info('alarms recorded', { recorded });
  }

  /**
   * Whether the notification follower exists and receives new alarms. While mail is enabled, checks wait for the follower, because
   * the first check may find many alarms.
   */
  #isFollowed(): Promise<boolean> {
    return this.#context.database.unitOfWork.run(async ({ feed }) =>
      (await feed.followers()).some(({ name }) => name === notificationFollowerName),
    );
  }

  async #sweep(): Promise<void> {
    if (Date.now() < this.#nextSweep) return;
    this.#nextSweep = Date.now() + sweepMs;
    await this.#context.application.mailQueue.sweep();
  }

  async #follow(name: string, isEnabled: boolean, followerOf: () => Follower): Promise<void> {
    const known = this.#followings.get(name);
    if (this.#isStopped) return;
    if (isEnabled) {
      this.#forgotten.delete(name);
      if (!known) this.#followings.set(name, this.#begin(followerOf()));
      return;
    }
    this.#followings.delete(name);
    await known?.stop();
    if (this.#forgotten.has(name)) return;
    await this.#context.database.unitOfWork.run(({ feed }) => feed.removeFollower(name));
    this.#forgotten.add(name);
  }

  #begin(follower: Follower): Following {
    const { application, database, log } = this.#context;
    const following = new Following(follower, {
      ...{ feed: application.changeFeed, signal: application.commits, unitOfWork: database.unitOfWork },
      ...{ timers: systemTimers, log, holder: this.#holder, chance: Math.random },
    });
    following.start();
    return following;
  }
}
