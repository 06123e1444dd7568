import type { Log, Timers } from './ports/environment.js';
import { StorageError } from './ports/storage-error.js';

const pollIntervalMs = 1000;

export interface StorageDescription {
  readonly software: string;
  readonly schema: string;
}

/** Monitors the storage. Logs one entry at the beginning of an outage, and one at its end. */
export class StorageWatch {
  readonly #probe: () => Promise<void>;
  readonly #log: Log;
  readonly #timers: Timers;
  #failures = 0;
  /** Number of failures before the current outage; undefined without an outage. */
  #failuresBefore: number | undefined;
  #cancel = (): void => {};
  #closed = false;

  /** Texts are empty if unknown. */
  readonly description: StorageDescription;

  /** @param probe tests within a few seconds whether the storage accepts writes; throws if not */
  constructor(
    probe: () => Promise<void>,
    log: Log,
    timers: Timers,
    description: StorageDescription = { software: '', schema: '' },
  ) {
    this.description = description;
    this.#probe = probe;
    this.#log = log;
    this.#timers = timers;
  }

  get failures(): number {
    return this.#failures;
  }

  get works(): boolean {
    return this.#failuresBefore === undefined;
  }

  /** Records a failure. Returns false for errors that the caller must log: defects, and errors other than StorageError. */
  note(error: unknown): boolean {
    if (!(error instanceof StorageError) || error.failure === 'defect') return false;
    if (this.#closed) return true;
    this.#failures++;
    if (this.works) {
      this.#failuresBefore = this.#failures - 1;
      this.#log.error('database unavailable', { trouble: error.failure, cause: causeOf(error) });
      this.#scheduleProbe();
    }
    return true;
  }

  /** Ends probes and log entries. Failures during the shutdown are expected. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  /** Schedules a probe. Recovery also needs an interval without failures, because a locked row fails only some requests. */
  #scheduleProbe(): void {
    if (this.#closed) return;
    const failures = this.#failures;
    this.#cancel = this.#timers.after(pollIntervalMs, async () => {
      const works = this.#failures === failures && (await this.#probe().then(isSo, isNotSo));
      if (this.#closed) return;
      if (!works || this.#failures !== failures) return this.#scheduleProbe();
      this.#log.info('database available again', { failed: this.#failures - (this.#failuresBefore ?? 0) });
      this.#failuresBefore = undefined;
    });
  }
}

const isSo = (): boolean => true;
const isNotSo = (): boolean => false;

function causeOf({ message, cause }: Error): string {
  const origin = cause instanceof Error ? cause.message : '';
  return origin === '' || message.includes(origin) ? message : `${message}: ${origin}`;
}
