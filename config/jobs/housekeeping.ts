import type { Service } from '../container.js';

/** Delay of the first cleanup and interval of further cleanups, in milliseconds. */
const firstClearing = 60_000;
const interval = 3_600_000;

/** Interval of usage updates and of the release of expired holds, in milliseconds. Requests also trigger both. */
const shortInterval = 10_000;

type JobContext = Pick<Service, 'administration' | 'application' | 'storage' | 'log'>;

type Chore = readonly [run: () => Promise<unknown>, whenItFails: string];

/** Failures are logged and retried after the next interval. */
export class Housekeeping {
  readonly #context: JobContext;
  readonly #timers: NodeJS.Timeout[] = [];
  #isAtIt = false;
  #isStopped = false;
  #underWay: Promise<void> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    const clearAway = () => this.#doAll(this.#seldomDone());
    this.#timers.push(setTimeout(clearAway, firstClearing), setInterval(clearAway, interval));
    this.#timers.push(setInterval(() => this.#doOften(), shortInterval));
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#underWay;
  }

  #seldomDone(): readonly Chore[] {
    const { administration, application } = this.#context;
    return [
      [() => this.#shortenHistory(), 'change history not pruned'],
      [() => administration.sweepRequestNonces(), 'expired nonces not deleted'],
      [() => administration.forgetFreedAddresses(), 'old records of freed addresses not deleted'],
      [() => application.rateLimiter.sweep(), 'expired rate limit counts not deleted'],
      [() => application.oauthClients.sweep(), 'expired OAuth grants not deleted'],
      [() => application.repeats.sweep(), 'expired idempotency answers not deleted'],
    ];
  }

  async #shortenHistory(): Promise<void> {
    const { administration, log } = this.#context;
    const deleted = await administration.pruneChangeLog();
    if (deleted > 0) log.info('change history pruned', { deleted });
  }

  async #doOften(): Promise<void> {
    if (this.#isAtIt) return;
    this.#isAtIt = true;
    const { application } = this.#context;
    await this.#doAll([
      [() => application.subnets.followUsage(), 'usage counts not updated'],
      [() => application.holdExpiry.sweep(), 'expired holds not released'],
      [() => application.requests.sweep(), 'expired requests not closed'],
    ]);
    this.#isAtIt = false;
  }

  #doAll(tasks: readonly Chore[]): Promise<void> {
    const done = Promise.all([this.#underWay, this.#doEach(tasks)]);
    this.#underWay = done.then(() => {});
    return this.#underWay;
  }

  async #doEach(tasks: readonly Chore[]): Promise<void> {
    const { storage, log } = this.#context;
    for (const [run, whenItFails] of tasks) {
      if (this.#isStopped) return;
      try {
        await run();
      } catch (error) {
        if (!this.#isStopped && !storage.note(error))
          log.warn(whenItFails, { problem: error instanceof Error ? error.message : String(error) });
      }
    }
  }
}
