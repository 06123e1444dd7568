import type { Log, Timers } from './ports/environment.js';
import { StorageError } from './ports/storage-error.js';

/** Interval of probes of a failed storage, in milliseconds. */
const pollIntervalMs = 1000;

export interface StorageDescription {
  /** E.g. `PostgreSQL`. */
  readonly software: string;
  readonly schema: string;
}

/** Monitors the storage: logs one entry when it begins to fail, and one when it works again. */
export class StorageWatch {
  readonly #probe: () => Promise<void>;
  readonly #log: Log;
  readonly #timers: Timers;
  #failures = 0;
  /** Number of failures before the current outage; undefined without one. */
  #failuresBefore: number | undefined;
  #cancel = (): void => {};
  #closed = false;

  /** Empty texts when unknown. */
  readonly about: StorageDescription;

  /** @param probe tests within a few seconds whether the storage accepts writes; throws when it does not */
  constructor(probe: () => Promise<void>, log: Log, timers: Timers, about: StorageDescription = { software: '', schema: '' }) {
    this.about = about;
    this.#probe = probe;
    this.#log = log;
    this.#timers = timers;
  }

  /** Since the process started. */
  get failures(): number {
    return this.#failures;
  }

  get works(): boolean {
    return this.#failuresBefore === undefined;
  }

  /**
   * Records a failure.
   * @returns whether it needs no further log entry: an outage or an unknown outcome. Callers log defects, which only people can
   * fix.
   */
  note(error: unknown): boolean {
    if (!(error instanceof StorageError) || error.trouble === 'defect') return false;
    if (this.#closed) return true;
    this.#failures++;
    if (this.works) {
      this.#failuresBefore = this.#failures - 1;
      this.#log.error('database unavailable', { trouble: error.trouble, cause: causeOf(error) });
      this.#scheduleProbe();
    }
    return true;
  }

  /** Ends probes and log entries: failures during the stop of the service are expected. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  /** Recovery needs a successful probe and an interval without failures: a locked row lets only some requests fail. */
  #scheduleProbe(): void {
    if (this.#closed) return;
    const seen = this.#failures;
    this.#cancel = this.#timers.after(pollIntervalMs, async () => {
      const works = this.#failures === seen && (await this.#probe().then(isSo, isNotSo));
      if (this.#closed) return;
      if (works && this.#failures === seen) this.#recover();
      else this.#scheduleProbe();
    });
  }

  #recover(): void {
    this.#log.info('database available again', { failed: this.#failures - (this.#failuresBefore ?? 0) });
    this.#failuresBefore = undefined;
  }
}

const isSo = (): boolean => true;
const isNotSo = (): boolean => false;

function causeOf({ message, cause }: Error): string {
  const origin = cause instanceof Error ? cause.message : '';
  return origin === '' || message.includes(origin) ? message : `${message}: ${origin}`;
}
