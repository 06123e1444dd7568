import { setTimeout as timerAfter } from 'node:timers';
import type { LogSink } from './log-sink.js';
import { WaitingLines } from './waiting-lines.js';

/** How long lines wait for others after some were written, in milliseconds: each writing is a system call. */
const gathering = 10;

/** How long to wait before a sink that takes nothing is tried again, in milliseconds. */
const retryInterval = 25;

/** How much may wait for the sink, in bytes: what comes beyond is lost. */
const maxWaiting = 4 * 1024 * 1024;

/** For how long the end of the process waits for a sink that takes nothing, in milliseconds. */
const endTime = 500;

/** By what lines wait for each other. */
export interface OutputTime {
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly after: (milliseconds: number, run: () => void) => void;
}

const realTime: OutputTime = {
  elapsed: () => performance.now(),
  after: (milliseconds, run) => void timerAfter(run, milliseconds),
};

/**
 * Lines on their way to a sink, those of one turn of the event loop together, of many turns where lines come thick and fast.
 * Nothing waits for the sink: while it takes nothing
 * lines are kept, and lost when there are too many; how many were lost is told when there is room again.
 */
export class LogOutput {
  readonly #sink: LogSink;
  readonly #lostMessage: (count: number) => string;
  readonly #time: OutputTime;
  readonly #waiting: WaitingLines;
  #lost = 0;
  #scheduled = false;
  /** When lines were written last. */
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** @param tellLost makes a line that tells how many lines were lost */
  constructor(sink: LogSink, tellLost: (count: number) => string, time: OutputTime = realTime) {
    this.#sink = sink;
    this.#waiting = new WaitingLines(sink.pieceSize);
    this.#lostMessage = tellLost;
    this.#time = time;
  }

  /**
   * Takes a line with its end. It is written at the end of this turn of the event loop, or 10 ms later where others were written
   * just now, if the sink takes it.
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

  /** Writes what waits, as far as the sink takes it now. @returns whether nothing waits any more */
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

  /** Waits until the sink has passed on all lines, for half a second at most. For a process that ends as it was told to. */
  async settle(): Promise<void> {
    const deadline = this.#time.elapsed() + endTime;
    while ((!this.flush() || this.#sink.isBusy) && this.#time.elapsed() < deadline)
      await new Promise<void>((resolve) => this.#time.after(retryInterval / 5, resolve));
  }

  /** Writes what waits before the process ends, and waits a moment for a sink that takes nothing. */
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
