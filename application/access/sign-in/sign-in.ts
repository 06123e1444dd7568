import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { signInMethod } from '../../../domain/access/second-factor.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { ProvenUser } from '../../ports/authentication.js';
import type { PasswordAsker, PasswordHasher, TokenSource } from '../../ports/environment.js';
import type { PasskeyAnswer, RelyingParty } from '../../ports/second-factors.js';
import type { WrongPassword } from '../../ports/sign-in-providers.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import type { AccessTokens, GrantedToken } from './access-tokens.js';
import type { DirectoryPasswords } from './directory-passwords.js';
import type { PresentedFactor, SecondFactors, UsedFactor } from './second-factors.js';
import type { SignInAttempt, SignInGuard } from './sign-in-guard.js';
import type { SignInSlots } from './sign-in-slots.js';

/** Further input of a sign-in with a password. */
export interface SignInTerms {
  readonly factor?: PresentedFactor | undefined;
  /** The first code of an app, or a new passkey: the first factor of a user who needs one and has none. */
  readonly enrolment?: PresentedFactor | undefined;
  /** Whether a signed-in user only confirms the password; no second factor is required. */
  readonly isProof?: boolean;
  /** The program of the client. */
  readonly userAgent?: string | undefined;
}

/** Signs users in by their passwords and second factors, or by passkeys alone. */
export class SignIn {
  readonly #readers: Readers;
  readonly #passwords: PasswordHasher;
  readonly #random: TokenSource;
  readonly #guard: SignInGuard;
  readonly #slots: SignInSlots;
  readonly #tokens: AccessTokens;
  readonly #factors: SecondFactors | undefined;
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
    factors?: SecondFactors,
  ) {
    this.#factors = factors;
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
   * too many failed or running attempts; signIn.unavailable if a required directory does not answer;
   * signIn.factorNeeded, signIn.factorMissing, signIn.factorWrong after a right password; account.enrolment, account.codeWrong
   */
  async signIn(
    caller: Caller,
    username: string,
    password: string,
    isGone = () => false,
    terms: SignInTerms = {},
  ): Promise<GrantedToken> {
    const proven = await this.prove(caller, username, password, isGone, terms);
    return this.#tokens.grant(caller.app, caller.clientAddress, proven, terms.userAgent);
  }

  /**
   * Signs a user in with a passkey instead of a password; the passkey must have verified the person. Users of a sign-in provider
   * cannot use it, because the provider decides whether their account is valid.
   * @throws IpamError signIn.failed, signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async signInByPasskey(
    caller: Caller,
    answer: PasskeyAnswer,
    party: RelyingParty,
    isGone = () => false,
    userAgent?: string,
  ): Promise<GrantedToken> {
    const leave = await this.#slots.take({ network: clientNetworkOf(caller.clientAddress ?? ''), isGone });
    try {
      await this.#guard.refuseBlocked(caller);
      const user = (await this.#factors?.named(answer))?.user;
      const attempt = await this.#guard.begin(caller, user?.username ?? '', user, isGone);
      const isProven = user && (await this.#settled(attempt, async () => this.#factors?.provesAlone(user, answer, party)));
      if (!isProven || user.disabled || user.provider !== null) {
        await this.#guard.fail(attempt, 'passkey');
        throw new IpamError('signIn.failed');
      }
      const confirm = async (repositories: Repositories, now: Date): Promise<void> => {
        if ((await repositories.users.find(user.id))?.provider !== null) throw new IpamError('signIn.failed');
        await this.#guard.succeed(repositories, attempt, user, now);
      };
      return await this.#tokens.grant(caller.app, caller.clientAddress, { user, method: 'passkey', confirm }, userAgent);
    } finally {
      leave();
    }
  }

  /**
   * Verifies a second factor of a signed-in user. A wrong one is counted as a failed sign-in.
   * @throws IpamError account.proofWrong, signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async proveByFactor(caller: Caller, user: User, factor: PresentedFactor, isGone = () => false): Promise<ProvenUser> {
    await this.#guard.refuseBlocked(caller);
    const attempt = await this.#guard.begin(caller, user.username, user, isGone);
    const method = await this.#settled(attempt, async () => this.#factors?.use(user, factor));
    if (method === undefined) {
      await this.#guard.fail(attempt, 'secondFactor');
      throw new IpamError('account.proofWrong');
    }
    return { user, method, confirm: (repositories, now) => this.#guard.succeed(repositories, attempt, user, now) };
  }

  /**
   * Adds a factor to a user who is signed in: an app by its first code, or a passkey that a browser has made. A wrong code counts as
   * a failed sign-in.
   * @throws IpamError account.enrolment, account.codeWrong, signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async enrol(caller: Caller, user: User, presented: PresentedFactor, name?: string, isGone = () => false): Promise<UsedFactor> {
    const factors = this.#factors;
    if (!factors) throw new IpamError('account.enrolment', { problem: 'second factors are not supported here' });
    await this.#guard.refuseBlocked(caller);
    const attempt = await this.#guard.begin(caller, user.username, user, isGone);
    return this.#settled(attempt, () =>
      factors.enrol(caller, user, presented, name, (repositories, now) => this.#guard.succeed(repositories, attempt, user, now)),
    );
  }

  /** Checks a user's password and second factor. `AccessTokens.grant` settles the attempt of the returned user. Throws the errors of signIn. */
  async prove(
    caller: Caller,
    username: string,
    password: string,
    isGone = () => false,
    terms: SignInTerms = {},
  ): Promise<ProvenUser> {
    const asker = { network: clientNetworkOf(caller.clientAddress ?? ''), isGone };
    const leave = await this.#slots.take(asker);
    try {
      return await this.#prove(caller, username, password, asker, terms);
    } finally {
      leave();
    }
  }

  async #prove(
    caller: Caller,
    username: string,
    password: string,
    asker: PasswordAsker,
    terms: SignInTerms,
  ): Promise<ProvenUser> {
    await this.#guard.refuseBlocked(caller);
    const found = await this.#readers.users.findByName(username);
    const begun = await this.#guard.begin(caller, username, found, asker.isGone);
    const checked = await this.#check(begun, username, password, asker);
    const attempt = await this.#underUser(begun, checked, asker);
    if (!checked || 'wrongFor' in checked || checked.user.disabled) {
      await this.#guard.fail(attempt, 'password');
      throw new IpamError(checked && 'user' in checked ? 'signIn.userDisabled' : 'signIn.failed');
    }
    const { user, verified } = checked;
    const first = verified === null ? 'ldap' : 'password';
    const second = terms.isProof ? undefined : await this.#checkFactor(attempt, user, terms);
    return {
      user,
      method: signInMethod(first, second?.method),
      ...(second?.recoveryCodes ? { recoveryCodes: second.recoveryCodes } : {}),
      confirm: (repositories, now) => this.#confirm(repositories, attempt, checked, now),
      unstored: { verified, settle: () => this.#guard.succeedUnstored(attempt) },
    };
  }

  /** Counts an attempt under the name of its user too, where the directory knows the user by several names. */
  async #underUser(
    attempt: SignInAttempt,
    checked: CheckedPassword | WrongPassword | undefined,
    { isGone }: PasswordAsker,
  ): Promise<SignInAttempt> {
    if (!checked) return attempt;
    return this.#settled(attempt, async () => {
      if ('user' in checked) return this.#guard.alsoUnder(attempt, checked.user.username, checked.user, isGone);
      return this.#guard.alsoUnder(attempt, checked.wrongFor, await this.#readers.users.findByName(checked.wrongFor), isGone);
    });
  }

  /** @returns undefined for a user who needs no second factor */
  async #checkFactor(attempt: SignInAttempt, user: User, terms: SignInTerms): Promise<UsedFactor | undefined> {
    const factors = this.#factors;
    if (!factors) return undefined;
    const need = await this.#settled(attempt, () => factors.need(user));
    if (need === 'nothing') return undefined;
    const { factor, enrolment } = terms;
    if (need === 'enrolment')
      return this.#settled(attempt, async () => {
        if (!enrolment) throw new IpamError('signIn.factorMissing', { userId: user.id });
        return factors.enrol({ ...attempt.caller, user }, user, enrolment);
      });
    if (!factor) {
      await this.#guard.giveUp(attempt);
      throw new IpamError('signIn.factorNeeded', { userId: user.id });
    }
    const method = await this.#settled(attempt, () => factors.use(user, factor));
    if (method !== undefined) return { method };
    await this.#guard.fail(attempt, 'secondFactor');
    throw new IpamError('signIn.factorWrong');
  }

  /** Does something within an attempt. When that fails, the attempt counts only for a wrong first code. */
  async #settled<T>(attempt: SignInAttempt, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (IpamError.is(error, 'account.codeWrong')) await this.#guard.fail(attempt, 'secondFactor');
      else await this.#guard.giveUp(attempt).catch(() => {}); // else it counts as under way for a minute
      throw error;
    }
  }

  /** @returns the user of a wrong password, or undefined. An attempt without a password check does not count */
  async #check(
    attempt: SignInAttempt,
    username: string,
    password: string,
    asker: PasswordAsker,
  ): Promise<CheckedPassword | WrongPassword | undefined> {
    const { user } = attempt;
    return this.#settled(attempt, () =>
      user && user.provider === null
        ? this.#checkStored(user, password, asker)
        : this.#checkProvided(attempt, username, password, asker),
    );
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
  ): Promise<CheckedPassword | WrongPassword | undefined> {
    const decoy = await this.#decoy();
    const [provided] = await Promise.all([
      this.#directories?.check(username, password, user, caller.clientAddress),
      this.#passwords.verify(password, decoy, asker),
    ]);
    return !provided || 'wrongFor' in provided ? provided : { user: provided, verified: null, renewed: undefined };
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
