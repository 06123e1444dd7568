import type { KeyAccess, KeyAudience } from '../../domain/access/access-key.js';
import type { App } from '../../domain/access/app.js';
import type { User } from '../../domain/access/user.js';
import type { Repositories } from './unit-of-work.js';

/** Reason of a refusal. missing: the request has no credentials for an accepted strategy. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'codeOfOtherApp';

export interface OpenedRequest {
  readonly text: string;
  /** Whether the encryption also proves that the content is unmodified and from a client that knows the application's code. */
  readonly isAuthenticated: boolean;
}

export interface ClientCertificate {
  /** DER. */
  readonly raw: Uint8Array;
  /** SHA-256 of the certificate: upper-case hex pairs, separated by colons. */
  readonly fingerprint256: string;
  /** Members of the subject's distinguished name, e.g. CN. */
  readonly subject: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** In the format of Node, e.g. `DNS:host.example, email:ann@example.org`; may be empty. */
  readonly subjectAltName: string;
}

export interface TlsFacts {
  /** Whether the connection to this process or to a trusted proxy is encrypted. */
  readonly encrypted: boolean;
  /** The client certificate, if the server requested one and trusts its issuer. */
  readonly clientCertificate: () => ClientCertificate | undefined;
}

export interface PresentedRequest {
  readonly method: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** IP address of the client: the forwarded one for requests from a trusted proxy. */
  readonly clientAddress: string;
  readonly tls: TlsFacts;
  readonly opened: OpenedRequest | undefined;
  /** Whether the request extends the lifetime of the access token that it presents. A request about this token does not. */
  readonly isUse: boolean;
  readonly code?: string | undefined;
  /** The interface of the request. null or absent: the REST interface. */
  readonly audience?: KeyAudience | null;
  readonly isGone: () => boolean;
}

export interface AuthenticatedUser {
  readonly user: User;
  /** The access token of the user. The user may renew and revoke it. */
  readonly token?: string;
  /** Result of signInMethod; undefined for external strategies. */
  readonly method?: string;
  readonly recoveryCodes?: readonly string[] | undefined;
  /**
   * Checks the authentication again in the unit of work that issues the access token, and stores related records.
   * @throws IpamError signIn.failed if the authentication is no longer valid
   */
  readonly confirm?: (repositories: Repositories, now: Date) => Promise<void>;
  /**
   * Ends the counted sign-in attempt without the storage, if the storage refuses writes. If absent, no access token is issued
   * while the storage refuses writes.
   */
  readonly settleUnstored?: () => Promise<void>;
}

/**
 * The result of a strategy: a user, the owner of a key, a user name (case is ignored), the application itself with only its own
 * permission, or a refusal. An unknown name is a refusal.
 */
export type AuthenticationResult =
  | AuthenticatedUser
  | KeyAccess
  | { readonly username: string }
  | { readonly proves: 'app' }
  | { readonly refused: Exclude<Refusal, 'missing'> };

/** An authentication strategy. Security modes list accepted strategies. The first one with credentials in the request decides. */
export interface AuthStrategy<Evidence = unknown> {
  /** Unique within a service. */
  readonly name: string;
  /** The credentials in a request, e.g. a header; undefined if absent. */
  evidenceIn(request: PresentedRequest): Evidence | undefined;
  /**
   * Verifies credentials. The caller refuses disabled users.
   * @throws storage errors; IpamError for refusals with a specific response: signIn.failed and others; signIn.unavailable with a
   * sentence if the strategy is unavailable (503)
   */
  prove(app: App, credentials: Evidence, request: PresentedRequest): Promise<AuthenticationResult>;
  /** Decrypts a request, for strategies with encryption; undefined for a request of another application. */
  open?(app: App, encrypted: string): Promise<OpenedRequest | undefined>;
}
