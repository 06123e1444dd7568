import type { AccessTokens } from '../../application/access/sign-in/access-tokens.js';
import { consoleAppId } from '../../application/access/sign-in/console-app.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App } from '../../domain/access/app.js';
import { proveByToken } from './user-token.js';

/**
 * Name of the cookie that carries the access token of the web console. Over TLS its prefix has browsers take it from this host over TLS
 * only (RFC 6265bis), so that no other host of the domain and no one on an unencrypted way can plant one.
 */
export const sessionCookie = (isEncrypted: boolean): string => (isEncrypted ? '__Host-hexipam-console' : 'hexipam-console');

/** The header without which the cookie counts for nothing: no form and no link of another page can send it. */
export const sessionHeader = 'x-hexipam-console';

/** The access token in the cookie of a request that has the header too; undefined without one of them. */
export function sessionTokenIn(headers: PresentedRequest['headers'], isEncrypted: boolean): string | undefined {
  const { cookie } = headers;
  if (headers[sessionHeader] !== '1' || typeof cookie !== 'string') return undefined;
  const sent = cookie.split(';').map((pair) => pair.trim());
  const begin = `${sessionCookie(isEncrypted)}=`;
  const found = sent.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  return found === '' ? undefined : found;
}

/** A user's access token in a cookie, for the application of the web console alone, and only beside a header. */
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
