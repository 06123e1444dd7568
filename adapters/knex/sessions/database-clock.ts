import type { Clock } from '../../../application/ports/environment.js';

/** Milliseconds between two comparisons with the database. */
const trust = 5000;

export interface DatabaseClockOptions {
  /** Reads the database's time, in milliseconds since 1970. @throws DatabaseFailure */
  readonly ask: () => Promise<number>;
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

/**
 * The database's clock, without a query for each reading. The time is read once and continues by this process's monotonic clock,
 * with a comparison every few seconds while it is in use. All processes of a service thus share one time, and a wrong or changed
 * machine clock neither ends tokens nor deletes history.
 */
export class DatabaseClock implements Clock {
  readonly #ask: () => Promise<number>;
  readonly #elapsed: () => number;
  /** The database's time at the zero of the monotonic clock; undefined before the first answer. */
  #origin: number | undefined;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor({ ask, elapsed = () => performance.now() }: DatabaseClockOptions) {
    this.#ask = ask;
    this.#elapsed = elapsed;
  }

  /** Before the first answer, when no decision rests on it, this is the machine's own time. */
  now(): Date {
    return this.#origin === undefined ? new Date() : new Date(this.#origin + this.#elapsed());
  }

  /**
   * To be called before the database is used.
   * @returns the first answer, to be awaited; undefined once there is one
   * @throws DatabaseFailure when the first query fails
   */
  beforeUse(): Promise<void> | undefined {
    if (this.#elapsed() - this.#comparedAt < trust) return undefined;
    this.#asking ??= this.#compare().finally(() => {
      this.#asking = undefined;
    });
    if (this.#origin === undefined) return this.#asking;
    this.#asking.catch(() => {}); // the caller's own statement reports the failure
    return undefined;
  }

  /** The database read its time at some point between question and answer: an origin within that range stays unchanged. */
  async #compare(): Promise<void> {
    const asked = this.#elapsed();
    const time = await this.#ask();
    const answered = this.#elapsed();
    const [earliest, latest] = [time - answered, time - asked];
    if (this.#origin === undefined || this.#origin < earliest || this.#origin > latest) this.#origin = (earliest + latest) / 2;
    this.#comparedAt = answered;
  }
}
