import { unauthenticatedPrincipal } from '../../../domain/access/access-policy.js';
import {
  type AccessToken,
  expiryFrom,
  isWorthExtending,
  maxTokensOfUser,
  requireAccess,
  type SessionFacts,
  type UnstoredToken,
  unstoredTtl,
  userAgentText,
} from '../../../domain/access/access-token.js';
import type { App } from '../../../domain/access/app.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { lineOf, recordChange } from '../../changes/change-log.js';
import type { AuthenticatedUser } from '../../ports/authentication.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import { refusesWrites, StorageError } from '../../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Directory } from './directory.js';

/** Shortest interval between two tries to store tokens after writes were refused, in milliseconds. */
const adoptionIntervalMs = 5000;

/** A new token and its expiry. */
export interface GrantedToken {
  readonly token: string;
  readonly expires: Date;
  /** Recovery codes that the sign-in created. They are returned once. */
  readonly recoveryCodes?: readonly string[];
}

/**
 * Issues, verifies, renews and revokes access tokens of users. While the storage refuses writes, the service holds new tokens in
 * memory, and stores them at their first use afterwards.
 */
export class AccessTokens {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #source: TokenSource;
  readonly #directory: Directory;
  readonly #ttl: number;
  /** Time of the next try to store an unstored token, in milliseconds since 1970 UTC. */
  #nextTry = 0;

