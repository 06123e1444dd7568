import type { Log, Timers } from './ports/environment.js';
import { StorageError } from './ports/storage-error.js';

/** How often it is looked whether a storage that failed works again, in milliseconds. */
const pollIntervalMs = 1000;

/** What a storage is, for people. */
export interface StorageDescription {
  /** E.g. `PostgreSQL`. */
  readonly software: string;
  /** The version of its schema. */
  readonly schema: string;
}

/** Follows whether the storage works: one entry of the log when it begins to fail, and one when it works again. */
export class StorageWatch {
  readonly #probe: () => Promise<void>;
  readonly #log: Log;
  readonly #timers: Timers;
  #failures = 0;
  /** How often something had failed before the storage stopped working; none while it works. */
  #failuresBefore: number | undefined;
  #cancel = (): void => {};
  #closed = false;

  /** What the storage is; empty texts where nobody says. */
  readonly about: StorageDescription;

  /** @param probe whether the storage takes writes; throws when it does not, within a few seconds */
  constructor(probe: () => Promise<void>, log: Log, timers: Timers, about: StorageDescription = { software: '', schema: '' }) {
    this.about = about;
    this.#probe = probe;
    this.#log = log;
    this.#timers = timers;
  }

  /** How often something failed so since the process started. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the storage works, as far as is known. */
  get works(): boolean {
    return this.#failuresBefore === undefined;
  }

  /**
   * Notes what somebody failed with.
   * @returns whether the storage is unavailable or has left an outcome unknown, which needs no further word in the log; of a
   * defect others tell, as only people can mend it
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

  /** From now on the storage fails because the service stops: nothing is probed, counted or logged any more. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  /** It works again when it does and nobody has failed for a while: one row that is held lets only some of all fail. */
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

/** What an error says, and what it came from. */
function causeOf({ message, cause }: Error): string {
  const origin = cause instanceof Error ? cause.message : '';
  return origin === '' || message.includes(origin) ? message : `${message}: ${origin}`;
}
