import { IpAddress } from '../net/ip-address.js';
import type { Scope } from './key-scope.js';

/** A program that registered itself for sign-ins by OAuth 2.1. It has no secret: PKCE protects its codes. */
export interface OAuthClient {
  readonly id: string;
  /** Untrusted text of the registration. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly created: Date;
  /** Time of the last consent; null without consent. */
  readonly lastGranted: Date | null;
}

/** Access of a client on behalf of a user: first a code, then an access and a refresh token. Secrets are stored as digests. */
export interface OAuthGrant {
  /** All codes and refresh tokens of a grant begin with the same half. This is its SHA-256 in lower-case hex. */
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
  /** Digest of the access token, which is a key of the user. null: the code is not redeemed yet. */
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

/** In milliseconds. `unusedClient`: a client without consent; `client`: a client without a grant. */
export const oauthLifetimes = {
  code: minute,
  accessToken: 60 * minute,
  refreshToken: 30 * day,
  unusedClient: day,
  client: 90 * day,
} as const;

/** Clients with write access get further scopes. */
const readScopes: readonly Scope[] = ['*:read', 'feed'];
const writeScopes: readonly Scope[] = ['allocate', 'address:write', 'range:write'];

export const grantableScopes = (permission: 'off' | 'read' | 'write'): readonly Scope[] => {
  if (permission === 'off') return [];
  return permission === 'read' ? readScopes : [...readScopes, ...writeScopes];
};

export const isReadScope = (scope: Scope): boolean => readScopes.includes(scope);

/** The grantable scopes among the requested ones. Default: the read scopes. @param requested separated by spaces */
export function requestedScopes(requested: string, grantable: readonly Scope[]): readonly Scope[] {
  const names = new Set(requested.split(' '));
  const known = grantable.filter((scope) => names.has(scope));
  return known.length > 0 ? known : grantable.filter(isReadScope);
}

/** The display name of a client: printable, at most 48 characters. */
export function clientName(name: string): string {
  const printable = name.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ').trim();
  return [...printable].slice(0, oauthLimits.nameLength).join('').trim() || 'unnamed client';
}

export const isClientId = (text: string): boolean => /^[\w-]{24}$/.test(text);

/** Redirect schemes of editors. They lack the dot that RFC 8252 recommends. */
const editorSchemes: ReadonlySet<string> = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf']);

const uriForm = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9.:[\]_-]*)((?:[/?][\x21-\x7e]*)?)$/i;
const loopback = /^(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;
const hostAndPort = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;

/**
 * Returns the problem as the end of a sentence; undefined for a valid URI. A valid URI has the scheme https, http with a
 * loopback address, or a private scheme (RFC 8252). It has no fragment, no user and no non-ASCII characters.
 */
export function problemWithRedirectUri(uri: string): string | undefined {
  const [, scheme = '', authority = '', rest = ''] = uriForm.exec(uri) ?? [];
  if (uri.length > oauthLimits.redirectUriLength || scheme === '' || rest.includes('#')) return 'is not a valid URI';
  const isProgram = editorSchemes.has(scheme) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(scheme);
  if (isProgram) return undefined;
  if (scheme === 'https') return hostAndPort.test(authority) ? undefined : 'has no valid host';
  return scheme === 'http' && loopback.test(authority)
    ? undefined
    : 'must be an https URL, an http URL with a loopback address, or a URI with the scheme of a program';
}

/** Native clients listen on any free loopback port (RFC 8252, section 7.3). Returns other URIs unchanged. */
const withoutLoopbackPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/, '$1');

/** The port of a loopback address is ignored. */
export const isRegisteredUri = ({ redirectUris }: Pick<OAuthClient, 'redirectUris'>, uri: string): boolean =>
  problemWithRedirectUri(uri) === undefined &&
  redirectUris.some((registered) => withoutLoopbackPort(registered) === withoutLoopbackPort(uri));

/** The target of a redirect URI for display: host and port, or the private scheme. */
export function receiverOf(uri: string): string {
  const [, scheme = '', authority = ''] = uriForm.exec(uri) ?? [];
  return scheme === 'http' || scheme === 'https' ? authority : `${scheme}:`;
}

const loopbackHost = /^(?:127(?:\.\d{1,3}){0,3}|\[::1\]|(?:[a-z0-9-]+\.)*localhost)(?::\d{1,5})?$/i;

/** Whether a redirect URI leads to a loopback address. Any program of the device may listen there. */
export const isLoopbackUri = (uri: string): boolean => loopbackHost.test(receiverOf(uri));

/** A code challenge of the method S256: SHA-256 in base64url. */
export const isCodeChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A code verifier (RFC 7636, section 4.1). */
export const isCodeVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

const halfLength = 32;
const refreshPrefix = 'hxr_';
const secretForm = /^[\w-]{64}$/;

