import type { AccessKeys } from '../../application/access/sign-in/access-keys.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import { keyPrefix } from '../../domain/access/access-key.js';
import type { App } from '../../domain/access/app.js';
import { presentedToken } from './user-token.js';

/**
 * Authenticates a user or a service account by a key: `Authorization: Bearer hxp_...`, or the key in place of an access token.
 */
export class Key implements AuthStrategy<string> {
  readonly name = 'key';
  readonly #keys: AccessKeys;

  constructor(keys: AccessKeys) {
    this.#keys = keys;
  }

  /** The header `Authorization` takes precedence. Other strategies handle texts without the prefix of keys. */
  evidenceIn(request: PresentedRequest): string | undefined {
    return [bearerIn(request), presentedToken(request)].find((text) => text?.startsWith(keyPrefix));
  }

  async prove(_app: App, key: string, { clientAddress, isUse, audience }: PresentedRequest): Promise<AuthenticationResult> {
    const access = await this.#keys.authenticate(key, clientAddress, isUse, audience);
    return typeof access === 'string' ? { refused: access } : access;
  }
}

/** The credentials of the Bearer scheme (RFC 6750). */
export function bearerIn({ headers: { authorization } }: PresentedRequest): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1] : undefined;
}
