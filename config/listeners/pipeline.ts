import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from '../../adapters/http/index.js';

/** Bytes of a connection that are read at once: some fifty of the shortest requests, whose reading takes a millisecond. */
const pieceLength = 1024;

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * The requests of a connection, whose client need not wait for answers. They are served one after the other, in the order in
 * which they are answered, and no further bytes are read while one waits for that before it: so the client is slowed down, as
 * one who waits for answers is, and takes no more of the service than that.
 */
export class Pipeline {
  readonly #socket: Socket;
  readonly #parse: ((bytes: Buffer) => void) | undefined;
  readonly #waiting: (() => void)[] = [];
  /** The request that came last. */
  #last: IncomingMessage | undefined;
  #isServing = false;
  /** What has come and is not read yet. */
  #held: Buffer = Buffer.alloc(0);
  #isHolding = false;

  private constructor(socket: Socket, parse?: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#parse = parse;
    pipelines.set(socket, this);
  }

  /** The requests of a connection. */
  static of(socket: Socket): Pipeline {
    return pipelines.get(socket) ?? new Pipeline(socket);
  }

  /** Comes between a connection and the server that reads requests from it, until the server hands the connection over. */
  static follow(socket: Socket): void {
    const [parse] = socket.listeners('data');
    if (!parse) return;
    const pipeline = new Pipeline(socket, (bytes) => parse.call(socket, bytes));
    const take = (bytes: Buffer): void => pipeline.#take(bytes);
    take.listener = parse; // whoever removes that one removes this one, as with listeners of `once`
    socket.removeListener('data', parse as () => void);
    socket.on('data', take);
  }

  /** Whether bytes have come that are not read yet. */
  get holdsBytes(): boolean {
    return this.#held.length > 0;
  }

  /** Serves a request when those before it are answered, unless the connection is gone by then. */
  serve(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    this.#last = request;
    onExchangeEnd(request, response, () => this.#endOf(serve));
    if (this.#isServing) return void this.#waiting.push(serve);
    this.#isServing = true;
    serve();
  }

  /** Answers what cannot be read as a request, when those that came in full before it are answered. */
  refuse(answer: () => void): void {
    const isInMidst = this.#last?.complete === false;
    const isOfServed = isInMidst && this.#waiting.pop() === undefined;
    if (this.#isServing && !isOfServed) this.#waiting.push(answer);
    else answer();
  }

  #endOf(served: () => void): void {
    const index = this.#waiting.indexOf(served);
    if (index >= 0) return void this.#waiting.splice(index, 1);
    const next = this.#waiting.shift();
    this.#isServing = next !== undefined;
    if (this.#socket.destroyed) return;
    next?.();
    this.#read();
  }

  #take(bytes: Buffer): void {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#read();
  }

  #read(): void {
    while (this.#held.length > 0 && this.#waiting.length === 0 && this.#socket.writable) {
      const piece = this.#held.subarray(0, pieceLength);
      this.#held = this.#held.subarray(pieceLength);
      this.#parse?.(piece);
    }
    if (!this.#socket.writable) this.#held = Buffer.alloc(0); // the last answer is on its way: unread bytes would reset it
    const wasHolding = this.#isHolding;
    this.#isHolding = this.#held.length > 0;
    if (this.#isHolding)
      this.#socket.pause(); // once more, as Node resumes it with each answer
    else if (wasHolding) this.#socket.resume();
  }
}
