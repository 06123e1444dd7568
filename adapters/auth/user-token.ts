import type { AccessTokens } from '../../application/access/sign-in/access-tokens.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App } from '../../domain/access/app.js';
import { IpamError } from '../../domain/errors.js';

/** Authenticates a user by an access token in a header. */
export class UserToken implements AuthStrategy<string> {
  readonly name = 'userToken';
  readonly #tokens: AccessTokens;

  constructor(tokens: AccessTokens) {
    this.#tokens = tokens;
  }

  evidenceIn(request: PresentedRequest): string | undefined {
    return presentedToken(request);
  }

  prove(_app: App, token: string, { isUse }: PresentedRequest): Promise<AuthenticationResult> {
    return proveByToken(this.#tokens, token, isUse);
  }
}

/** Authenticates the user of an access token. @param isUse whether the expiry is extended */
export async function proveByToken(tokens: AccessTokens, token: string, isUse: boolean): Promise<AuthenticationResult> {
  try {
    return { user: await tokens.authenticate(token, isUse), token };
  } catch (error) {
    if (IpamError.is(error, 'token.invalid')) return { refused: 'invalid' };
    if (IpamError.is(error, 'token.expired')) return { refused: 'expired' };
    throw error;
  }
}

/** Names of headers that contain an access token or an application's code. Later names take precedence. */
const tokenHeaders = ['token', 'hexipam-token', 'phpipam-token'];

export function presentedToken({ headers }: Pick<PresentedRequest, 'headers'>): string | undefined {
  let token: string | undefined;
  for (const name of tokenHeaders) token = lastOf(headers[name]) ?? token;
  return token === '' ? undefined : token;
}

const lastOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'object' ? header.at(-1) : header;
