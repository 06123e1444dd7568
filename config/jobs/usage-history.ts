import type { Service } from '../container.js';

const firstPollMs = 5000;
const intervalMs = 60_000;
const longIntervalMs = 300_000;

type JobContext = Pick<Service, 'application' | 'storage' | 'log'>;

/** Records the utilization once a day. Of all processes that share a database, the process with the lease of the day records it. */
export class DailyUsageRecording {
  readonly #context: JobContext;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    this.#schedule(firstPollMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#look()
        .catch((error: unknown) => this.#logFailure(error))
        .then((next) => this.#schedule(next));
    }, delayMs);
    this.#timer.unref();
  }

  #logFailure(error: unknown): number {
    const { storage, log } = this.#context;
    if (!this.#isStopped && !storage.note(error)) log.error('utilization not recorded', { error });
    return longIntervalMs;
  }

  /** Returns the milliseconds until the next poll. */
  async #look(): Promise<number> {
    const { application, log } = this.#context;
    const { usageRecording } = application;
    if (!(await usageRecording.isDue())) return intervalMs;
    const startedAt = performance.now();
    const record = await usageRecording.record(() => this.#isStopped);
    if (record) log.info('utilization recorded', { ...record, seconds: Math.round(performance.now() - startedAt) / 1000 });
    return intervalMs;
  }
}
