import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is to be done when a connection is gone. */
const leftOf = new WeakMap<Socket, Set<() => void>>();

/**
 * Runs something once an exchange is over: its answer is sent, or its connection is gone. An answer that waits for others on
 * its connection never hears of the latter, as it has no connection yet.
 */
export function onExchangeEnd({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
  const left = leftBy(socket);
  const end = (): void => {
    if (left.delete(end)) run();
  };
  left.add(end);
  response.once('close', end);
  if (socket.closed) end();
}

function leftBy(socket: Socket): Set<() => void> {
  const known = leftOf.get(socket);
  if (known) return known;
  const left = new Set<() => void>();
  leftOf.set(socket, left);
  socket.once('close', () => {
    for (const end of [...left]) end();
  });
  return left;
}
