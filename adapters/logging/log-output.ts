import { setTimeout as timerAfter } from 'node:timers';
import type { LogSink } from './log-sink.js';
import { WaitingLines } from './waiting-lines.js';

/** Milliseconds between writes: lines in one interval share a system call. */
const gathering = 10;

/** Milliseconds before a retry on a full sink. */
const retryInterval = 25;

/** Size of the buffer for a full sink in bytes. Lines above it are dropped. */
const maxWaiting = 4 * 1024 * 1024;

/** Milliseconds that the process waits for a full sink at its exit. */
const endTime = 500;

export interface OutputTime {
  readonly elapsed: () => number;
  readonly after: (milliseconds: number, run: () => void) => void;
}

const realTime: OutputTime = {
  elapsed: () => performance.now(),
  after: (milliseconds, run) => void timerAfter(run, milliseconds),
};

/**
 * Buffers lines for a sink. All lines of one turn of the event loop are written together. Under load, the lines of several turns
 * are written together. Writing never blocks. While the sink is full, lines are buffered, and dropped when the buffer is full. The
 * number of dropped lines is logged afterwards.
 */
export class LogOutput {
  readonly #sink: LogSink;
  readonly #lostMessage: (count: number) => string;
  readonly #time: OutputTime;
  readonly #waiting: WaitingLines;
  #lost = 0;
  #scheduled = false;
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** @param lostMessage returns the line that reports the number of dropped lines */
  constructor(sink: LogSink, lostMessage: (count: number) => string, time: OutputTime = realTime) {
    this.#sink = sink;
    this.#waiting = new WaitingLines(sink.pieceSize);
    this.#lostMessage = lostMessage;
    this.#time = time;
  }

  /**
   * Buffers a line, including its line end. It is written at the end of this turn of the event loop. After a recent write, the
   * delay is up to 10 ms.
   */
  write(line: string): void {
    if (this.#waiting.size + line.length > maxWaiting) {
      this.#lost++;
      return;
    }
    this.#waiting.add(line);
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (this.#time.elapsed() - this.#writtenAt < gathering) this.#time.after(gathering, this.#flushLater);
    else setImmediate(this.#flushLater);
  }

  /** Writes as many buffered lines as the sink accepts. @returns whether the buffer is empty */
  flush(): boolean {
    while (this.#waiting.size > 0) {
      const piece = this.#waiting.first();
      const taken = this.#sink.take(piece);
      this.#waiting.remove(taken);
      if (taken < piece.length) return false;
      this.#mentionLost();
    }
    return true;
  }

  /** Waits until the sink has written all lines, at most half a second. For a regular shutdown. */
  async settle(): Promise<void> {
    const deadline = this.#time.elapsed() + endTime;
    while ((!this.flush() || this.#sink.isBusy) && this.#time.elapsed() < deadline)
      await new Promise<void>((resolve) => this.#time.after(retryInterval / 5, resolve));
  }

  /** Writes buffered lines at process exit, blocking for a limited time while the sink is full. */
  end(): void {
    const signal = new Int32Array(new SharedArrayBuffer(4));
    for (const deadline = performance.now() + endTime; !this.flush() && performance.now() < deadline; )
      Atomics.wait(signal, 0, 0, retryInterval / 5);
  }

  readonly #flushLater = (): void => {
    this.#scheduled = false;
    this.#writtenAt = this.#time.elapsed();
    if (this.flush()) return;
    this.#scheduled = true;
    timerAfter(this.#flushLater, retryInterval).unref();
  };

  #mentionLost(): void {
    const lost = this.#lost;
    if (lost === 0 || this.#waiting.size > maxWaiting / 2) return;
    this.#lost = 0;
    this.#waiting.add(this.#lostMessage(lost));
  }
}
