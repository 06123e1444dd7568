/**
 * What every answer tells clients, browsers and caches among them, to do with it: keep no copy, take it for what it says it
 * is, show it nowhere, load nothing for it.
 */
export const answerHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];

/** Sent with every answer over TLS, to a trusted proxy too: for a year browsers ask this host over TLS only (RFC 6797). */
export const strictTransport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** The headers of every answer over TLS. */
export const headersOverTls: typeof answerHeaders = [...answerHeaders, strictTransport];
