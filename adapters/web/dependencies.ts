import type { IncomingMessage } from 'node:http';
import type { AccessTokens } from '../../application/access/sign-in/access-tokens.js';
import type { Directory } from '../../application/access/sign-in/directory.js';
import type { ProviderSignIn } from '../../application/access/sign-in/provider-sign-in.js';
import type { SignIn } from '../../application/access/sign-in/sign-in.js';

/** What the console needs of the service around it. */
export interface ConsoleDependencies {
  readonly signIn: SignIn;
  /** Sign-in by OpenID providers, where there can be any. */
  readonly providerSignIn: ProviderSignIn | undefined;
  readonly accessTokens: AccessTokens;
  readonly directory: Directory;
  /** The folder with what the build made. */
  readonly folder: URL;
  /** Name of the cookie that carries the access token. */
  readonly cookie: (isEncrypted: boolean) => string;
  /** The access token of a request, where it may count. */
  readonly tokenIn: (headers: IncomingMessage['headers'], isEncrypted: boolean) => string | undefined;
  /** The header of answers over TLS that has browsers come back over TLS only. */
  readonly strictTransport: readonly [name: string, value: string];
  /** Whether a request has the header that only the console sends. */
  readonly isOwn: (headers: IncomingMessage['headers']) => boolean;
  /** Where a request really comes from, and whether its way was encrypted. */
  readonly clientOf: (request: IncomingMessage) => { readonly address: string; readonly encrypted: boolean };
  /** The path prefix before every path that an answer names; empty for none. */
  readonly pathPrefixOf: (request: IncomingMessage) => string;
  /** The target of a request below the path that the service is mounted below. */
  readonly pathOf: (request: IncomingMessage) => string;
  /** How an error is told; undefined for one that is a defect. */
  readonly answerFor: (error: unknown) => { readonly status: number; readonly message: string } | undefined;
  /** Takes down a defect. */
  readonly complain: (error: unknown) => void;
  readonly version: string;
}
