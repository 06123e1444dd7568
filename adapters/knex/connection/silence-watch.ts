/**
 * A process that was busy or asleep finds its timers due before it reads what has come meanwhile: so a silence is measured
 * once more after so many milliseconds.
 */
const secondLookMs = 100;

/** The longest time from one suspicion to the next within one silence, in milliseconds. */
const maxSuspicionIntervalMs = 5000;

/** The part of the limit that is left of it when nobody knows whether the server works on an answer. */
const shareInDoubt = 3 / 4;

/** How long silences may last, and what happens when they last longer. */
export interface SilenceWatchOptions {
  readonly limitMs: number;
  /** Less than the limit. */
  readonly suspicionMs: number;
  /** How many bytes have come on the connection so far. */
  readonly bytesRead: () => number;
  /** Called when a silence has lasted for suspicionMs, and again each time when it has doubled, every 5 s at least. */
  readonly onSuspicion: () => void;
  /** Called once, when a silence has lasted for limitMs. */
  readonly onSilence: (silenceMs: number) => void;
}

/** Measures silences of a connection: answers are due, and no byte comes. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #limitMs: number;
  /** How many answers are due. */
  #due = 0;
  /** When the last byte came that is known of, or the first of the answers that are due was asked for. */
  #since = performance.now();
  #bytes = 0;
  #suspectedAt = Number.NEGATIVE_INFINITY;
  #doubtedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs;
  }

  /** A question is sent. */
  begin(): void {
    if (this.#due++ > 0) return;
    this.#hear();
    this.#timer ??= this.#lookAfter(Math.min(this.#limitMs, this.#options.suspicionMs));
  }

  /** An answer has come. */
  end(): void {
    this.#due--;
    this.#hear();
  }

  /** Changes the limit; the usual one when none is given. */
  allow(limitMs = this.#options.limitMs): void {
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    clearTimeout(this.#timer);
    this.#timer = this.#due > 0 ? this.#lookAfter(Math.min(limitMs, this.#options.suspicionMs)) : undefined;
  }

  /** Shortens the limit of the present silence to three quarters. */
  doubt(): void {
    this.#doubtedAt = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** How long the present silence has lasted; 0 when no answer is due. */
  get silenceMs(): number {
    if (this.#due === 0) return 0;
    if (this.#options.bytesRead() !== this.#bytes) this.#hear();
    return this.quietMs;
  }

  /** For how long no answer has come, whether one is due or not. */
  get quietMs(): number {
    return performance.now() - this.#since;
  }

  #hear(): void {
    this.#since = performance.now();
    this.#bytes = this.#options.bytesRead();
  }

  /** One timer serves many statements: it looks at what has come meanwhile when it is due. */
  #lookAfter(milliseconds: number, isSecond = false): NodeJS.Timeout | undefined {
    if (!Number.isFinite(milliseconds)) return undefined;
    return setTimeout(() => {
      this.#timer = undefined;
      this.#look(isSecond);
    }, Math.ceil(milliseconds)).unref();
  }

  #look(isSecond: boolean): void {
    if (this.#due === 0) return;
    const { silenceMs } = this;
    const nextMs = Math.min(this.#nextSuspicionMs, this.#presentLimitMs);
    if (silenceMs < nextMs) this.#timer = this.#lookAfter(nextMs - silenceMs);
    else if (!isSecond) this.#timer = this.#lookAfter(secondLookMs, true);
    else if (silenceMs >= this.#presentLimitMs) this.#options.onSilence(silenceMs);
    else {
      this.#suspectedAt = performance.now();
      this.#timer = this.#lookAfter(Math.min(this.#nextSuspicionMs, this.#presentLimitMs) - silenceMs);
      this.#options.onSuspicion();
    }
  }

  /** How long the present silence has to last until it is suspect, or is so once more. */
  get #nextSuspicionMs(): number {
    const lastMs = this.#suspectedAt - this.#since;
    return lastMs < 0 ? this.#options.suspicionMs : lastMs + Math.min(lastMs, maxSuspicionIntervalMs);
  }

  get #presentLimitMs(): number {
    return this.#doubtedAt > this.#since ? this.#limitMs * shareInDoubt : this.#limitMs;
  }
}
