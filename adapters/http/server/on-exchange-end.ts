import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer that is not sent yet, and what is to be done then. */
interface OpenExchange {
  readonly response: ServerResponse;
  readonly runs: (() => void)[];
}

/** Those of a connection, in the order in which they began: one, unless its client does not wait for answers. */
const openOf = new WeakMap<Socket, OpenExchange[]>();

/**
 * Runs something once an exchange is over: its answer is sent, or its connection is gone. An answer that waits for others on
 * its connection never hears of the latter, as it has no connection yet.
 */
export function onExchangeEnd({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
  const open = openOn(socket);
  const known = open.findLast((exchange) => exchange.response === response);
  if (known) known.runs.push(run);
  else if (socket.closed || response.closed) run();
  else begin(open, { response, runs: [run] });
}

function begin(open: OpenExchange[], exchange: OpenExchange): void {
  open.push(exchange);
  exchange.response.once('close', () => {
    const index = open.indexOf(exchange);
    if (index < 0) return;
    open.splice(index, 1);
    end(exchange);
  });
}

function openOn(socket: Socket): OpenExchange[] {
  const known = openOf.get(socket);
  if (known) return known;
  const open: OpenExchange[] = [];
  openOf.set(socket, open);
  socket.once('close', () => {
    for (const exchange of open.splice(0)) end(exchange);
  });
  return open;
}

function end({ runs }: OpenExchange): void {
  for (const run of runs) run();
}
