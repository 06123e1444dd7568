import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Bounds of what a database may send, and of how long one waits for it. */
export interface SocketLimits {
  /** Bytes between two answers; an answer is a row, or the end of a list. */
  readonly maxAnswerBytes: number;
  /** Milliseconds of waiting until the next answer. */
  readonly answerTimeoutMs: number;
  /** Milliseconds of waiting in all, beside one for each so many bytes that came. */
  readonly totalTimeoutMs: number;
  readonly bytesPerMs: number;
}

export const usualLimits: SocketLimits = {
  maxAnswerBytes: 8 * 1024 * 1024,
  answerTimeoutMs: 120_000,
  totalTimeoutMs: 1_800_000,
  bytesPerMs: 100,
};

const checksPerTimeout = 20;
const longestCheckIntervalMs = 1000;

/**
 * A connection that ends with an error when the other side sends too much or too slowly. Time in which nobody reads from it does
 * not count.
 */
export class BoundedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #limits: SocketLimits;
  readonly #check: NodeJS.Timeout;
  #bytes = 0;
  #answerBytes = 0;
  #waitedMs = 0;
  #answerWaitedMs = 0;

  constructor(socket: Socket, limits: SocketLimits) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#limits = limits;
    const intervalMs = Math.min(longestCheckIntervalMs, limits.answerTimeoutMs / checksPerTimeout);
    this.#check = setInterval(() => this.#passTime(intervalMs), intervalMs);
    socket.on('connect', () => this.emit('connect'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** Must be called when an answer has come. */
  answered(): void {
    this.#answerBytes = 0;
    this.#answerWaitedMs = 0;
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#answerBytes += chunk.length;
    const { maxAnswerBytes } = this.#limits;
    if (this.#answerBytes > maxAnswerBytes)
      this.destroy(new Error(`it sends more than ${maxAnswerBytes} bytes for one row, or without an end`));
    else if (!this.push(chunk)) this.#socket.pause();
  }

  #passTime(ms: number): void {
    if (this.isPaused()) return;
    this.#waitedMs += ms;
    this.#answerWaitedMs += ms;
    const { answerTimeoutMs, totalTimeoutMs, bytesPerMs } = this.#limits;
    if (this.#answerWaitedMs > answerTimeoutMs)
      this.destroy(new Error(`it has sent nothing complete for ${answerTimeoutMs / 1000} s`));
    else if (this.#waitedMs > totalTimeoutMs + this.#bytes / bytesPerMs) this.destroy(new Error('it sends too slowly'));
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#check);
    this.#socket.destroy();
    setImmediate(done, error); // the reason that TLS has for its end is told before the end itself
  }
}
