import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from '../../adapters/http/index.js';
import { endByFin } from './end-by-fin.js';
import { Pipeline } from './pipeline.js';

/** The answers under way, so that the last one on each connection can say that it is the last. */
export class OpenAnswers {
  /** A list: a set makes a new table every few requests, and an old table keeps later answers in memory that are over. */
  readonly #open: ServerResponse[] = [];
  #last = false;
  #ended = 0;
  /** The answers to the last requests that have come on their connections. */
  readonly #lastOn = new WeakMap<Socket, ServerResponse>();

  /** Follows an answer until it is sent or its connection breaks. */
  add(response: ServerResponse): void {
    this.#open.push(response);
    onExchangeEnd(response.req, response, () => this.#remove(response));
    if (this.#last) this.#makeLast(response);
  }

  /** How many answers have ended so far. */
  get ended(): number {
    return this.#ended;
  }

  /** Whether the answer that comes next on a connection has not begun. */
  isDue(socket: Socket): boolean {
    return this.#open.some((response) => response.socket === socket && !response.headersSent);
  }

  /**
   * From now on the answer to the last request that has come on a connection closes it, also one under way whose headers are not
   * sent yet.
   */
  makeLast(): void {
    this.#last = true;
    for (const response of this.#open) this.#makeLast(response);
  }

  /** Requests that came behind others on a connection are answered too, so these do not close it. */
  #makeLast(response: ServerResponse): void {
    const { socket } = response.req;
    endByFin(socket);
    const before = this.#lastOn.get(socket);
    if (before && before !== response && !before.headersSent) before.shouldKeepAlive = true;
    this.#lastOn.set(socket, response);
    if (Pipeline.of(socket).holdsBytes) return; // they may be a further request; else the connection ends as an idle one
    response.shouldKeepAlive = false;
  }

  /** The last one takes its place: their order says nothing. */
  #remove(response: ServerResponse): void {
    this.#ended++;
    const index = this.#open.indexOf(response);
    const last = index < 0 ? undefined : this.#open.pop();
    if (last && index < this.#open.length) this.#open[index] = last;
  }
}
