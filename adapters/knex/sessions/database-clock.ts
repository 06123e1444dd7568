import type { Clock } from '../../../application/ports/environment.js';

/** Milliseconds between two comparisons with the database. */
const trust = 5000;

export interface DatabaseClockOptions {
  /** Reads the database's time in milliseconds since 1970. @throws DatabaseFailure */
  readonly ask: () => Promise<number>;
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

/**
 * The database's clock, advanced by the monotonic clock of this process between comparisons. All processes share one time: a wrong
 * clock of a machine neither expires tokens nor deletes history.
 */
export class DatabaseClock implements Clock {
  readonly #ask: () => Promise<number>;
  readonly #elapsed: () => number;
  /** The database's time at zero of the monotonic clock. */
  #origin: number | undefined;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor({ ask, elapsed = () => performance.now() }: DatabaseClockOptions) {
    this.#ask = ask;
    this.#elapsed = elapsed;
  }

  /** Returns the time of the database; until the database has answered, the time of this machine. Sessions wait for that answer. */
  now(): Date {
    return this.#origin === undefined ? new Date() : new Date(this.#origin + this.#elapsed());
  }

  /** Called before the database is used. @returns the first answer, to be awaited; undefined afterwards @throws DatabaseFailure */
  beforeUse(): Promise<void> | undefined {
    if (this.#elapsed() - this.#comparedAt < trust) return undefined;
    this.#asking ??= this.#compare().finally(() => {
      this.#asking = undefined;
    });
    if (this.#origin === undefined) return this.#asking;
    this.#asking.catch(() => {}); // the caller's own statement reports the failure
    return undefined;
  }

  /**
   * Compares the clock with the database, which reads its time between query and answer. The origin changes only if it contradicts
   * this.
   */
  async #compare(): Promise<void> {
    const asked = this.#elapsed();
    const time = await this.#ask();
    const answered = this.#elapsed();
    const [earliest, latest] = [time - answered, time - asked];
    if (this.#origin === undefined || this.#origin < earliest || this.#origin > latest) this.#origin = (earliest + latest) / 2;
    this.#comparedAt = answered;
  }
}
