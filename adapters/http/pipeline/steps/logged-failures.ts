/** For how long what was told is not told again, in milliseconds. */
const silence = 60_000;

/** Causes that are remembered: where more come one after the other, more is told. */
const maxCauses = 100;

/** What was told of one cause. */
interface LoggedFailure {
  /** When it may be told again, as performance.now tells the time. */
  readonly until: number;
  /** How often it came since. */
  count: number;
}

/** Remembers which failures were told lately, so that one trouble fills no log. */
export class LoggedFailures {
  readonly #causes = new Map<string, LoggedFailure>();

  /** @returns how often the failure came before without being told, where it is to be told now; else undefined */
  note(cause: string, now = performance.now()): number | undefined {
    const told = this.#causes.get(cause);
    if (told && now < told.until) {
      told.count++;
      return undefined;
    }
    this.#causes.delete(cause);
    const [oldest] = this.#causes.keys();
    if (this.#causes.size >= maxCauses && oldest !== undefined) this.#causes.delete(oldest);
    this.#causes.set(cause, { until: now + silence, count: 0 });
    return told?.count ?? 0;
  }
}
