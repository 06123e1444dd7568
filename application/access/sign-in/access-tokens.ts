import { unauthenticatedPrincipal } from '../../../domain/access/access-policy.js';
import {
  expiryFrom,
  isWorthExtending,
  maxTokensOfUser,
  requireAccess,
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
import { StorageError } from '../../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import type { Directory } from './directory.js';

/** A new token and its expiry. */
export interface GrantedToken {
  readonly token: string;
  readonly expires: Date;
  /** Recovery codes that the sign-in created. They are returned once. */
  readonly recoveryCodes?: readonly string[];
}

/** Issues, verifies, renews and revokes access tokens of users. */
export class AccessTokens {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #source: TokenSource;
  readonly #directory: Directory;
  readonly #ttl: number;

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
    { user, confirm, method = 'other', recoveryCodes }: AuthenticatedUser,
    userAgent?: string,
  ): Promise<GrantedToken> {
    const token = this.#source.create();
    const now = this.#clock.now();
    const expires = expiryFrom(now, this.#ttl);
    const session = { method, created: now, lastUsed: now, proven: now, clientAddress, userAgent: userAgentText(userAgent) };
    await this.#unitOfWork.run(async (repositories) => {
      const { users, tokens } = repositories;
      await users.update(user.id, { lastLogin: formatTimestamp(now) });
      const current = await users.find(user.id);
      if (!current || current.disabled || isServiceAccount(current)) throw new IpamError('signIn.failed');
      await confirm?.(repositories, now);
      await recordSignIn(repositories, { app, user, principal: unauthenticatedPrincipal, clientAddress }, { user, method }, now);
      await tokens.deleteExpired(now);
      await tokens.insert({ digest: this.#source.digest(token), userId: user.id, expires, session });
      await tokens.deleteOldest(user.id, maxTokensOfUser);
    });
    return { token, expires, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  /** The user of a token. @param isUse whether to extend the expiry @throws IpamError token.invalid, token.expired */
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
    await this.#unitOfWork.run((repositories) => repositories.tokens.delete(digest));
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

  /** @returns the new expiry of the token */
  async #extend(digest: string, now: Date): Promise<Date> {
    const expires = expiryFrom(now, this.#ttl);
    await this.#unitOfWork.run((repositories) => repositories.tokens.extend(digest, expires, now));
    this.#directory.forgetAccess(digest);
    return expires;
  }
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

function passOverUnavailable(error: unknown): void {
  if (!(error instanceof StorageError && error.failure === 'unavailable')) throw error;
}
