/** Delay of a second measurement in milliseconds. After a busy or suspended period, timers run before pending input is read. */
const secondCheckMs = 100;

const maxSuspicionIntervalMs = 5000;

/** Share of the limit that applies if the server's state is unknown. */
const shareInDoubt = 3 / 4;

export interface SilenceWatchOptions {
  readonly limitMs: number;
  /** Must be less than the limit. */
  readonly suspicionMs: number;
  readonly bytesRead: () => number;
  /** Called after `suspicionMs` without a received byte, and again when the silence has doubled or has grown by 5 s. */
  readonly onSuspicion: () => void;
  /** Called once, after `limitMs` without a received byte. */
  readonly onSilence: (silenceMs: number) => void;
}

/** Measures the time without a received byte while answers are pending. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #limitMs: number;
  #due = 0;
  /** Time of the last received byte, or of the first pending request. */
  #since = performance.now();
  #bytes = 0;
  #suspectedAt = Number.NEGATIVE_INFINITY;
  #doubtedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs;
  }

  begin(): void {
    if (this.#due++ > 0) return;
    this.#noteByte();
    this.#timer ??= this.#lookAfter(Math.min(this.#limitMs, this.#options.suspicionMs));
  }

  end(): void {
    this.#due--;
    this.#noteByte();
  }

  allow(limitMs = this.#options.limitMs): void {
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    clearTimeout(this.#timer);
    this.#timer = this.#due > 0 ? this.#lookAfter(Math.min(limitMs, this.#options.suspicionMs)) : undefined;
  }

  doubt(): void {
    this.#doubtedAt = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds since the last received byte or the first pending request; 0 without pending answers. */
  get silenceMs(): number {
    if (this.#due === 0) return 0;
    if (this.#options.bytesRead() !== this.#bytes) this.#noteByte();
    return this.quietMs;
  }

  get quietMs(): number {
    return performance.now() - this.#since;
  }

  #noteByte(): void {
    this.#since = performance.now();
    this.#bytes = this.#options.bytesRead();
  }

  /** One timer serves many statements: when it fires, it checks for received bytes. */
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
    else if (!isSecond) this.#timer = this.#lookAfter(secondCheckMs, true);
    else if (silenceMs >= this.#presentLimitMs) this.#options.onSilence(silenceMs);
    else {
      this.#suspectedAt = performance.now();
      this.#timer = this.#lookAfter(Math.min(this.#nextSuspicionMs, this.#presentLimitMs) - silenceMs);
      this.#options.onSuspicion();
    }
  }

  get #nextSuspicionMs(): number {
    const lastMs = this.#suspectedAt - this.#since;
    return lastMs < 0 ? this.#options.suspicionMs : lastMs + Math.min(lastMs, maxSuspicionIntervalMs);
  }

  get #presentLimitMs(): number {
    return this.#doubtedAt > this.#since ? this.#limitMs * shareInDoubt : this.#limitMs;
  }
}
