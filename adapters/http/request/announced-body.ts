import type { IncomingMessage } from 'node:http';
import { pause } from '../server/pause.js';

/** Whether a request has a body: HTTP/1 announces it by one of two headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes of a body that are received though nobody wants them. */
const maxDiscarded = 16 * 1024 * 1024;

/**
 * Throws away what is left of a request's body, so that its client can read the answer on the same connection; a connection on
 * which too much comes is cut. One piece is taken in a turn of the event loop, from all that is thrown away: who sends as fast
 * as this reads would keep others waiting.
 */
export function discardBody(request: IncomingMessage): void {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDiscarded) request.socket.destroy();
    request.pause();
    void pause().then(() => request.resume());
  });
  request.resume();
}
