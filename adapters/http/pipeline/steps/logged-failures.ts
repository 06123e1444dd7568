/** Milliseconds before the same failure is logged again. */
const silence = 60_000;

/** Maximum number of stored causes. Above it, failures are logged more often. */
const maxCauses = 100;

interface LoggedFailure {
  /** End of the interval, by performance.now. */
  readonly until: number;
  count: number;
}

/** Selects the failures to log, so that a repeated failure does not fill the log. */
export class LoggedFailures {
  readonly #causes = new Map<string, LoggedFailure>();

  /** @returns if the failure must be logged, the number of previous occurrences without log entry; otherwise undefined */
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
