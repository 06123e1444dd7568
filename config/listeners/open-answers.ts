import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from '../../adapters/http/index.js';

/** The answers under way, so that the last one on each connection can say that it is the last. */
export class OpenAnswers {
  /** A list: a set makes a new table every few requests, and an old table keeps later answers in memory that are over. */
  readonly #open: ServerResponse[] = [];
  #last = false;

  /** Follows an answer until it is sent or its connection breaks. */
  add(response: ServerResponse): void {
    this.#open.push(response);
    onExchangeEnd(response.req, response, () => this.#remove(response));
    if (this.#last) response.shouldKeepAlive = false;
  }

  /** Whether the answer that comes next on a connection has not begun. */
  isDue(socket: Socket): boolean {
    return this.#open.some((response) => response.socket === socket && !response.headersSent);
  }

  /** From now on every answer closes its connection, also those under way whose headers are not sent yet. */
  makeLast(): void {
    this.#last = true;
    for (const response of this.#open) response.shouldKeepAlive = false;
  }

  /** The last one takes its place: their order says nothing. */
  #remove(response: ServerResponse): void {
    const index = this.#open.indexOf(response);
    const last = index < 0 ? undefined : this.#open.pop();
    if (last && index < this.#open.length) this.#open[index] = last;
  }
}
