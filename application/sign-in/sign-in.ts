import { IpamError } from '../../domain/errors.js';
import { expiryFrom, isWorthExtending, maxTokensOfUser, requireAccess } from '../../domain/identity/access-token.js';
import type { App } from '../../domain/identity/app.js';
import { clientNetworkOf } from '../../domain/identity/client-network.js';
import type { User } from '../../domain/identity/user.js';
import { strangerPrincipal } from '../../domain/permission/access-policy.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Caller } from '../caller.js';
import { recordChange } from '../inventory/change-log.js';
import type { Observer } from '../observer.js';
import type { ProvenUser } from '../ports/authentication.js';
import type { Clock, PasswordAsker, PasswordHasher, Timers, TokenSource } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import type { Directory } from './directory.js';
import { type SignInAttempt, SignInGuard } from './sign-in-guard.js';
import { SignInSlots } from './sign-in-slots.js';

/** A token handed out, and when it ends. */
export interface GrantedToken {
  readonly token: string;
  readonly expires: Date;
}

/** Signs users in and tells who sends a token. */
export class SignIn {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #passwords: PasswordHasher;
  readonly #tokens: TokenSource;
  readonly #directory: Directory;
  readonly #ttl: number;
  readonly #guard: SignInGuard;
  readonly #slots: SignInSlots;
  #decoyHash: Promise<string> | undefined;

