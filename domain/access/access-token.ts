import { IpamError } from '../errors.js';
import type { User } from './user.js';

/** A user's access to the service for a time. The token itself is never kept, only its digest. */
export interface AccessToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly digest: string;
  readonly userId: number;
  readonly expires: Date;
}

/** How much of a token's digest is shown, in characters: enough to tell tokens apart. */
export const publicDigestLength = 12;

/** The part of the digest of a token or key that may be shown. */
export const publicDigest = ({ digest }: Pick<AccessToken, 'digest'>): string => digest.slice(0, publicDigestLength);

/** A user keeps at most this many live tokens; the oldest go first. */
export const maxTokensOfUser = 1000;

/** A token's expiry is moved only when that gains at least this much, to spare writes. */
const minExtension = 60_000;

export const isExpired = (token: AccessToken, now: Date): boolean => token.expires.getTime() <= now.getTime();

/** When a token expires that is used or made now. @param ttl lifetime in seconds */
export const expiryFrom = (now: Date, ttl: number): Date => new Date(now.getTime() + ttl * 1000);

/** Whether using a token now moves its expiry far enough to be written down. */
export const isWorthExtending = (token: AccessToken, now: Date, ttl: number): boolean =>
  expiryFrom(now, ttl).getTime() - token.expires.getTime() >= minExtension;

/** A token that is there, and the user whose it is. */
export interface Access {
  readonly token: AccessToken;
  readonly user: User;
}

/** The access that a token gives. @throws IpamError token.invalid (there is none, or its user is disabled), token.expired */
export function requireAccess(found: Access | undefined, now: Date): Access {
  if (!found || found.user.disabled) throw new IpamError('token.invalid');
  if (isExpired(found.token, now)) throw new IpamError('token.expired');
  return found;
}
