import type { IncomingMessage } from 'node:http';
import type { AccessTokens } from '../../application/access/sign-in/access-tokens.js';
import type { Directory } from '../../application/access/sign-in/directory.js';
import type { ProviderSignIn } from '../../application/access/sign-in/provider-sign-in.js';
import type { SecondFactors } from '../../application/access/sign-in/second-factors.js';
import type { SignIn } from '../../application/access/sign-in/sign-in.js';
import type { RelyingParty } from '../../application/ports/second-factors.js';

export interface ConsoleDependencies {
  readonly signIn: SignIn;
  /** Sign-in with OpenID providers; undefined if it is unavailable. */
  readonly providerSignIn: ProviderSignIn | undefined;
  readonly secondFactors: SecondFactors;
  readonly accessTokens: AccessTokens;
  readonly directory: Directory;
  readonly folder: URL;
  /** Returns the name of the access token's cookie. */
  readonly cookie: (isEncrypted: boolean) => string;
  /** Returns the access token of a request; undefined without a permitted token. */
  readonly tokenIn: (headers: IncomingMessage['headers'], isEncrypted: boolean) => string | undefined;
  /** The `Strict-Transport-Security` header of answers over TLS. */
  readonly strictTransport: readonly [name: string, value: string];
  /** Whether the request has the header that only the console sends. */
  readonly isOwn: (headers: IncomingMessage['headers']) => boolean;
  /** Returns the client address behind trusted proxies, and whether the connection was encrypted. */
  readonly clientOf: (request: IncomingMessage) => { readonly address: string; readonly encrypted: boolean };
  /** The origin that browsers use for this server; undefined without a valid Host header. @throws for a host without permission */
  readonly partyOf: (request: IncomingMessage) => RelyingParty | undefined;
  /** Returns the prefix of all paths in an answer; empty for none. */
  readonly pathPrefixOf: (request: IncomingMessage) => string;
  /** Returns the request target relative to the mount path of the service. */
  readonly pathOf: (request: IncomingMessage) => string;
  /** Returns the answer for an expected error; undefined for an unexpected error (a bug). */
  /** @param language the header `Hexipam-Language` of the request */
  readonly answerFor: (
    error: unknown,
    language?: string | readonly string[],
  ) => { readonly status: number; readonly message: string } | undefined;
  readonly complain: (error: unknown) => void;
  readonly version: string;
  /** Whether the storage answers reads and refuses writes. */
  readonly refusesWrites: () => Promise<boolean>;
}

/**
 * Returns the origin that browsers use for this server. Undefined without a valid Host header, and for a host without permission.
 */
export function permittedParty(
  { partyOf }: Pick<ConsoleDependencies, 'partyOf'>,
  request: IncomingMessage,
): RelyingParty | undefined {
  try {
    return partyOf(request);
  } catch {
    return undefined;
  }
}
