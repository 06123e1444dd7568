import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Limits for the size and duration of database responses. */
export interface SocketLimits {
  /** Maximum bytes of one response, which is a row or the end of a list. */
  readonly maxAnswerBytes: number;
  /** Maximum wait for the next response. */
  readonly answerTimeoutMs: number;
  /** Maximum total wait, plus one millisecond for every `bytesPerMs` received bytes. */
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

/** A socket that fails if the server sends too much or too slowly. Time without a pending read is not counted. */
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

  /** Marks the end of a response. */
  answered(): void {
    this.#answerBytes = 0;
    this.#answerWaitedMs = 0;
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#answerBytes += chunk.length;
    const { maxAnswerBytes } = this.#limits;
    if (this.#answerBytes > maxAnswerBytes)
      this.destroy(new Error(`it sent more than ${maxAnswerBytes} bytes without a complete row`));
    else if (!this.push(chunk)) this.#socket.pause();
  }

  #passTime(ms: number): void {
    if (this.isPaused()) return;
    this.#waitedMs += ms;
    this.#answerWaitedMs += ms;
    const { answerTimeoutMs, totalTimeoutMs, bytesPerMs } = this.#limits;
    if (this.#answerWaitedMs > answerTimeoutMs)
      this.destroy(new Error(`it has sent no complete answer for ${answerTimeoutMs / 1000} s`));
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
    setImmediate(done, error); // emits the TLS error before the close event
  }
}
