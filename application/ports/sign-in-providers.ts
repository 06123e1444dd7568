import type { LdapSettings, OidcSettings, SamlSettings, SignInProvider } from '../../domain/access/sign-in-provider.js';

export interface SignInProviderReader {
  /** All providers including their secrets, sorted by order, then by name. Secrets must not be part of responses. */
  list(): Promise<SignInProvider[]>;
  find(name: string): Promise<SignInProvider | undefined>;
}

export interface SignInProviderRepository extends SignInProviderReader {
  save(provider: SignInProvider): Promise<void>;
  delete(name: string): Promise<void>;
}

export interface ProvidedIdentity {
  /** Unique id of the person at the provider; null if the provider has none. */
  readonly subject: string | null;
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Names of groups as in mappings. */
  readonly groups: readonly string[];
}

export interface WrongPassword {
  /** User name in the directory entry. It may differ from the typed name, because a user may have several sign-in names. */
  readonly wrongFor: string;
}

/** A step of a provider test. `problem`: null on success. */
export interface ProviderStep {
  readonly step: string;
  readonly problem: string | null;
}

/** The provider does not respond. The message is the reason for users, without secrets. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface PasswordDirectories {
  /**
   * Checks the password of a user. User name (as typed) and password are not empty.
   * @returns the identity of the user. For a wrong password or a refused account: WrongPassword, or undefined if the directory
   * does not reveal the user. For an unknown user: undefined
   * @throws ProviderUnavailable if no server of the directory responds in time, or searches are refused
   */
  identify(settings: LdapSettings, username: string, password: string): Promise<ProvidedIdentity | WrongPassword | undefined>;
  /** Runs the steps of a sign-in up to the first failure; never throws. @param user undefined: only the search is tested */
  test(settings: LdapSettings, user?: { readonly username: string; readonly password: string }): Promise<readonly ProviderStep[]>;
}

/** The response of a provider does not authenticate a person. The message is the reason for administrators, without secrets. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}

/** Values that bind the response of an OpenID provider to browser and request. Each is used once. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly codeVerifier: string;
}

export interface OidcSignIn {
  readonly identity: ProvidedIdentity;
  /** The ID token as received. The sign-out at the provider needs it. */
  readonly idToken: string;
}

export interface AccessTokenFacts {
  /** As in ProvidedIdentity. */
  readonly subject: string;
  /** Ids of the program in the token: the subject, and the client id if the token belongs to a program. */
  readonly program: readonly string[];
}

/** A logout request of a provider for a person. */
export interface OidcLogout {
  /** As in ProvidedIdentity. */
  readonly subject: string;
  /** Unique at the provider. */
  readonly id: string;
}

/** OpenID providers: authorization code flow with PKCE. All methods throw ProviderUnavailable if the provider does not respond. */
export interface OidcProviders {
  /** Starts a sign-in. @returns the URL for the browser, and the checks for `finish` */
  begin(settings: OidcSettings, redirectUri: string): Promise<{ readonly url: string; readonly checks: OidcChecks }>;
  /** Verifies the response of the provider. @param response the redirect URI with its parameters @throws ProviderRefusal */
  finish(settings: OidcSettings, response: URL, checks: OidcChecks): Promise<OidcSignIn>;
  /** The logout URL of the provider for the browser; undefined if the provider has none. */
  endSessionUrl(settings: OidcSettings, idToken: string | undefined, returnTo: string): Promise<string | undefined>;
  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0). @throws ProviderRefusal */
  readLogout(settings: OidcSettings, logoutToken: string): Promise<OidcLogout>;
  /** Verifies an access token (RFC 9068) for the audience in the settings. Caches the provider's keys. @throws ProviderRefusal */
  readAccessToken(settings: OidcSettings, token: string): Promise<AccessTokenFacts | 'expired'>;
  /** Runs the steps of a sign-in that need no browser, up to the first failure; never throws. */
  test(settings: OidcSettings): Promise<readonly ProviderStep[]>;
}

/** An authentication request. The response contains its id. */
export interface SamlRequest {
  /** An XML name, unique. */
  readonly id: string;
  /** The assertion consumer service: URL for the response of the provider. */
  readonly consumerUrl: string;
  /** The network of the client. Networks take turns, and each has a limit of waiting responses. */
  readonly client?: string;
}

export interface SamlSignIn {
  readonly identity: ProvidedIdentity;
  /** Unique at the provider. */
  readonly assertionId: string;
  /** Expiry of the assertion. */
  readonly until: Date;
}

/** SAML 2.0 identity providers: requests by HTTP-Redirect, responses by HTTP-POST. */
export interface SamlProviders {
  /** @returns the URL to redirect the browser to */
  begin(settings: SamlSettings, request: SamlRequest): Promise<string>;
  /** Verifies the response of the provider. @param response base64, as received @throws ProviderRefusal */
  finish(settings: SamlSettings, response: string, request: SamlRequest): Promise<SamlSignIn>;
  /** The service metadata for the provider, as XML. */
  metadata(settings: SamlSettings, consumerUrl: string): Promise<string>;
  /** Runs the steps of a sign-in that need no browser, up to the first failure; never throws. */
  test(settings: SamlSettings): Promise<readonly ProviderStep[]>;
}