/** A code: the family of the grant and a secret, 32 random characters each. */
export const codeOf = (family: string, random: string): string => `${family}${random}`;

/** A refresh token: prefix, family and secret, 32 random characters each. */
export const refreshTokenOf = (family: string, random: string): string => `${refreshPrefix}${family}${random}`;

export const familyInCode = (code: string): string | undefined => (secretForm.test(code) ? code.slice(0, halfLength) : undefined);

export const familyInRefreshToken = (token: string): string | undefined =>
  token.startsWith(refreshPrefix) ? familyInCode(token.slice(refreshPrefix.length)) : undefined;

export const isGrantOver = ({ expires }: Pick<OAuthGrant, 'expires'>, now: Date): boolean => expires.getTime() <= now.getTime();

/** 30 days from now, at most `keyDays` after the creation of the grant. @param keyDays null: no limit */
export function refreshExpiry({ created }: Pick<OAuthGrant, 'created'>, now: Date, keyDays: number | null): Date {
  const idle = now.getTime() + oauthLifetimes.refreshToken;
  return new Date(keyDays === null ? idle : Math.min(idle, created.getTime() + keyDays * day));
}

/** A key name that no live key of the user has. */
export function grantName(client: string, taken: ReadonlySet<string>): string {
  const name = `mcp ${client}`;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}

const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Lower-case hex of a code challenge. Its 43 characters contain 256 bits and two bits of padding. */
export function challengeAsHex(challenge: string): string {
  let bits = 0n;
  for (const character of challenge) bits = (bits << 6n) | BigInt(base64Url.indexOf(character));
  return (bits >> 2n).toString(16).padStart(64, '0');
}

export const clientDocumentLimits = {
  urlLength: 500,
  bytes: 5 * 1024,
  timeoutMs: 5000,
  /** Shortest and longest time for which a valid document is stored. */
  minAgeMs: 300_000,
  maxAgeMs: 86_400_000,
  /** Number of stored documents. */
  stored: 1000,
  readsOfUserPerMinute: 20,
  /** Simultaneous reads. */
  reads: 16,
  readsOfUser: 4,
} as const;

const urlForm = /^https:\/\/([a-z0-9.-]+)(?::([1-9]\d{0,4}))?(\/[\w.~!$&'()*+,;=:@%/-]+(?:\?[\w.~!$&()*+,;=:@%/?-]*)?)$/i;
const dotSegment = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Runtimes read a host with such a last label as an IPv4 address. */
const numericLabel = /^(?:\d+|0x[\da-f]*)$/i;

/** Whether a text is a host name or an IPv4 address as dotted quad. Other forms of IPv4 are refused: `127.1`, `0x7f000001`. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((each) => label.test(each))) return false;
  return !numericLabel.test(labels.at(-1) ?? '') || IpAddress.read(host)?.toString() === host;
}

/** The host and port of a client id that is the URL of a metadata document; undefined for others. */
export function hostOfClient(id: string): string | undefined {
  const [, host = '', port] = id.length <= clientDocumentLimits.urlLength ? (urlForm.exec(id) ?? []) : [];
  if (!isHost(host) || Number(port ?? 443) > 65_535 || dotSegment.test(id)) return undefined;
  return (port === undefined ? host : `${host}:${port}`).toLowerCase();
}

/**
 * Whether a client id is the URL of a metadata document (OAuth Client ID Metadata Document, section 3): https with a host and a
 * path that is not only `/`, without fragment, user and dot segments.
 */
export const isClientUrl = (id: string): boolean => hostOfClient(id) !== undefined;

/**
 * The client of a metadata document. It must contain its own URL as `client_id`, and no secret: clients authenticate by PKCE only.
 * @param content JSON value of the document
 * @returns the problem as a text for an invalid document
 */
export function clientInDocument(url: string, content: unknown, now: Date): OAuthClient | string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'is not a JSON object';
  const members = new Map<string, unknown>(Object.entries(content));
  if (members.get('client_id') !== url) return 'has a client_id other than its URL';
  if (members.has('client_secret') || members.has('client_secret_expires_at')) return 'contains a client secret';
  if ((members.get('token_endpoint_auth_method') ?? 'none') !== 'none')
    return 'requires a token_endpoint_auth_method other than none';
  const uris = textsIn(members.get('redirect_uris'));
  if (uris.length === 0 || uris.length > oauthLimits.redirectUris)
    return `must have 1 to ${oauthLimits.redirectUris} redirect_uris`;
  for (const uri of uris) {
    const problem = problemWithRedirectUri(uri);
    if (problem !== undefined) return `has a redirect URI that ${problem}`;
  }
  const name = members.get('client_name');
  return { id: url, name: clientName(typeof name === 'string' ? name : ''), redirectUris: uris, created: now, lastGranted: null };
}

/** The value if it is a list of texts, otherwise an empty list. */
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : [];