  /** @param ttl lifetime of a token in seconds since its last use */
  constructor(
    readers: Readers,
    unitOfWork: UnitOfWork,
    clock: Clock,
    timers: Timers,
    passwords: PasswordHasher,
    tokens: TokenSource,
    directory: Directory,
    ttl: number,
    observer: Observer = {},
  ) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#passwords = passwords;
    this.#tokens = tokens;
    this.#directory = directory;
    this.#ttl = ttl;
    this.#slots = new SignInSlots(timers);
    this.#guard = new SignInGuard(readers, unitOfWork, clock, timers, tokens, observer);
  }

  /**
   * Exchanges a user's name and password for a new token; tokens handed out earlier stay valid. An unknown name is dealt with
   * just like a known one, so that neither answer nor time tells which there are.
   * @param caller through which application and from where; no user is needed
   * @param isGone whether nobody waits for the answer any more: then the attempt ends before the password is looked at
   * @throws IpamError signIn.failed, signIn.userDisabled; signIn.blocked, signIn.nameBlocked, signIn.busy where too many
   * attempts have failed or are under way
   */
  async signIn(caller: Caller, username: string, password: string, isGone = () => false): Promise<GrantedToken> {
    return this.grant(caller.app, caller.clientAddress, await this.prove(caller, username, password, isGone));
  }

  /** Looks whether a password is a user's. What is proven is for `grant`, which settles the attempt. Throws as signIn does. */
  async prove(caller: Caller, username: string, password: string, isGone = () => false): Promise<ProvenUser> {
    const asker = { network: clientNetworkOf(caller.clientAddress ?? ''), isGone };
    const leave = await this.#slots.take(asker);
    try {
      return await this.#prove(caller, username, password, asker);
    } finally {
      leave();
    }
  }

  async #prove(caller: Caller, username: string, password: string, asker: PasswordAsker): Promise<ProvenUser> {
    await this.#guard.refuseBlocked(caller);
    const user = await this.#readers.users.findByName(username);
    const attempt = await this.#guard.begin(caller, username, user, asker.isGone);
    const checked = await this.#check(attempt, password, asker);
    if (!user || !checked || user.disabled) {
      await this.#guard.fail(attempt);
      throw new IpamError(checked ? 'signIn.userDisabled' : 'signIn.failed');
    }
    return { user, confirm: (repositories, now) => this.#confirm(repositories, user, attempt, checked, now) };
  }

  /** @returns undefined for a wrong password. An attempt whose password was not looked at counts nowhere */
  async #check(attempt: SignInAttempt, password: string, asker: PasswordAsker): Promise<CheckedPassword | undefined> {
    try {
      const hash = await this.#readers.users.findPasswordHash(attempt.user?.id ?? 0); // as it is after the wait
      const decoy = await this.#decoy();
      const matches = await this.#passwords.verify(password, hash ?? decoy, asker);
      if (!matches || hash === undefined) return undefined;
      const renewed = this.#passwords.isOutdated(hash) ? await this.#passwords.hash(password, asker) : undefined;
      return { verified: hash, renewed };
    } catch (error) {
      await this.#guard.giveUp(attempt).catch(() => {}); // else it counts as under way for a minute
      throw error;
    }
  }

  /**
   * The user whose token this is.
   * @param isUse whether its expiry moves on
   * @throws IpamError token.invalid, token.expired
   */
  async authenticate(token: string, isUse = true): Promise<User> {
    const { user } = await this.#look(token, isUse);
    return user;
  }

  /** When a token ends. @throws IpamError token.invalid, token.expired */
  async expiryOf(token: string): Promise<Date> {
    return (await this.#look(token, false)).expires;
  }

  /** Sets a token's whole lifetime anew. @returns when it ends now. @throws IpamError token.invalid, token.expired */
  async refresh(token: string): Promise<Date> {
    await this.#look(token, false);
    const expires = expiryFrom(this.#clock.now(), this.#ttl);
    await this.#extend(this.#tokens.digest(token), expires);
    return expires;
  }

  /**
   * Ends a token: at once in this process and its other workers, elsewhere within the second for which it is remembered.
   * @throws IpamError token.invalid, token.expired
   */
  async revoke(token: string): Promise<void> {
    await this.#look(token, false);
    const digest = this.#tokens.digest(token);
    await this.#unitOfWork.run((repositories) => repositories.tokens.delete(digest));
    await this.#directory.revokeEverywhere(digest);
  }

  async #look(token: string, extend: boolean): Promise<{ user: User; expires: Date }> {
    const digest = this.#tokens.digest(token);
    const found = await this.#directory.access(digest);
    const now = this.#clock.now();
    const { token: known, user } = requireAccess(found, now);
    if (extend && isWorthExtending(known, now, this.#ttl))
      await this.#extend(digest, expiryFrom(now, this.#ttl)).catch(passOverUnavailable); // who reads only needs no storage that writes
    return { user, expires: known.expires };
  }

  async #extend(digest: string, expires: Date): Promise<void> {
    await this.#unitOfWork.run((repositories) => repositories.tokens.extend(digest, expires));
    this.#directory.forgetAccess(digest);
  }

  /** A hash to check passwords of unknown users against, so that both take the same time. */
  #decoy(): Promise<string> {
    this.#decoyHash ??= this.#passwords.hash(this.#tokens.create());
    return this.#decoyHash;
  }

  /** Nobody gets in by what was changed while the password was looked at: holding the user's row, its hash is compared again. */
  async #confirm(
    repositories: Repositories,
    user: User,
    attempt: SignInAttempt,
    { verified, renewed }: CheckedPassword,
    now: Date,
  ): Promise<void> {
    if ((await repositories.users.findPasswordHash(user.id)) !== verified) throw new IpamError('signIn.failed');
    await this.#guard.succeed(repositories, attempt, user, now);
    if (renewed !== undefined) await repositories.users.setPasswordHash(user.id, renewed);
  }

  /**
   * Gives a proven user a new token, and writes that down. @param app through which application; null: from within
   * @throws IpamError signIn.failed when the user was removed or disabled meanwhile, or the proof holds no more
   */
  async grant(app: App | null, clientAddress: string | null, { user, confirm }: ProvenUser): Promise<GrantedToken> {
    const token = this.#tokens.create();
    const now = this.#clock.now();
    const expires = expiryFrom(now, this.#ttl);
    await this.#unitOfWork.run(async (repositories) => {
      const { users, tokens } = repositories;
      await users.update(user.id, { lastLogin: formatTimestamp(now) });
      const current = await users.find(user.id);
      if (!current || current.disabled) throw new IpamError('signIn.failed');
      await confirm?.(repositories, now);
      await recordSignIn(repositories, { app, user, principal: strangerPrincipal, clientAddress }, user, now);
      await tokens.deleteExpired(now);
      await tokens.insert({ digest: this.#tokens.digest(token), userId: user.id, expires });
      await tokens.deleteOldest(user.id, maxTokensOfUser);
    });
    return { token, expires };
  }
}

function recordSignIn(repositories: Repositories, caller: Caller, user: User, now: Date): Promise<void> {
  const known = { objectId: user.id, objectName: user.username };
  return recordChange(repositories, caller, formatTimestamp(now), {
    object: 'user',
    ...known,
    action: 'signIn',
    differences: [],
  });
}

function passOverUnavailable(error: unknown): void {
  if (!(error instanceof StorageError && error.trouble === 'unavailable')) throw error;
}

/** The hash that a password fits, and that by which it is to be replaced, if any. */
interface CheckedPassword {
  readonly verified: string;
  readonly renewed: string | undefined;
}
