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
