import { IpamError } from '../errors.js';
import type { User } from './user.js';

/** A user's access to the service for a limited time. Only the digest is stored, never the token. */
export interface AccessToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly digest: string;
  readonly userId: number;
  readonly expires: Date;
}

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
