import type { Log, Timers } from './ports/environment.js';
import { StorageError } from './ports/storage-error.js';

/** Interval of probes of a failed storage, in milliseconds. */
const pollIntervalMs = 1000;

export interface StorageDescription {
  /** E.g. `PostgreSQL`. */
  readonly software: string;
  /** The version of its schema. */
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

  /** Number of failures since the process started. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the storage works, as far as is known. */
  get works(): boolean {
    return this.#failuresBefore === undefined;
  }

  /**
   * Records a failure of the storage.
   * @returns whether it is an outage or an unknown outcome, which needs no further log entry; defects are logged by the caller,
   * as only people can fix them
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

  /** Stops probes, counts and log entries: the service stops, so later failures are expected. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  /**
   * The storage has recovered after a successful probe and an interval without failures: a locked row lets only some requests
   * fail.
   */
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

/** The messages of an error and its cause. */
function causeOf({ message, cause }: Error): string {
  const origin = cause instanceof Error ? cause.message : '';
  return origin === '' || message.includes(origin) ? message : `${message}: ${origin}`;
}
