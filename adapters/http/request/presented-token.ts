import type { IncomingHttpHeaders } from 'node:http';

/** Header names that carry an access token or an application's code; later ones win over earlier ones. */
const tokenHeaders = ['token', 'hexipam-token', 'phpipam-token'];

/** The token or code that a request carries. */
export function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const [token] = tokenHeaders.flatMap((name) => headers[name] ?? []).slice(-1);
  return token === undefined || token === '' ? undefined : token;
}
