import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsoleDependencies } from './dependencies.js';

const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/** Permits only content of this server. Styles added by scripts need the nonce. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends an answer that is not cached, unless `headers` say otherwise. */
export function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
  content: string | Buffer,
): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...securityHeaders,
    ...headers,
    'Content-Length': Buffer.byteLength(content),
  });
  response.end(method === 'HEAD' ? undefined : content);
}

/** Headers of answers without scripts, styles and other content. */
export const contentHeaders = (type: string, cookies: readonly string[] = []): Readonly<Record<string, string | string[]>> => ({
  'Content-Type': type,
  'Content-Security-Policy': "default-src 'none'",
  ...(cookies.length === 0 ? {} : { 'Set-Cookie': [...cookies] }),
});

/** Returns the status and the message of an answer for an error. Reports unexpected errors. */
export function answerForError({ answerFor, complain }: ConsoleDependencies, { headers }: IncomingMessage, error: unknown) {
  const known = answerFor(error, headers['hexipam-language']);
  if (!known) complain(error);
  return known ?? { status: 500, message: 'Internal server error' };
}
