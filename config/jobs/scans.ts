import { setTimeout as delay } from 'node:timers/promises';
import { RandomTokenSource } from '../../adapters/system/index.js';
import { runScans, type ScanReport } from '../../application/scan/scan-run.js';
import type { Service } from '../container.js';

const firstPollMs = 1000;
const interval = 10_000;
/** Interval after a failure, in milliseconds. */
const longInterval = 60_000;

type JobContext = Pick<Service, 'application' | 'storage' | 'log'>;

/** A failed scan is retried after 60 s. Repetitions of the same failure are not logged. */
export class ScanJob {
  readonly #context: JobContext;
  readonly #owner = new RandomTokenSource().create();
  #isStopped = false;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    this.#schedulePoll(firstPollMs);
  }

  /** Cancels the current step. @param grace maximum wait for its writes, in milliseconds */
  async stop(grace: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#context.application.scanning.stop();
    await Promise.race([this.#underWay, delay(grace, undefined, { ref: false })]);
  }

  #schedulePoll(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#poll()
        .catch((error: unknown) => this.#logFailure(error))
        .then((next) => this.#schedulePoll(next));
    }, milliseconds);
    this.#timer.unref();
  }

  #logFailure(error: unknown): number {
    const { storage, log } = this.#context;
    if (!this.#isStopped && !storage.note(error)) log.error('scan failed', { error });
    return longInterval;
  }

  /** Returns the milliseconds until the next poll. */
  async #poll(): Promise<number> {
    const { scanning } = this.#context.application;
    const { enabled, intervalSeconds } = await scanning.settings();
    if (!enabled || intervalSeconds === 0) return interval;
    const targets = await scanning.targets({ idleSeconds: intervalSeconds });
    const steps = {
      step: (id: number) => scanning.step(id, this.#owner),
      release: (id: number) => scanning.release(id, this.#owner),
    };
    const reports = await runScans(targets, steps, { isStopped: () => this.#isStopped });
    this.#logReports(reports);
    return this.#problem === undefined ? Math.min(interval, intervalSeconds * 500) : longInterval;
  }

  #logReports(reports: readonly ScanReport[]): void {
    const { log } = this.#context;
    const done = reports.filter(({ state }) => state === 'done');
    if (done.length > 0) log.debug('scanned', { subnets: done.length });
    if (this.#isStopped || reports.length === 0) return;
    const failed = reports.find(({ state }) => state === 'failed');
    if (failed && failed.problem !== this.#problem) log.warn('scan failed', { subnet: failed.cidr, problem: failed.problem });
    if (!failed && this.#problem !== undefined) log.info('scans working again');
    this.#problem = failed?.problem;
  }
}
