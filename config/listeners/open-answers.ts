import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from '../../adapters/http/index.js';
import { endByFin } from './end-by-fin.js';
import { Pipeline } from './pipeline.js';

/** The responses in progress. During a stop, the last response on each connection closes it. */
export class OpenAnswers {
  /** An array: a Set reallocates its table often, and old tables retain finished responses in memory. */
  readonly #open: ServerResponse[] = [];
  #last = false;
  #ended = 0;
  readonly #lastOn = new WeakMap<Socket, ServerResponse>();

  add(response: ServerResponse): void {
    this.#open.push(response);
    onExchangeEnd(response.req, response, () => this.#remove(response));
    if (this.#last) this.#makeLast(response);
  }

  get ended(): number {
    return this.#ended;
  }

  isDue(socket: Socket): boolean {
    return this.#open.some((response) => response.socket === socket && !response.headersSent);
  }

  /** From now on the response to the last request of each connection closes the connection. */
  makeLast(): void {
    this.#last = true;
    for (const response of this.#open) this.#makeLast(response);
  }

  /** Earlier responses keep the connection open: pipelined requests are answered. */
  #makeLast(response: ServerResponse): void {
    const { socket } = response.req;
    endByFin(socket);
    const before = this.#lastOn.get(socket);
    if (before && before !== response && !before.headersSent) before.shouldKeepAlive = true;
    this.#lastOn.set(socket, response);
    if (Pipeline.of(socket).holdsBytes) return; // the bytes may be a further request; otherwise the connection ends as idle
    response.shouldKeepAlive = false;
  }

  /** Swaps with the last element: the order is irrelevant. */
  #remove(response: ServerResponse): void {
    this.#ended++;
    const index = this.#open.indexOf(response);
    const last = index < 0 ? undefined : this.#open.pop();
    if (last && index < this.#open.length) this.#open[index] = last;
  }
}
