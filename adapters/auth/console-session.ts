import type { AccessTokens } from '../../application/access/sign-in/access-tokens.js';
import { consoleAppId } from '../../application/access/sign-in/built-in-apps.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App } from '../../domain/access/app.js';
import { proveByToken } from './user-token.js';

/**
 * Name of the cookie with the access token of the web console. Over TLS, the `__Host-` prefix prevents other hosts of the domain,
 * and unencrypted connections, from setting the cookie (RFC 6265bis).
 */
export const sessionCookie = (isEncrypted: boolean): string => (isEncrypted ? '__Host-hexipam-console' : 'hexipam-console');

/** Header that must accompany the cookie. Forms and links of other sites cannot send it. */
export const sessionHeader = 'x-hexipam-console';

/** Returns the access token of the cookie. @returns undefined if the cookie or the header is missing */
export function sessionTokenIn(headers: PresentedRequest['headers'], isEncrypted: boolean): string | undefined {
  const { cookie } = headers;
  if (headers[sessionHeader] !== '1' || typeof cookie !== 'string') return undefined;
  const sent = cookie.split(';').map((pair) => pair.trim());
  const begin = `${sessionCookie(isEncrypted)}=`;
  const found = sent.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  return found === '' ? undefined : found;
}

/** Authenticates a user by the access token in the session cookie. It applies to the application of the web console only. */
export class ConsoleSession implements AuthStrategy<string> {
  readonly name = 'consoleSession';
  readonly #tokens: AccessTokens;

  constructor(tokens: AccessTokens) {
    this.#tokens = tokens;
  }

  evidenceIn({ headers, tls }: PresentedRequest): string | undefined {
    return sessionTokenIn(headers, tls.encrypted);
  }

  async prove(app: App, token: string, { isUse }: PresentedRequest): Promise<AuthenticationResult> {
    return app.id === consoleAppId ? proveByToken(this.#tokens, token, isUse) : { refused: 'invalid' };
  }
}
