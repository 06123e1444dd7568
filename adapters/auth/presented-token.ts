import type { PresentedRequest } from '../../application/ports/authentication.js';

/** Header names that carry an access token or an application's code; later ones win over earlier ones. */
const tokenHeaders = ['token', 'hexipam-token', 'phpipam-token'];

/** The token or code that a request carries. */
export function presentedToken({ headers }: Pick<PresentedRequest, 'headers'>): string | undefined {
  let token: string | undefined;
  for (const name of tokenHeaders) token = lastOf(headers[name]) ?? token;
  return token === '' ? undefined : token;
}

const lastOf = (given: string | readonly string[] | undefined): string | undefined =>
  typeof given === 'object' ? given.at(-1) : given;
