import type { ProviderTokens } from '../../application/access/sign-in/provider-tokens.js';
import type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../../application/ports/authentication.js';
import type { App } from '../../domain/access/app.js';
import { bearerIn } from './key.js';

/** Authenticates by an access token of an OpenID provider in the Bearer scheme (RFC 6750). */
export class ProviderToken implements AuthStrategy<string> {
  readonly name = 'providerToken';
  readonly #tokens: ProviderTokens;

  constructor(tokens: ProviderTokens) {
    this.#tokens = tokens;
  }

  evidenceIn(request: PresentedRequest): string | undefined {
    return bearerIn(request);
  }

  async prove(_app: App, token: string): Promise<AuthenticationResult> {
    const issuer = issuerIn(token);
    const user = issuer === undefined ? undefined : await this.#tokens.userOf(token, issuer);
    if (user === 'expired') return { refused: 'expired' };
    return user ? { user } : { refused: 'invalid' };
  }
}

/** Reads the issuer of an unverified token. @returns undefined for a text that is not a JWT */
function issuerIn(token: string): string | undefined {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (payload === undefined) return undefined;
  try {
    const { iss } = Object(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}
