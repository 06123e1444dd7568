import { setTimeout as timerAfter } from 'node:timers';
import type { LogSink } from './log-sink.js';

/** How much is written at once, in characters: the system keeps pieces of this size whole among those of other processes. */
const pieceSize = 4096;

/** How long lines wait for others after some were written, in milliseconds: each writing is a system call. */
const gathering = 10;

/** How long to wait before a sink that takes nothing is tried again, in milliseconds. */
const retryInterval = 25;

/** How much may wait for the sink, in characters: what comes beyond is lost. */
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
  readonly #tellLost: (count: number) => string;
  readonly #time: OutputTime;
  #waiting: string[] = [];
  #size = 0;
  /** What is left of a piece of which the sink took a part. */
  #rest: Buffer | undefined;
  #lost = 0;
  #scheduled = false;
  /** When lines were written last. */
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** @param tellLost makes a line that tells how many lines were lost */
  constructor(sink: LogSink, tellLost: (count: number) => string, time: OutputTime = realTime) {
    this.#sink = sink;
    this.#tellLost = tellLost;
    this.#time = time;
  }

  /**
   * Takes a line with its end. It is written at the end of this turn of the event loop, or 10 ms later where others were written
   * just now, if the sink takes it.
   */
  write(line: string): void {
    if (this.#size + line.length > maxWaiting) {
      this.#lost++;
      return;
    }
    this.#add(line);
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (this.#time.elapsed() - this.#writtenAt < gathering) this.#time.after(gathering, this.#flushLater);
    else setImmediate(this.#flushLater);
  }

  /** Writes what waits, as far as the sink takes it now. @returns whether nothing waits any more */
  flush(): boolean {
    while (this.#rest || this.#waiting.length > 0) {
      const piece = this.#rest ?? Buffer.from(this.#nextPiece());
      const taken = this.#sink.take(piece);
      this.#rest = taken < piece.length ? piece.subarray(taken) : undefined;
      if (this.#rest) return false;
      this.#mentionLost();
    }
    return true;
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

  #add(line: string): void {
    this.#waiting.push(line);
    this.#size += line.length;
  }

  #nextPiece(): string {
    let [size, count] = [0, 0];
    for (const { length } of this.#waiting) {
      if (count > 0 && size + length > pieceSize) break;
      size += length;
      count++;
    }
    this.#size -= size;
    return this.#waiting.splice(0, count).join('');
  }

  #mentionLost(): void {
    const lost = this.#lost;
    if (lost === 0 || this.#size > maxWaiting / 2) return;
    this.#lost = 0;
    this.#add(this.#tellLost(lost));
  }
}