  /** @param ttl lifetime of a token in seconds since its last use */
  constructor(unitOfWork: UnitOfWork, clock: Clock, source: TokenSource, directory: Directory, ttl: number) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#source = source;
    this.#directory = directory;
    this.#ttl = ttl;
  }

  /**
   * Issues a token to an authenticated user and logs the sign-in.
   * @param app of the request; null: internal
   * @param userAgent User-Agent header of the client
   * @throws IpamError signIn.failed if the user was removed or disabled meanwhile, is a service account, or the authentication is
   * no longer valid
   */
  async grant(
    app: App | null,
    clientAddress: string | null,
    { user, confirm, method = 'other', recoveryCodes, unstored }: AuthenticatedUser,
    userAgent?: string,
  ): Promise<GrantedToken> {
    const token = this.#source.create();
    const now = this.#clock.now();
    const expires = expiryFrom(now, this.#ttl);
    const session = { method, created: now, lastUsed: now, proven: now, clientAddress, userAgent: userAgentText(userAgent) };
    const stored = { digest: this.#source.digest(token), userId: user.id, expires, session };
    try {
      await this.#unitOfWork.run((repositories) => store(repositories, app, stored, now, confirm));
    } catch (error) {
      if (!refusesWrites(error) || !unstored || user.disabled || isServiceAccount(user)) throw error;
      await unstored.settle();
      const soon = this.#soonFrom(now);
      await this.#directory.shareUnstored({ ...stored, expires: soon, appId: app?.id ?? null, verified: unstored.verified });
      return { token, expires: soon };
    }
    return { token, expires, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  #soonFrom(now: Date): Date {
    return expiryFrom(now, Math.min(this.#ttl, unstoredTtl));
  }

  /**
   * Returns the user of a token.
   * @param isUse whether the expiry is extended
   * @throws IpamError token.invalid, token.expired
   */
  async authenticate(token: string, isUse = true): Promise<User> {
    const { user } = await this.#look(token, isUse);
    return user;
  }

  /** The digest under which a token is stored. */
  digestOf(token: string): string {
    return this.#source.digest(token);
  }

  /** The expiry of a token. @throws IpamError token.invalid, token.expired */
  async expiryOf(token: string): Promise<Date> {
    return (await this.#look(token, false)).expires;
  }

  /** Extends a token to its full lifetime. @returns the new expiry @throws IpamError token.invalid, token.expired */
  async refresh(token: string): Promise<Date> {
    await this.#look(token, false);
    return this.#extend(this.#source.digest(token), this.#clock.now());
  }

  /**
   * Revokes a token, immediately in this process and its workers. Other processes may cache it for another second.
   * @throws IpamError token.invalid, token.expired
   */
  async revoke(token: string): Promise<void> {
    await this.#look(token, false);
    const digest = this.#source.digest(token);
    if (!this.#directory.unstoredToken(digest)) await this.#unitOfWork.run((repositories) => repositories.tokens.delete(digest));
    await this.#directory.revokeEverywhere(digest);
  }

  async #look(token: string, extend: boolean): Promise<{ user: User; expires: Date }> {
    const digest = this.#source.digest(token);
    const found = await this.#directory.access(digest);
    const now = this.#clock.now();
    const { token: known, user } = requireAccess(found, now);
    if (extend && isWorthExtending(known, now, this.#ttl)) await this.#extend(digest, now).catch(passOverUnavailable); // read requests work without a writable storage
    return { user, expires: known.expires };
  }

  /**
   * Stores an unstored token, with its whole lifetime; while the storage refuses writes, extends it in memory.
   * @returns when the token ends now
   * @throws IpamError token.invalid if its user may not sign in any more
   */
  async #adopt(token: UnstoredToken, now: Date): Promise<Date> {
    if (now.getTime() < this.#nextTry) return token.expires;
    this.#nextTry = now.getTime() + adoptionIntervalMs;
    const expires = expiryFrom(now, this.#ttl);
    const app = (token.appId === null ? undefined : await this.#directory.app(token.appId)) ?? null;
    try {
      await this.#unitOfWork.run(async (repositories) => {
        await requireSameProof(repositories, token);
        if (await repositories.tokens.find(token.digest)) return; // by another process
        const { digest, userId, session } = token;
        await store(repositories, app, { digest, userId, session, expires }, now);
      });
    } catch (error) {
      if (IpamError.is(error, 'signIn.failed')) await this.#directory.revokeEverywhere(token.digest);
      if (IpamError.is(error, 'signIn.failed')) throw new IpamError('token.invalid');
      if (!refusesWrites(error)) throw error;
      const soon = this.#soonFrom(now);
      await this.#directory.shareUnstored({ ...token, expires: soon });
      return soon;
    }
    this.#nextTry = 0;
    await this.#directory.revokeEverywhere(token.digest); // the copies in memory
    return expires;
  }

  /** @returns when the token ends now */
  async #extend(digest: string, now: Date): Promise<Date> {
    const unstored = this.#directory.unstoredToken(digest);
    if (unstored) return this.#adopt(unstored, now);
    const expires = expiryFrom(now, this.#ttl);
    await this.#unitOfWork.run((repositories) => repositories.tokens.extend(digest, expires, now));
    this.#directory.forgetAccess(digest);
    return expires;
  }
}

/** Stores a new token, and logs the sign-in. @throws IpamError signIn.failed */
async function store(
  repositories: Repositories,
  app: App | null,
  token: AccessToken & { readonly session: SessionFacts },
  now: Date,
  confirm?: AuthenticatedUser['confirm'],
): Promise<void> {
  const { users, tokens } = repositories;
  const { userId, session } = token;
  await users.update(userId, { lastLogin: formatTimestamp(session.created) });
  const user = await users.find(userId);
  if (!user || user.disabled || isServiceAccount(user)) throw new IpamError('signIn.failed');
  await confirm?.(repositories, now);
  const caller = { app, user, principal: unauthenticatedPrincipal, clientAddress: session.clientAddress };
  await recordSignIn(repositories, caller, { user, method: session.method }, session.created);
  await tokens.deleteExpired(now);
  await tokens.insert(token);
  await tokens.deleteOldest(userId, maxTokensOfUser);
}

function recordSignIn(
  repositories: Repositories,
  caller: Caller,
  { user, method }: { readonly user: User; readonly method: string },
  now: Date,
): Promise<void> {
  const known = { objectId: user.id, objectName: user.username };
  return recordChange(repositories, caller, formatTimestamp(now), {
    object: 'user',
    ...known,
    action: 'signIn',
    differences: [lineOf('method', null, method)],
  });
}

/** Refuses an unstored token whose user may not sign in with the same proof any more. @throws IpamError signIn.failed */
async function requireSameProof({ users }: Repositories, { userId, verified }: UnstoredToken): Promise<void> {
  const isSame =
    verified === null ? (await users.find(userId))?.provider !== null : (await users.findPasswordHash(userId)) === verified;
  if (!isSame) throw new IpamError('signIn.failed');
}

function passOverUnavailable(error: unknown): void {
  if (!(error instanceof StorageError && error.failure === 'unavailable')) throw error;
}
