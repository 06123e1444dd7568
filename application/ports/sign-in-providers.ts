import type { LdapSettings, OidcSettings, SamlSettings, SignInProvider } from '../../domain/access/sign-in-provider.js';

/** Reads sign-in providers. */
export interface SignInProviderReader {
  /** With secrets: never shown. In the order of sign-in: by order, then by name. */
  list(): Promise<SignInProvider[]>;
  find(name: string): Promise<SignInProvider | undefined>;
}

/** Stores sign-in providers. */
export interface SignInProviderRepository extends SignInProviderReader {
  /** Adds a provider, or replaces the one with its name. */
  save(provider: SignInProvider): Promise<void>;
  delete(name: string): Promise<void>;
}

/** A person in a sign-in provider. */
export interface ProvidedIdentity {
  /** Identifier of the person, unique at the provider; null if the provider has none. */
  readonly subject: string | null;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean;
  /** Names of groups, as in mappings. */
  readonly groups: readonly string[];
}

/** A password that is not the one of a user. */
export interface WrongPassword {
  /** The user name of the entry: a user may have several names to sign in with. */
  readonly wrongFor: string;
}

/** One step of a test of a provider. `problem`: null for success. */
export interface ProviderStep {
  readonly step: string;
  readonly problem: string | null;
}

/** A provider does not answer. The message is the reason, for users, and contains no secret. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Directories that check passwords. */
export interface PasswordDirectories {
  /**
   * Checks the password of a user.
   * @param username as typed, not empty; @param password not empty
   * @returns undefined for an unknown user; for a wrong password and a refused account, the user whom the typed name means, or
   * undefined where the directory does not tell
   * @throws ProviderUnavailable if no server of the directory answered in time, or searches are refused
   */
  identify(settings: LdapSettings, username: string, password: string): Promise<ProvidedIdentity | WrongPassword | undefined>;
  /** Runs the steps of a sign-in up to the first failure; never throws. @param user without one, only the search is tested */
  test(settings: LdapSettings, user?: { readonly username: string; readonly password: string }): Promise<readonly ProviderStep[]>;
}

/**
 * The answer of a provider does not authenticate a person. The message is the reason, for administrators, and contains no secret.
 */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}

/** Values that bind the answer of an OpenID provider to the browser and to the request. Each is used once. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly codeVerifier: string;
}

/** An authenticated person of an OpenID provider. */
export interface OidcSignIn {
  readonly identity: ProvidedIdentity;
  /** Unchanged, for the sign-out at the provider. */
  readonly idToken: string;
}

/** Facts in a verified access token. */
export interface AccessTokenFacts {
  /** As in ProvidedIdentity. */
  readonly subject: string;
  /**
   * Names of the program in the token: the subject, and the client ID if the token belongs to the program and not to a person.
   */
  readonly program: readonly string[];
}

/** A provider's request to end the sessions of a person. */
export interface OidcLogout {
  /** As in ProvidedIdentity. */
  readonly subject: string;
  /** Unique at the provider. */
  readonly id: string;
}

/**
 * OpenID providers: the authorization code flow with PKCE. Each method throws ProviderUnavailable if the provider does not
 * answer.
 */
export interface OidcProviders {
  /** Starts a sign-in. @returns the URL for the browser, and the values for `finish` */
  begin(settings: OidcSettings, redirectUri: string): Promise<{ readonly url: string; readonly checks: OidcChecks }>;
  /** Verifies the answer of the provider. @param answer the redirect URI with the parameters of the answer. @throws ProviderRefusal */
  finish(settings: OidcSettings, answer: URL, checks: OidcChecks): Promise<OidcSignIn>;
  /** The URL at which the browser ends the session at the provider; undefined for a provider without one. */
  endSessionUrl(settings: OidcSettings, idToken: string | undefined, returnTo: string): Promise<string | undefined>;
  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0). @throws ProviderRefusal */
  readLogout(settings: OidcSettings, logoutToken: string): Promise<OidcLogout>;
  /**
   * Verifies an access token (RFC 9068) for the audience of the settings. The keys of the provider are cached.
   * @throws ProviderRefusal
   */
  readAccessToken(settings: OidcSettings, token: string): Promise<AccessTokenFacts | 'expired'>;
  /** Runs the steps of a sign-in that need no browser, up to the first failure; never throws. */
  test(settings: OidcSettings): Promise<readonly ProviderStep[]>;
}

/** A request for authentication, which the answer names. */
export interface SamlRequest {
  /** An XML name, unique. */
  readonly id: string;
  /** Where the provider sends the answer: the assertion consumer service. */
  readonly consumerUrl: string;
}

/** A person whom a SAML identity provider has authenticated. */
export interface SamlSignIn {
  readonly identity: ProvidedIdentity;
  /** Unique at the provider. */
  readonly assertionId: string;
  /** After this time the assertion is accepted no more. */
  readonly until: Date;
}

/** SAML 2.0 identity providers: requests by HTTP-Redirect, answers by HTTP-POST. */
export interface SamlProviders {
  /** @returns the URL to which the browser is redirected */
  begin(settings: SamlSettings, request: SamlRequest): Promise<string>;
  /** Verifies the answer of the provider. @param response as it came, base64. @throws ProviderRefusal */
  finish(settings: SamlSettings, response: string, request: SamlRequest): Promise<SamlSignIn>;
  /** The metadata of this service for the provider, XML. */
  metadata(settings: SamlSettings, consumerUrl: string): Promise<string>;
  /** Takes the steps of a sign-in that need no browser, up to the first that fails; never throws. */
  test(settings: SamlSettings): Promise<readonly ProviderStep[]>;
}
