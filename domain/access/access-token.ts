import { IpamError } from '../errors.js';
import { defineAdministered } from '../fields/administered-field.js';
import type { User } from './user.js';

/** A user's access to the service for a limited time. Only the digest is stored, never the token. */
export interface AccessToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly digest: string;
  readonly userId: number;
  readonly expires: Date;
  /** Of the sign-in that made the token; undefined for a token of an earlier version. */
  readonly session?: SessionFacts;
}

/** The sign-in behind an access token. */
export interface SessionFacts {
  /** As signInMethod has it. */
  readonly method: string;
  readonly created: Date;
  /** Known to a minute. */
  readonly lastUsed: Date;
  /** When the user last proved to be its owner: at the sign-in or later. */
  readonly proven: Date;
  /** null: from within the service. */
  readonly clientAddress: string | null;
  /** As userAgentText has it; empty for none. */
  readonly userAgent: string;
}

/** A token of a sign-in while the storage refuses writes. It exists in the memory of the service until writes succeed again. */
export interface UnstoredToken extends AccessToken {
  readonly session: SessionFacts;
  /** Of the application of the sign-in; null: internal. */
  readonly appId: string | null;
  /** The stored password hash that the password matched; null: a directory has checked the password. */
  readonly verified: string | null;
}

/** Longest lifetime of an unstored token since its last use, in seconds. */
export const unstoredTtl = 600;

const longestUserAgent = 200;

/** The program that a client names, as it is stored: printable ASCII, at most 200 characters. */
export const userAgentText = (header: string | undefined): string =>
  (header ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longestUserAgent);

const time = { type: 'timestamp', readOnly: true, nullable: true } as const;

/** The fields of sessions, as their user and administrators see them. */
export const sessionFields = defineAdministered({
  id: { type: 'text', readOnly: true, max: 64, meaning: 'The beginning of the digest of the access token.' },
  user: { type: 'text', readOnly: true, max: 255, meaning: 'The user who is signed in.' },
  expires: { ...time, meaning: 'The time when the session ends, unless it is used before.' },
  method: {
    ...{ type: 'text', readOnly: true, max: 64, nullable: true },
    meaning:
      'The way of the sign-in, e.g. password, password+totp, ldap, passkey or oidc; null for a session of an earlier version.',
  },
  clientAddress: { type: 'text', readOnly: true, max: 64, nullable: true, meaning: 'The address of the client at the sign-in.' },
  userAgent: { type: 'text', readOnly: true, max: longestUserAgent, meaning: 'The program of the client at the sign-in.' },
  created: { ...time, meaning: 'The time of the sign-in.' },
  lastUsed: { ...time, meaning: 'The time of the last use, to a minute.' },
});

/** Characters of a digest that are shown: enough to distinguish tokens. */
export const publicDigestLength = 12;

/** The part of the digest of a token or key that may be shown. */
export const publicDigest = ({ digest }: Pick<AccessToken, 'digest'>): string => digest.slice(0, publicDigestLength);

/** Largest number of live tokens of a user; the oldest are removed first. */
export const maxTokensOfUser = 1000;

/** Smallest extension of a token's expiry that is stored, in milliseconds. It limits writes. */
const minExtension = 60_000;

export const isExpired = (token: AccessToken, now: Date): boolean => token.expires.getTime() <= now.getTime();

/** Expiry of a token that is used or created now. @param ttl lifetime in seconds */
export const expiryFrom = (now: Date, ttl: number): Date => new Date(now.getTime() + ttl * 1000);

/** Whether the new expiry of a token is stored. */
export const isWorthExtending = (token: AccessToken, now: Date, ttl: number): boolean =>
  expiryFrom(now, ttl).getTime() - token.expires.getTime() >= minExtension;

/** Minutes after a proof in which the session may make keys and applications. */
export const freshProofMinutes = 5;

/** Whether the user has proven to be the owner of the session some minutes ago. Tokens of earlier versions have no proof. */
export const isFreshlyProven = ({ session }: Pick<AccessToken, 'session'>, now: Date): boolean =>
  session !== undefined && now.getTime() - session.proven.getTime() < freshProofMinutes * 60_000;

/** A stored token and its user. */
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
