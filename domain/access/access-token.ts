import { IpamError } from '../errors.js';
import { defineAdministered } from '../fields/administered-field.js';
import type { User } from './user.js';

/** Only the digest is stored, never the token. */
export interface AccessToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly digest: string;
  readonly userId: number;
  readonly expires: Date;
  /** Undefined for tokens of earlier versions. */
  readonly session?: SessionFacts;
}

export interface SessionFacts {
  /** Result of signInMethod. */
  readonly method: string;
  readonly created: Date;
  /** Accurate to one minute. */
  readonly lastUsed: Date;
  /** Time of the last authentication: at the sign-in or later. */
  readonly proven: Date;
  /** null: the service itself. */
  readonly clientAddress: string | null;
  /** Result of userAgentText; empty without a user agent. */
  readonly userAgent: string;
}

/** The token of a sign-in while the storage refuses writes. It is only in memory, and ends when writes succeed again. */
export interface UnstoredToken extends AccessToken {
  readonly session: SessionFacts;
  /** Application of the sign-in; null: internal. */
  readonly appId: string | null;
}

/** Maximum lifetime of an unstored token, in seconds. Using the token does not extend its lifetime. */
export const unstoredTtl = 1800;

const longestUserAgent = 200;

/** The stored form of a User-Agent header: printable ASCII, at most 200 characters. */
export const userAgentText = (header: string | undefined): string =>
  (header ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longestUserAgent);

const time = { type: 'timestamp', readOnly: true, nullable: true } as const;

export const sessionFields = defineAdministered({
  id: { type: 'text', readOnly: true, max: 64, meaning: 'The beginning of the digest of the access token.' },
  user: { type: 'text', readOnly: true, max: 255, meaning: 'The user who is signed in.' },
  expires: { ...time, meaning: 'The time when the session ends, unless it is used before.' },
  method: {
    ...{ type: 'text', readOnly: true, max: 64, nullable: true },
    meaning:
      'The method of the sign-in, e.g. password, password+totp, ldap, passkey or oidc; null for a session of an earlier version.',
  },
  clientAddress: { type: 'text', readOnly: true, max: 64, nullable: true, meaning: 'The address of the client at the sign-in.' },
  userAgent: { type: 'text', readOnly: true, max: longestUserAgent, meaning: 'The program of the client at the sign-in.' },
  created: { ...time, meaning: 'The time of the sign-in.' },
  lastUsed: { ...time, meaning: 'The time of the last use, accurate to a minute.' },
});

export const publicDigestLength = 12;

export const publicDigest = ({ digest }: Pick<AccessToken, 'digest'>): string => digest.slice(0, publicDigestLength);

/** Counts live tokens. The oldest tokens are deleted first. */
export const maxTokensOfUser = 1000;

/** Shorter extensions of a token's expiry are not stored, to limit writes. In milliseconds; a tenth of shorter lifetimes. */
const minExtension = (ttl: number): number => Math.min(60_000, ttl * 100);

export const isExpired = (token: AccessToken, now: Date): boolean => token.expires.getTime() <= now.getTime();

/** @param ttl lifetime in seconds */
export const expiryFrom = (now: Date, ttl: number): Date => new Date(now.getTime() + ttl * 1000);

/** Whether the service stores the extended expiry of a token. */
export const isWorthExtending = (token: AccessToken, now: Date, ttl: number): boolean =>
  expiryFrom(now, ttl).getTime() - token.expires.getTime() >= minExtension(ttl);

/** Minutes after an authentication in which the session may create keys and applications. */
export const recentAuthenticationMinutes = 5;

/** False for tokens of earlier versions. */
export const isRecentlyAuthenticated = ({ session }: Pick<AccessToken, 'session'>, now: Date): boolean =>
  session !== undefined && now.getTime() - session.proven.getTime() < recentAuthenticationMinutes * 60_000;

export interface Access {
  readonly token: AccessToken;
  readonly user: User;
}

/** @throws IpamError token.invalid (unknown, or of a disabled user), token.expired */
export function requireAccess(found: Access | undefined, now: Date): Access {
  if (!found || found.user.disabled) throw new IpamError('token.invalid');
  if (isExpired(found.token, now)) throw new IpamError('token.expired');
  return found;
}
