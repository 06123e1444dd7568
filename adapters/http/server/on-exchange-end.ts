import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is to be done when an answer, or a connection, is closed: they have one listener each, however much that is. */
const whenClosed = new WeakMap<EventEmitter, Set<() => void>>();

/**
 * Runs something once an exchange is over: its answer is sent, or its connection is gone. An answer that waits for others on
 * its connection never hears of the latter, as it has no connection yet.
 */
export function onExchangeEnd({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
  const [ofSocket, ofResponse] = [endsOf(socket), endsOf(response)];
  const end = (): void => {
    ofResponse.delete(end);
    if (ofSocket.delete(end)) run();
  };
  ofSocket.add(end);
  ofResponse.add(end);
  if (socket.closed) end();
}

function endsOf(emitter: EventEmitter): Set<() => void> {
  const known = whenClosed.get(emitter);
  if (known) return known;
  const ends = new Set<() => void>();
  whenClosed.set(emitter, ends);
  emitter.once('close', () => {
    for (const end of [...ends]) end();
  });
  return ends;
}
