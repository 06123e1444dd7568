import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from '../../adapters/http/index.js';

/** Bytes parsed at once: about fifty of the shortest requests, which take a millisecond. */
const pieceLength = 1024;

const pipelines = new WeakMap<Socket, Pipeline>();

/** Serves pipelined requests in order. While a request waits, no bytes are parsed: this backpressure slows the client down. */
export class Pipeline {
  readonly #socket: Socket;
  readonly #parse: ((bytes: Buffer) => void) | undefined;
  readonly #waiting: (() => void)[] = [];
  #last: IncomingMessage | undefined;
  #isServing = false;
  #buffered: Buffer = Buffer.alloc(0);
  #isHolding = false;

  private constructor(socket: Socket, parse?: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#parse = parse;
    pipelines.set(socket, this);
  }

  static of(socket: Socket): Pipeline {
    return pipelines.get(socket) ?? new Pipeline(socket);
  }

  /** Intercepts the bytes between a connection and its HTTP parser. */
  static follow(socket: Socket): void {
    const [parse] = socket.listeners('data');
    if (!parse) return;
    const pipeline = new Pipeline(socket, (bytes) => parse.call(socket, bytes));
    const take = (bytes: Buffer): void => pipeline.#take(bytes);
    take.listener = parse; // removing the parser removes this listener too, as with `once`
    socket.removeListener('data', parse as () => void);
    socket.on('data', take);
  }

  get holdsBytes(): boolean {
    return this.#buffered.length > 0;
  }

  /** Serves a request after the earlier requests are answered, unless the connection is closed by then. */
  serve(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    this.#last = request;
    onExchangeEnd(request, response, () => this.#endOf(serve));
    if (this.#isServing) return void this.#waiting.push(serve);
    this.#isServing = true;
    serve();
  }

  /** Answers an invalid request after the complete requests before it. */
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
    this.#buffered = this.#buffered.length === 0 ? bytes : Buffer.concat([this.#buffered, bytes]);
    this.#read();
  }

  #read(): void {
    while (this.#buffered.length > 0 && this.#waiting.length === 0 && this.#socket.writable) {
      const piece = this.#buffered.subarray(0, pieceLength);
      this.#buffered = this.#buffered.subarray(pieceLength);
      this.#parse?.(piece);
    }
    if (!this.#socket.writable) this.#buffered = Buffer.alloc(0); // the last response is being sent: unread bytes would reset it
    const wasHolding = this.#isHolding;
    this.#isHolding = this.#buffered.length > 0;
    if (this.#isHolding)
      this.#socket.pause(); // repeated, because Node resumes the socket with each response
    else if (wasHolding) this.#socket.resume();
  }
}
