import type { KeyAccess, KeyAudience } from '../../domain/access/access-key.js';
import type { App } from '../../domain/access/app.js';
import type { User } from '../../domain/access/user.js';
import type { Repositories } from './unit-of-work.js';

/** Reason of a refusal. missing: the request has no credentials for an accepted strategy. */
export type Refusal = 'missing' | 'invalid' | 'expired' | 'codeOfOtherApp';

/** A decrypted request. */
export interface OpenedRequest {
  readonly text: string;
  /** Whether the application's code authenticates the unmodified content. */
  readonly isAuthenticated: boolean;
}

/** A verified client certificate. */
export interface ClientCertificate {
  /** DER. */
  readonly raw: Uint8Array;
  /** Its SHA-256: pairs of upper-case hex digits, separated by colons. */
  readonly fingerprint256: string;
  /** Members of the subject's distinguished name, e.g. CN. */
  readonly subject: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As Node prints it, e.g. `DNS:host.example, email:ann@example.org`; empty without. */
  readonly subjectAltName: string;
}

/** Protection of the connection of a request. */
export interface TlsFacts {
  /** Whether the connection to this process or to a trusted proxy is encrypted. */
  readonly encrypted: boolean;
  /** The client's certificate, if the server requested one and trusts its authority. */
  readonly clientCertificate: () => ClientCertificate | undefined;
}

/** A request without its body, for strategies. */
export interface PresentedRequest {
  /** As sent, e.g. GET. */
  readonly method: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The client's IP address: the forwarded one if the request came from a trusted proxy. */
  readonly clientAddress: string;
  readonly tls: TlsFacts;
  /** The content of an encrypted request. */
  readonly opened: OpenedRequest | undefined;
  /** Whether the request extends the lifetime of its token. A request about its own token does not. */
  readonly isUse: boolean;
  /** The one-time code that the request contains in addition to its credential. */
  readonly code?: string | undefined;
  /** The interface that received the request; null or absent: the REST interface. */
  readonly audience?: KeyAudience | null;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
}

/** An authenticated user. */
export interface ProvenUser {
  /** As stored. */
  readonly user: User;
  /** The access token of the user, who may renew and revoke it. */
  readonly token?: string;
  /** The way of the sign-in, as signInMethod has it; undefined for a strategy of another program. */
  readonly method?: string;
  /** Recovery codes that the sign-in has made. */
  readonly recoveryCodes?: readonly string[] | undefined;
  /**
   * Checks the proof again in the unit of work that issues the access token, and stores related records.
   * @throws IpamError signIn.failed if the proof is no longer valid
   */
  readonly confirm?: (repositories: Repositories, now: Date) => Promise<void>;
  /** For an access token while the storage refuses writes; absent: the proof needs writes. */
  readonly unstored?: UnstoredProof;
}

/** A proof that needs no writes. */
export interface UnstoredProof {
  /** The stored password hash that the password matched; null: a directory has checked the password. */
  readonly verified: string | null;
  /** Ends the counted attempt. */
  readonly settle: () => Promise<void>;
}

/**
 * The result of a strategy: a user, the owner of a key, a user by name (case is ignored), the application itself, which has only
 * its own permission, or a refusal. An unknown name is a refusal.
 */
export type Proof =
  | ProvenUser
  | KeyAccess
  | { readonly username: string }
  | { readonly proves: 'app' }
  | { readonly refused: Exclude<Refusal, 'missing'> };

/**
 * An authentication strategy. Security modes list the strategies that applications accept. The first strategy with evidence in
 * the request decides.
 */
export interface AuthStrategy<Evidence = unknown> {
  /** Unique among the strategies of a service. */
  readonly name: string;
  /** The evidence in a request, e.g. the content of a header; undefined without it. */
  evidenceIn(request: PresentedRequest): Evidence | undefined;
  /**
   * Authenticates the evidence. Callers refuse disabled users.
   * @throws errors of storage; IpamError for refusals with their own answer: signIn.failed..., or signIn.unavailable with a
   * sentence if the strategy cannot check now (503)
   */
  prove(app: App, evidence: Evidence, request: PresentedRequest): Promise<Proof>;
  /** Decrypts a request, in strategies of encrypted requests; undefined for a request of another application. */
  open?(app: App, encrypted: string): Promise<OpenedRequest | undefined>;
}
