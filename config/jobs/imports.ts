import type { Service } from '../container.js';

const roundMs = 2000;
const sweepMs = 3_600_000;

type JobContext = Pick<Service, 'application' | 'storage' | 'log'>;

export class ImportJob {
  readonly #context: JobContext;
  #isStopped = false;
  #nextSweep = 0;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(context: JobContext) {
    this.#context = context;
  }

  start(): void {
    this.#schedule();
  }

  /** Stops after the current unit of work. Another process, or the next start, continues the import. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const { importRunner } = this.#context.application;
    importRunner.stop();
    await this.#underWay;
    await importRunner.release().catch((error: unknown) => this.#logFailure(error));
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#underWay = this.#round()
        .catch((error: unknown) => this.#logFailure(error))
        .then(() => this.#schedule());
    }, roundMs);
    this.#timer.unref();
  }

  #logFailure(error: unknown): void {
    const { storage, log } = this.#context;
    if (!this.#isStopped && !storage.note(error)) log.error('rows of an import not written', { error });
  }

  async #round(): Promise<void> {
    const { importRunner } = this.#context.application;
    await importRunner.run();
    if (Date.now() < this.#nextSweep) return;
    this.#nextSweep = Date.now() + sweepMs;
    await importRunner.sweep();
  }
}
