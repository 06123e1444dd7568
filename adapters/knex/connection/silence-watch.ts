/**
 * A process that was busy or asleep finds its timers due before it reads what has come meanwhile: so a silence is looked at
 * once more after so many milliseconds.
 */
const secondLook = 100;

/** Notices when answers are due and none comes for too long. */
export class SilenceWatch {
  readonly #usualLimit: number;
  readonly #onSilence: (silence: number) => void;
  #limit: number;
  /** How many answers are due. */
  #due = 0;
  /** When the last answer came, or the first of those that are due was asked for. */
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param limit in milliseconds. @param onSilence called once; is told for how long nothing has come */
  constructor(limit: number, onSilence: (silence: number) => void) {
    this.#usualLimit = limit;
    this.#limit = limit;
    this.#onSilence = onSilence;
  }

  /** A question is sent. */
  begin(): void {
    if (this.#due++ > 0) return;
    this.#since = performance.now();
    this.#timer ??= this.#look(this.#limit);
  }

  /** An answer has come. */
  end(): void {
    this.#due--;
    this.#since = performance.now();
  }

  /** Changes the limit; the usual one when none is given. */
  allow(limit = this.#usualLimit): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    clearTimeout(this.#timer);
    this.#timer = this.#due > 0 ? this.#look(limit) : undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** One timer serves many statements: it looks at what has come meanwhile when it is due. */
  #look(after: number, isSecond = false): NodeJS.Timeout | undefined {
    if (!Number.isFinite(after)) return undefined;
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#due === 0) return;
      const silence = performance.now() - this.#since;
      if (silence < this.#limit) this.#timer = this.#look(this.#limit - silence);
      else if (!isSecond) this.#timer = this.#look(secondLook, true);
      else this.#onSilence(silence);
    }, Math.ceil(after)).unref();
  }
}
