import type { IncomingMessage } from 'node:http';

/** Whether a request has a body: HTTP/1 announces it by one of two headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes of a body that are received though nobody wants them. */
const maxDiscarded = 16 * 1024 * 1024;

/**
 * Throws away what is left of a request's body as it comes, so that its client can read the answer on the same connection;
 * a connection on which too much comes is cut.
 */
export function discardBody(request: IncomingMessage): void {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDiscarded) request.socket.destroy();
  });
  request.resume();
}
