import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request headers of clients in browsers. */
const requestHeaders = ['Accept', 'Authorization', 'Content-Type', 'Last-Event-ID', 'MCP-Protocol-Version', 'MCP-Session-Id'];
/** Headers of answers that these clients read. */
const answerHeaders = ['Retry-After', 'WWW-Authenticate'];
/** Lifetime of an answer to a preflight request in seconds. */
const maxAge = 600;

/**
 * Lets pages of an origin read the answer (CORS of the Fetch standard), and answers their preflight requests with 204. The answer
 * does not permit cookies, because no cookie authenticates these requests.
 * @param origin `*` for all
 * @returns whether the request is answered
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, origin: string, methods: string): boolean {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', answerHeaders.join(', '));
  if (origin !== '*') response.appendHeader('Vary', 'Origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders.join(', '),
    'Access-Control-Max-Age': maxAge,
  });
  response.end();
  return true;
}
