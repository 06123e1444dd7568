import { clientNetworkOf } from '../../../domain/access/client-network.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { ProvenUser } from '../../ports/authentication.js';
import type { PasswordAsker, PasswordHasher, TokenSource } from '../../ports/environment.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import type { AccessTokens, GrantedToken } from './access-tokens.js';
import type { DirectoryPasswords } from './directory-passwords.js';
import type { SignInAttempt, SignInGuard } from './sign-in-guard.js';
import type { SignInSlots } from './sign-in-slots.js';

/** Signs users in by their passwords. */
export class SignIn {
  readonly #readers: Readers;
  readonly #passwords: PasswordHasher;
  readonly #random: TokenSource;
  readonly #guard: SignInGuard;
  readonly #slots: SignInSlots;
  readonly #tokens: AccessTokens;
  readonly #directories: Pick<DirectoryPasswords, 'check'> | undefined;
  #decoyHash: Promise<string> | undefined;

  /** @param directories check the passwords of users with a provider; without them such users cannot sign in */
  constructor(
    readers: Readers,
    passwords: PasswordHasher,
    random: TokenSource,
    guard: SignInGuard,
    slots: SignInSlots,
    tokens: AccessTokens,
    directories?: Pick<DirectoryPasswords, 'check'>,
  ) {
    this.#readers = readers;
    this.#passwords = passwords;
    this.#random = random;
    this.#guard = guard;
    this.#slots = slots;
    this.#tokens = tokens;
    this.#directories = directories;
  }

  /**
   * Exchanges a user's name and password for a new token; earlier tokens stay valid. Unknown names get the same treatment as
   * known ones, so that neither the answer nor its time reveals the existing names.
   * @param caller the application and the client; no user is required
   * @param isGone whether the client has disconnected; the attempt then ends before the password check
   * @throws IpamError signIn.failed, signIn.userDisabled, signIn.refused; signIn.blocked, signIn.nameBlocked, signIn.busy after
   * too many failed or running attempts; signIn.unavailable if a required directory does not answer
   */
  async signIn(caller: Caller, username: string, password: string, isGone = () => false): Promise<GrantedToken> {
    return this.#tokens.grant(caller.app, caller.clientAddress, await this.prove(caller, username, password, isGone));
  }

  /** Checks a user's password. `AccessTokens.grant` settles the attempt of the returned user. Throws the errors of signIn. */
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
    const found = await this.#readers.users.findByName(username);
    const attempt = await this.#guard.begin(caller, username, found, asker.isGone);
    const checked = await this.#check(attempt, username, password, asker);
    if (!checked || checked.user.disabled) {
      await this.#guard.fail(attempt);
      throw new IpamError(checked ? 'signIn.userDisabled' : 'signIn.failed');
    }
    return { user: checked.user, confirm: (repositories, now) => this.#confirm(repositories, attempt, checked, now) };
  }

  /** @returns undefined for a wrong password. An attempt without a password check does not count */
  async #check(
    attempt: SignInAttempt,
    username: string,
    password: string,
    asker: PasswordAsker,
  ): Promise<CheckedPassword | undefined> {
    const { user } = attempt;
    try {
      return user && user.provider === null
        ? await this.#checkStored(user, password, asker)
        : await this.#checkProvided(attempt, username, password, asker);
    } catch (error) {
      await this.#guard.giveUp(attempt).catch(() => {}); // otherwise it would count as running for a minute
      throw error;
    }
  }

  async #checkStored(user: User, password: string, asker: PasswordAsker): Promise<CheckedPassword | undefined> {
    const hash = (await this.#readers.users.findPasswordHash(user.id)) || undefined; // after the wait; null: service account
    const decoy = await this.#decoy();
    const matches = await this.#passwords.verify(password, hash ?? decoy, asker);
    if (!matches || hash === undefined) return undefined;
    const renewed = this.#passwords.isOutdated(hash) ? await this.#passwords.hash(password, asker) : undefined;
    return { user, verified: hash, renewed };
  }

  /**
   * Queries directories while a password is compared with a decoy hash, so that the duration does not reveal the names of local
   * users.
   */
  async #checkProvided(
    { user, caller }: SignInAttempt,
    username: string,
    password: string,
    asker: PasswordAsker,
  ): Promise<CheckedPassword | undefined> {
    const decoy = await this.#decoy();
    const [provided] = await Promise.all([
      this.#directories?.check(username, password, user, caller.clientAddress),
      this.#passwords.verify(password, decoy, asker),
    ]);
    return provided && { user: provided, verified: null, renewed: undefined };
  }

  /** A hash for password checks of unknown users, so that they take the same time. */
  #decoy(): Promise<string> {
    this.#decoyHash ??= this.#passwords.hash(this.#random.create());
    return this.#decoyHash;
  }

  /** Locks the user's row and compares its hash again, because the user may have changed during the password check. */
  async #confirm(
    repositories: Repositories,
    attempt: SignInAttempt,
    { user, verified, renewed }: CheckedPassword,
    now: Date,
  ): Promise<void> {
    const { users } = repositories;
    const isAsChecked =
      verified === null
        ? (await users.find(user.id))?.provider === user.provider
        : (await users.findPasswordHash(user.id)) === verified;
    if (!isAsChecked) throw new IpamError('signIn.failed');
    await this.#guard.succeed(repositories, attempt, user, now);
    if (renewed !== undefined) await repositories.users.setPasswordHash(user.id, renewed);
  }
}

/** A user, the hash that matches the password, and its replacement, if any. */
interface CheckedPassword {
  readonly user: User;
  /** null: a directory has checked the password. */
  readonly verified: string | null;
  readonly renewed: string | undefined;
}
