import type { AuthStrategy, PresentedRequest, Proof } from '../../application/ports/authentication.js';
import type { AccessTokens } from '../../application/sign-in/access-tokens.js';
import { consoleAppId } from '../../application/sign-in/console-app.js';
import type { App } from '../../domain/identity/app.js';
import { proveByToken } from './user-token.js';

/** Name of the cookie that carries the access token of the web console. */
export const sessionCookie = 'hexipam-console';

/** The header without which the cookie counts for nothing: no form and no link of another page can send it. */
export const sessionHeader = 'x-hexipam-console';

/** The access token in the cookie of a request that has the header too; undefined without one of them. */
export function sessionTokenIn(headers: PresentedRequest['headers']): string | undefined {
  const { cookie } = headers;
  if (headers[sessionHeader] !== '1' || typeof cookie !== 'string') return undefined;
  const sent = cookie.split(';').map((pair) => pair.trim());
  const found = sent.find((pair) => pair.startsWith(`${sessionCookie}=`))?.slice(sessionCookie.length + 1);
  return found === '' ? undefined : found;
}

/** A user's access token in a cookie, for the application of the web console alone, and only beside a header. */
export class ConsoleSession implements AuthStrategy<string> {
  readonly name = 'consoleSession';
  readonly #tokens: AccessTokens;

  constructor(tokens: AccessTokens) {
    this.#tokens = tokens;
  }

  evidenceIn({ headers }: PresentedRequest): string | undefined {
    return sessionTokenIn(headers);
  }

  async prove(app: App, token: string, { isUse }: PresentedRequest): Promise<Proof> {
    return app.id === consoleAppId ? proveByToken(this.#tokens, token, isUse) : { refused: 'invalid' };
  }
}
