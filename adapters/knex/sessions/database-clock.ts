import type { Clock } from '../../../application/ports/environment.js';

/** How long a measurement is believed without another look, in milliseconds. */
const trust = 5000;

/** What a clock is made of. */
export interface DatabaseClockOptions {
  /** Asks the database for its time, in milliseconds since 1970. @throws DatabaseFailure */
  readonly ask: () => Promise<number>;
  /** Milliseconds of a clock that only goes forward, whatever anybody sets the machine's clock to. */
  readonly elapsed?: () => number;
}

/**
 * The database's clock, told without asking for it each time: it was asked once, and its time goes on as this process counts
 * seconds. While the clock is used it is compared every few seconds. So every process of a service has the same time, and a
 * machine whose clock is wrong, or is set, neither ends tokens nor deletes history.
 */
export class DatabaseClock implements Clock {
  readonly #ask: () => Promise<number>;
  readonly #elapsed: () => number;
  /** The database's time when this process began to count; unknown before it was asked. */
  #origin: number | undefined;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor({ ask, elapsed = () => performance.now() }: DatabaseClockOptions) {
    this.#ask = ask;
    this.#elapsed = elapsed;
  }

  /** Before the database was reached, when nothing of it can be decided yet, this is the machine's own time. */
  now(): Date {
    return this.#origin === undefined ? new Date() : new Date(this.#origin + this.#elapsed());
  }

  /**
   * To be called when the database is about to be used.
   * @returns what has to be waited for: the first answer; nothing once there is one
   * @throws DatabaseFailure when the database cannot be asked for the first time
   */
  beforeUse(): Promise<void> | undefined {
    if (this.#elapsed() - this.#comparedAt < trust) return undefined;
    this.#asking ??= this.#compare().finally(() => {
      this.#asking = undefined;
    });
    if (this.#origin === undefined) return this.#asking;
    this.#asking.catch(() => {}); // whoever uses the database finds out
    return undefined;
  }

  /** The database said its time at some moment between question and answer: what agrees with that stays as it is. */
  async #compare(): Promise<void> {
    const asked = this.#elapsed();
    const time = await this.#ask();
    const answered = this.#elapsed();
    const [earliest, latest] = [time - answered, time - asked];
    if (this.#origin === undefined || this.#origin < earliest || this.#origin > latest) this.#origin = (earliest + latest) / 2;
    this.#comparedAt = answered;
  }
}
