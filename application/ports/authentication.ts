import type { KeyAccess } from '../../domain/access/access-key.js';
import type { App } from '../../domain/access/app.js';
import type { User } from '../../domain/access/user.js';
import type { Repositories } from './unit-of-work.js';

/** Why nobody was let in. missing: there is nothing in the request that an accepted strategy looks at. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'codeOfOtherApp';

/** An encrypted request that could be read. */
export interface OpenedRequest {
  readonly text: string;
  /** Whether it proves that it was made with the application's code just as it is. */
  readonly isAuthenticated: boolean;
}

/** The certificate of a client, which the server has verified. */
export interface ClientCertificate {
  /** DER. */
  readonly raw: Uint8Array;
  /** SHA-256 of it: pairs of upper-case hex digits with colons between them. */
  readonly fingerprint256: string;
  /** Members of the subject's distinguished name, e.g. CN. */
  readonly subject: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As Node prints it, e.g. `DNS:host.example, email:ann@example.org`; empty without. */
  readonly subjectAltName: string;
}

/** How the connection of a request is protected. */
export interface TlsFacts {
  /** Whether the request came encrypted, to this process or to a proxy that is trusted. */
  readonly encrypted: boolean;
  /** The client's certificate, where the server asked for one and an authority that it trusts has signed it. */
  readonly clientCertificate: () => ClientCertificate | undefined;
}

/** What strategies get of a request. Its body is read later. */
export interface PresentedRequest {
  /** As sent, e.g. GET. */
  readonly method: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The client's address: that of a trusted proxy's client where one forwards. */
  readonly clientAddress: string;
  readonly tls: TlsFacts;
  /** What the request says, where it came encrypted as a whole. */
  readonly opened: OpenedRequest | undefined;
  /** Whether what proves the caller is being used; not where a request looks at its own token. */
  readonly isUse: boolean;
  /** A code of a second factor that came beside the credentials. */
  readonly code?: string | undefined;
  /** Whether the client has gone, so that nobody waits for an answer any more. */
  readonly isGone: () => boolean;
}

/** A user that is proven. */
export interface ProvenUser {
  /** As it is stored. */
  readonly user: User;
  /** The access token that proves it, which the user may renew and end. */
  readonly token?: string;
  /** The way of the sign-in, as signInMethod has it; undefined for a strategy of another program. */
  readonly method?: string;
  /** Recovery codes that the sign-in has made. */
  readonly recoveryCodes?: readonly string[] | undefined;
  /**
   * Looks once more, in the unit of work that gives the user an access token, whether the proof still holds, and stores what
   * goes with it. @throws IpamError signIn.failed when it holds no more
   */
  readonly confirm?: (repositories: Repositories, now: Date) => Promise<void>;
}

/**
 * Who a strategy proves: a user, the owner of a key, a user by name (in any case), or the application itself, which is bound by its own permission
 * only; or why nobody. A name that no user has proves nobody.
 */
export type Proof =
  | ProvenUser
  | KeyAccess
  | { readonly username: string }
  | { readonly proves: 'app' }
  | { readonly refused: Exclude<Refusal, 'missing'> };

/**
 * One way in which requests prove who sends them. Security modes name the strategies that applications accept; the first whose
 * evidence a request carries decides.
 */
export interface AuthStrategy<Evidence = unknown> {
  /** Unique among the strategies of a service. */
  readonly name: string;
  /** What it looks at in a request, e.g. the contents of a header; undefined when the request has nothing of that. */
  evidenceIn(request: PresentedRequest): Evidence | undefined;
  /**
   * Who is proven. Users that are disabled are refused by whoever asks. @throws whatever storage throws, and IpamError where
   * clients are told more than that they are refused (signIn.failed...; signIn.unavailable with a sentence
   * where it cannot check now: 503)
   */
  prove(app: App, evidence: Evidence, request: PresentedRequest): Promise<Proof>;
  /**
   * Only of a strategy whose requests come encrypted as a whole: what such a request says; undefined for one that was not made
   * for the application.
   */
  open?(app: App, encrypted: string): Promise<OpenedRequest | undefined>;
}
