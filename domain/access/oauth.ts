import type { Scope } from './key-scope.js';

/** A program that registered itself for sign-ins by OAuth 2.1. It has no secret: PKCE protects its codes. */
export interface OAuthClient {
  readonly id: string;
  /** As the program names itself: text of a stranger. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly created: Date;
  /** Time of the last consent of a user; null: none. */
  readonly lastGranted: Date | null;
}

/** Access of a client in the name of a user: first a code, then an access token and a refresh token. Secrets are digests. */
export interface OAuthGrant {
  /** SHA-256 of the first half of all codes and refresh tokens of the grant, lower-case hex. */
  readonly family: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: number;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string;
  /** SHA-256 of the code verifier, lower-case hex. */
  readonly challenge: string;
  /** SHA-256 of the valid code or refresh token. */
  readonly secret: string;
  /** Digest of the access token, which is a key of the user; null: the code is not redeemed. */
  readonly keyDigest: string | null;
  readonly created: Date;
  /** Expiry of the valid code or refresh token. */
  readonly expires: Date;
}

export const oauthLimits = {
  clients: 1000,
  redirectUris: 10,
  redirectUriLength: 500,
  nameLength: 48,
  stateLength: 1000,
  grantsOfUser: 20,
  registrationsPerMinute: 60,
  registrationsOfNetworkPerMinute: 10,
} as const;

const minute = 60_000;
const day = 86_400_000;

/** Lifetimes in milliseconds: of codes, access tokens and unused refresh tokens, and of clients without consent or without a grant. */
export const oauthLifetimes = {
  code: minute,
  accessToken: 60 * minute,
  refreshToken: 30 * day,
  unusedClient: day,
  client: 90 * day,
} as const;

/** Scopes of tools that read, and further ones of tools that write. */
const readScopes: readonly Scope[] = ['*:read', 'feed'];
const writeScopes: readonly Scope[] = ['allocate', 'address:write', 'range:write'];

/** Scopes that users can grant to clients. */
export const grantableScopes = (permission: 'off' | 'read' | 'write'): readonly Scope[] => {
  if (permission === 'off') return [];
  return permission === 'read' ? readScopes : [...readScopes, ...writeScopes];
};

/** Whether a scope only reads. */
export const isReadScope = (scope: Scope): boolean => readScopes.includes(scope);

/** The grantable scopes that a client requests; without any, those that read. @param requested separated by spaces */
export function requestedScopes(requested: string, grantable: readonly Scope[]): readonly Scope[] {
  const names = new Set(requested.split(' '));
  const known = grantable.filter((scope) => names.has(scope));
  return known.length > 0 ? known : grantable.filter(isReadScope);
}

/** The name of a client for display: printable, at most 48 characters. */
export function clientName(given: string): string {
  const printable = given.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ').trim();
  return [...printable].slice(0, oauthLimits.nameLength).join('').trim() || 'unnamed client';
}

/** Whether a text has the form of an id of a client. */
export const isClientId = (text: string): boolean => /^[\w-]{24}$/.test(text);

/** Schemes of editors, which have no dot, unlike those that RFC 8252 recommends. */
const editorSchemes: ReadonlySet<string> = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf']);

const uriForm = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9.:[\]_-]*)((?:[/?][\x21-\x7e]*)?)$/i;
const loopback = /^(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;
const hostAndPort = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;

/**
 * The problem of a redirect URI; undefined for a valid one: https, http to a loopback address, or the scheme of a program
 * (RFC 8252). It has no fragment, user or character beyond ASCII.
 */
export function problemWithRedirectUri(uri: string): string | undefined {
  const [, scheme = '', authority = '', rest = ''] = uriForm.exec(uri) ?? [];
  if (uri.length > oauthLimits.redirectUriLength || scheme === '' || rest.includes('#')) return 'is not a valid URI';
  const isProgram = editorSchemes.has(scheme) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(scheme);
  if (isProgram) return undefined;
  if (scheme === 'https') return hostAndPort.test(authority) ? undefined : 'has no valid host';
  return scheme === 'http' && loopback.test(authority)
    ? undefined
    : 'must be https, a loopback address or the scheme of a program';
}

/** A loopback URI without its port: programs listen on any free port (RFC 8252, section 7.3). Other URIs stay. */
const withoutLoopbackPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/, '$1');

/** Whether a redirect URI of a request is a registered one, character by character except the port of a loopback address. */
export const isRegisteredUri = ({ redirectUris }: Pick<OAuthClient, 'redirectUris'>, uri: string): boolean =>
  problemWithRedirectUri(uri) === undefined &&
  redirectUris.some((registered) => withoutLoopbackPort(registered) === withoutLoopbackPort(uri));

/** The receiver of a redirect URI for display: host and port, or the scheme of a program. */
export function receiverOf(uri: string): string {
  const [, scheme = '', authority = ''] = uriForm.exec(uri) ?? [];
  return scheme === 'http' || scheme === 'https' ? authority : `${scheme}:`;
}

/** A code challenge of the method S256: SHA-256 in base64url. */
export const isCodeChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A code verifier (RFC 7636, section 4.1). */
export const isCodeVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

const halfLength = 32;
const refreshPrefix = 'hxr_';
const secretForm = /^[\w-]{64}$/;

/** A code from two random texts of 32 characters: the family of the grant, and a secret. */
export const codeOf = (family: string, random: string): string => `${family}${random}`;

/** A refresh token from two random texts of 32 characters. */
export const refreshTokenOf = (family: string, random: string): string => `${refreshPrefix}${family}${random}`;

/** The family in a code; undefined for a text of another form. */
export const familyInCode = (code: string): string | undefined => (secretForm.test(code) ? code.slice(0, halfLength) : undefined);

/** The family in a refresh token; undefined for a text of another form. */
export const familyInRefreshToken = (token: string): string | undefined =>
  token.startsWith(refreshPrefix) ? familyInCode(token.slice(refreshPrefix.length)) : undefined;

/** Whether the valid code or refresh token of a grant has expired. */
export const isGrantOver = ({ expires }: Pick<OAuthGrant, 'expires'>, now: Date): boolean => expires.getTime() <= now.getTime();

/** Expiry of a refresh token: after 30 days, or earlier with the longest lifetime of keys. @param keyDays null: without limit */
export function refreshExpiry({ created }: Pick<OAuthGrant, 'created'>, now: Date, keyDays: number | null): Date {
  const idle = now.getTime() + oauthLifetimes.refreshToken;
  return new Date(keyDays === null ? idle : Math.min(idle, created.getTime() + keyDays * day));
}

/** A name of a key that the live keys of a user do not have. */
export function grantName(client: string, taken: ReadonlySet<string>): string {
  const name = `mcp ${client}`;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}

const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A code challenge as lower-case hex: 43 characters have 258 bits, of which the last two are padding. */
export function challengeAsHex(challenge: string): string {
  let bits = 0n;
  for (const character of challenge) bits = (bits << 6n) | BigInt(base64Url.indexOf(character));
  return (bits >> 2n).toString(16).padStart(64, '0');
}
