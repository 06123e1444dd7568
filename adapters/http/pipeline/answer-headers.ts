/** Headers of every answer for clients, browsers and caches: no caching, no type sniffing, no framing, no subresources. */
export const answerHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];

/**
 * Header for answers over TLS, including TLS to a trusted proxy. For a year, browsers connect to this host only over TLS (RFC
 * 6797).
 */
export const strictTransport = ['Strict-Transport-Security', 'max-age=31536000'] as const;

export const headersOverTls: typeof answerHeaders = [...answerHeaders, strictTransport];
