import type { IncomingHttpHeaders } from 'node:http';

/** Header names that carry an access token or an application's code; later ones win over earlier ones. */
const tokenHeaders = ['token', 'hexipam-token', 'phpipam-token'];

/** The token or code that a request carries. */
export function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  let token: string | undefined;
  for (const name of tokenHeaders) {
    const given = headers[name];
    token = (Array.isArray(given) ? given.at(-1) : given) ?? token;
  }
  return token === '' ? undefined : token;
}
