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
import { lineOf, recordChange } from '../../changes/change-log.js';
import type { AuthenticatedUser } from '../../ports/authentication.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import { refusesWrites, StorageError } from '../../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Directory } from './directory.js';

/** Minimum interval between two tries to write after writes were refused, in milliseconds. */
const writeTryIntervalMs = 5000;

export interface GrantedToken {
  readonly token: string;
  readonly expires: Date;
  /** Recovery codes that the sign-in created. They are returned once. */
  readonly recoveryCodes?: readonly string[];
}

/**
 * Issues, verifies, renews and revokes access tokens of users. While the storage refuses writes, new tokens are only in memory.
 * They end when writes succeed again, so that no token outlives a change of its user.
 */
export class AccessTokens {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #source: TokenSource;
  readonly #directory: Directory;
  readonly #ttl: number;
  /** Time of the next try to write for an unstored token, in milliseconds since 1970 UTC. */
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
    { user, confirm, method = 'other', recoveryCodes, settleUnstored }: AuthenticatedUser,
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
      if (!refusesWrites(error) || !settleUnstored || user.disabled || isServiceAccount(user)) throw error;
      await settleUnstored();
      const soon = expiryFrom(now, Math.min(this.#ttl, unstoredTtl));
      await this.#directory.shareUnstored({ ...stored, expires: soon, appId: app?.id ?? null });
      return { token, expires: soon };
    }
    return { token, expires, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  /**
   * Returns the user of a token.
   * @param isUse whether the expiry is extended
   * @throws IpamError token.invalid, token.expired
   */
  async authenticate(token: string, isUse = true): Promise<User> {
    const { user } = await this.#findValid(token, isUse);
    return user;
  }

  digestOf(token: string): string {
    return this.#source.digest(token);
  }

  /** The expiry of a token. @throws IpamError token.invalid, token.expired */
  async expiryOf(token: string): Promise<Date> {
    return (await this.#findValid(token, false)).expires;
  }

  /** Extends a token to its full lifetime, unless it is unstored. @returns the new expiry @throws IpamError token.invalid, token.expired */
  async refresh(token: string): Promise<Date> {
    const { expires } = await this.#findValid(token, false);
    const digest = this.#source.digest(token);
    return this.#directory.unstoredToken(digest) ? expires : this.#extend(digest, this.#clock.now());
  }

  /**
   * Revokes a token, immediately in this process and its workers. Other processes may cache it for another second.
   * @throws IpamError token.invalid, token.expired
   */
  async revoke(token: string): Promise<void> {
    await this.#findValid(token, false);
    const digest = this.#source.digest(token);
    if (!this.#directory.unstoredToken(digest)) await this.#unitOfWork.run((repositories) => repositories.tokens.delete(digest));
    await this.#directory.revokeEverywhere(digest);
  }

  async #findValid(token: string, extend: boolean): Promise<{ user: User; expires: Date }> {
    const digest = this.#source.digest(token);
    const found = await this.#directory.access(digest);
    const now = this.#clock.now();
    const { token: known, user } = requireAccess(found, now);
    const unstored = this.#directory.unstoredToken(digest);
    if (unstored) await this.#requireRefusedWrites(unstored, now);
    else if (extend && isWorthExtending(known, now, this.#ttl)) await this.#extend(digest, now).catch(passOverUnavailable); // read requests work without a writable storage
    return { user, expires: known.expires };
  }

  /**
   * Tries to log the sign-in of an unstored token. If this write succeeds, the storage accepts writes again, and the token ends.
   * @throws IpamError token.invalid
   */
  async #requireRefusedWrites(token: UnstoredToken, now: Date): Promise<void> {
    if (now.getTime() < this.#nextTry) return;
    const app = (token.appId === null ? undefined : await this.#directory.app(token.appId)) ?? null;
    try {
      await this.#unitOfWork.run((repositories) => logSignIn(repositories, app, token));
    } catch (error) {
      if (!refusesWrites(error)) throw error;
      this.#nextTry = now.getTime() + writeTryIntervalMs;
      return;
    }
    this.#nextTry = 0;
    await this.#directory.revokeEverywhere(token.digest);
    throw new IpamError('token.invalid');
  }

  /** @returns the new expiry */
  async #extend(digest: string, now: Date): Promise<Date> {
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
  await recordSignIn(repositories, app, user, session);
  await tokens.deleteExpired(now);
  await tokens.insert(token);
  await tokens.deleteOldest(userId, maxTokensOfUser);
}

/** Logs the sign-in of an unstored token, unless its user was deleted. */
async function logSignIn(repositories: Repositories, app: App | null, { userId, session }: UnstoredToken): Promise<void> {
  await repositories.users.update(userId, { lastLogin: formatTimestamp(session.created) });
  const user = await repositories.users.find(userId);
  if (user) await recordSignIn(repositories, app, user, session);
}

function recordSignIn(repositories: Repositories, app: App | null, user: User, session: SessionFacts): Promise<void> {
  const { created, method, clientAddress } = session;
  const caller = { app, user, principal: unauthenticatedPrincipal, clientAddress };
  const change = { object: 'user', objectId: user.id, objectName: user.username, action: 'signIn' } as const;
  const differences = [lineOf('method', null, method)];
  return recordChange(repositories, caller, formatTimestamp(created), { ...change, differences });
}

function passOverUnavailable(error: unknown): void {
  if (!(error instanceof StorageError && error.failure === 'unavailable')) throw error;
}
