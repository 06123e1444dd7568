import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAuthRefusal } from '../../application/access/oauth/oauth-clients.js';

/** Maximum size of a request body in bytes. */
const maxBodyBytes = 16 * 1024;

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

export function send(response: ServerResponse, status: number, body: object, more: Readonly<Record<string, string>> = {}): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Content-Length': length, ...more });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

export function sendPage(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...more,
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/**
 * Reads the body. A body above the limit is read nevertheless, up to 16 times the limit, so that the client can read the answer.
 * @throws OAuthRefusal invalid_request for a body that is too long, and for another content type
 */
async function bodyIn(request: IncomingMessage, type: string): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > 16 * maxBodyBytes) break;
    if (bytes <= maxBodyBytes) pieces.push(piece);
  }
  if (bytes > maxBodyBytes) throw new OAuthRefusal('invalid_request', `The body has more than ${maxBodyBytes} bytes`);
  if ((request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() !== type)
    throw new OAuthRefusal('invalid_request', `The content type must be ${type}`);
  return Buffer.concat(pieces).toString('utf8');
}

/** Returns the JSON value of a body; undefined if the body is not JSON. */
export async function jsonIn(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await bodyIn(request, 'application/json'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The fields of a form. @throws OAuthRefusal invalid_request for a repeated field */
export async function formIn(request: IncomingMessage): Promise<ReadonlyMap<string, string>> {
  const fields = [...new URLSearchParams(await bodyIn(request, 'application/x-www-form-urlencoded'))];
  const form = new Map(fields);
  if (form.size < fields.length) throw new OAuthRefusal('invalid_request', 'A parameter occurs more than once');
  return form;
}
