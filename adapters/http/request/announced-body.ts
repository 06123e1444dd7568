import type { IncomingMessage } from 'node:http';

/** Whether a request has a body: HTTP/1 announces it by one of two headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes of a body that are received though nobody wants them. */
const maxDiscarded = 16 * 1024 * 1024;

/** So many bytes are thrown away at once, and then none for some milliseconds. */
const piece = 64 * 1024;
const rest = 5;

/**
 * Throws away what is left of a request's body, so that its client can read the answer on the same connection; a connection on
 * which too much comes is cut. Who sends as fast as this reads would keep others waiting: so it takes its time.
 */
export function discardBody(request: IncomingMessage): void {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return;
  let [size, end] = [0, piece];
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDiscarded) request.socket.destroy();
    if (size < end) return;
    end = size + piece;
    request.pause();
    setTimeout(() => request.resume(), rest);
  });
  request.resume();
}
