import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onExchangeEnd } from '../../adapters/http/index.js';
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

const lingerMs = 1000;

const ending = new WeakSet<Socket>();

/** Closes with a FIN after the last response, and reads until the client's FIN: unread bytes would reset the connection. */
export function endByFin(socket: Socket): void {
  socket.destroySoon = () => linger(socket);
}

/** Closes a connection with a FIN. Later bytes are discarded for up to a second. */
export function linger(socket: Socket): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.resume();
}

const quietMs = 3;

/** If a turn of the event loop is shorter than this, it has processed all pending events. */
const shortTurnMs = 0.2;

/**
 * Waits for `quietMs` without an event, at the end of a short turn of the event loop. A turn accepts a pending connection.
 * After a short turn without a new connection, none is pending.
 * @param events counts the events
 * @param maxWaitMs after this time a short turn without an event suffices; after twice the time the wait ends
 */
export async function untilQuiet(events: () => number, maxWaitMs: number): Promise<void> {
  const began = performance.now();
  let seen = Number.NaN;
  let since = began;
  for (let turn = began; turn - began < 2 * maxWaitMs; ) {
    await nextTurn();
    const now = performance.now();
    const isNew = events() !== seen;
    if (isNew) since = now;
    const isQuiet = now - since >= quietMs || now - began > maxWaitMs;
    if (!isNew && isQuiet && now - turn < shortTurnMs) return;
    seen = events();
    turn = now;
  }
}
