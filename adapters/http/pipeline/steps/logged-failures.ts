/** Milliseconds for which a logged failure is not logged again. */
const silence = 60_000;

/** Largest number of stored causes. With more causes, more is logged. */
const maxCauses = 100;

/** A logged cause. */
interface LoggedFailure {
  /** End of the pause, by performance.now. */
  readonly until: number;
  /** Number of occurrences since then. */
  count: number;
}

/** Selects the failures to log, so that a repeated failure does not fill the log. */
export class LoggedFailures {
  readonly #causes = new Map<string, LoggedFailure>();

  /** @returns the number of unlogged occurrences before, if the failure must be logged; else undefined */
  note(cause: string, now = performance.now()): number | undefined {
    const logged = this.#causes.get(cause);
    if (logged && now < logged.until) {
      logged.count++;
      return undefined;
    }
    this.#causes.delete(cause);
    const [oldest] = this.#causes.keys();
    if (this.#causes.size >= maxCauses && oldest !== undefined) this.#causes.delete(oldest);
    this.#causes.set(cause, { until: now + silence, count: 0 });
    return logged?.count ?? 0;
  }
}
