import { signInMethod } from '../../../domain/access/second-factor.js';
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { AuthenticatedUser } from '../../ports/authentication.js';
import type { PasswordClient, PasswordHasher, TokenSource } from '../../ports/environment.js';
import type { PasskeyResponse, RelyingParty } from '../../ports/second-factors.js';
import type { WrongPassword } from '../../ports/sign-in-providers.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import type { AccessTokens, GrantedToken } from './access-tokens.js';
import type { DirectoryPasswords } from './directory-passwords.js';
import type { PresentedFactor, SecondFactors, UsedFactor } from './second-factors.js';
import type { SignInAttempt, SignInGuard } from './sign-in-guard.js';
import type { SignInSlots } from './sign-in-slots.js';

export interface SignInOptions {
  readonly factor?: PresentedFactor | undefined;
  /** The first factor of a user who needs one: the first code of an app, or a new passkey. */
  readonly enrolment?: PresentedFactor | undefined;
  /** Whether a signed-in user confirms the password. No second factor is required. */
  readonly isReauthentication?: boolean;
  readonly userAgent?: string | undefined;
}

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

  /** @param directories check passwords of users with a provider; undefined: such users cannot sign in */
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
   * Issues a token for a user name and password. Earlier tokens stay valid. Unknown names are handled like known ones, so that
   * neither response nor duration reveals names.
   * @param caller application and client; no user is required
   * @param isGone whether the client has disconnected; the attempt then ends before the password check
   * @throws IpamError signIn.failed, signIn.userDisabled, signIn.refused; signIn.blocked, signIn.nameBlocked, signIn.busy after
   * too many failed or running attempts; signIn.unavailable if a required directory does not respond; signIn.factorNeeded,
   * signIn.factorMissing, signIn.factorWrong after a correct password; account.enrolment, account.codeWrong
   */
  async signIn(
    caller: Caller,
    username: string,
    password: string,
    isGone = () => false,
    options: SignInOptions = {},
  ): Promise<GrantedToken> {
    const authenticated = await this.authenticate(caller, username, password, isGone, options);
    return this.#tokens.grant(caller.app, caller.clientAddress, authenticated, options.userAgent);
  }

  /**
   * Signs a user in by passkey with user verification, without a password. Not available for users of a provider, because the
   * provider decides whether their account is valid.
   * @throws IpamError signIn.failed, signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async signInByPasskey(
    caller: Caller,
    response: PasskeyResponse,
    party: RelyingParty,
    isGone = () => false,
    userAgent?: string,
  ): Promise<GrantedToken> {
    return this.#slots.run(clientOf(caller, isGone), async () => {
      await this.#guard.refuseBlocked(caller);
      const user = (await this.#factors?.findByPasskey(response))?.user;
      const attempt = await this.#guard.begin(caller, user?.username ?? '', user, isGone);
      const isVerified = user && (await this.#settled(attempt, async () => this.#factors?.verifyAlone(user, response, party)));
      if (!isVerified || user.disabled || user.provider !== null) {
        await this.#guard.fail(attempt, 'passkey');
        throw new IpamError('signIn.failed');
      }
      const confirm = async (repositories: Repositories, now: Date): Promise<void> => {
        if ((await repositories.users.find(user.id))?.provider !== null) throw new IpamError('signIn.failed');
        await this.#guard.succeed(repositories, attempt, user, now);
      };
      return this.#tokens.grant(caller.app, caller.clientAddress, { user, method: 'passkey', confirm }, userAgent);
    });
  }

  /**
   * Verifies a second factor of a signed-in user. A wrong factor counts as a failed sign-in.
   * @throws IpamError account.proofWrong, signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async verifyFactor(caller: Caller, user: User, factor: PresentedFactor, isGone = () => false): Promise<AuthenticatedUser> {
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
   * Adds a factor to a signed-in user: an app by its first code, or a new passkey. A wrong code counts as a failed sign-in.
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

  /** Checks password and second factor of a user, and issues no access token. @throws the errors of signIn */
  async authenticate(
    caller: Caller,
    username: string,
    password: string,
    isGone = () => false,
    options: SignInOptions = {},
  ): Promise<AuthenticatedUser> {
    const client = clientOf(caller, isGone);
    return this.#slots.run(client, async () => {
      await this.#guard.refuseBlocked(caller);
      const found = await this.#readers.users.findByName(username);
      const begun = await this.#guard.begin(caller, username, found, isGone);
      const checked = await this.#settled(begun, () =>
        found?.provider === null
          ? this.#checkStored(found, password, client)
          : this.#checkProvided(begun, username, password, client),
      );
      const attempt = await this.#underUser(begun, checked, client);
      if (!checked || 'wrongFor' in checked || checked.user.disabled) {
        await this.#guard.fail(attempt, 'password');
        throw new IpamError(checked && 'user' in checked ? 'signIn.userDisabled' : 'signIn.failed');
      }
      const { user, verified } = checked;
      const first = verified === null ? 'ldap' : 'password';
      const second = options.isReauthentication ? undefined : await this.#checkFactor(attempt, user, options);
      return {
        user,
        method: signInMethod(first, second?.method),
        ...(second?.recoveryCodes ? { recoveryCodes: second.recoveryCodes } : {}),
        confirm: (repositories, now) => this.#confirm(repositories, attempt, checked, now),
        settleUnstored: () => this.#guard.succeedUnstored(attempt),
      };
    });
  }

  /** Counts an attempt under the stored name of its user as well, for directories with several names per user. */
  async #underUser(attempt: SignInAttempt, checked: Checked, { isGone }: PasswordClient): Promise<SignInAttempt> {
    if (!checked) return attempt;
    return this.#settled(attempt, async () => {
      if ('user' in checked) return this.#guard.alsoUnder(attempt, checked.user.username, checked.user, isGone);
      return this.#guard.alsoUnder(attempt, checked.wrongFor, await this.#readers.users.findByName(checked.wrongFor), isGone);
    });
  }

  /** @returns undefined if the user needs no second factor */
  async #checkFactor(attempt: SignInAttempt, user: User, options: SignInOptions): Promise<UsedFactor | undefined> {
    const factors = this.#factors;
    if (!factors) return undefined;
    const need = await this.#settled(attempt, () => factors.need(user));
    if (need === 'nothing') return undefined;
    const { factor, enrolment } = options;
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

  /** Runs work within an attempt. A failure counts as a failed sign-in only for a wrong first code. */
  async #settled<T>(attempt: SignInAttempt, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (IpamError.is(error, 'account.codeWrong')) await this.#guard.fail(attempt, 'secondFactor');
      else await this.#guard.giveUp(attempt).catch(() => {}); // otherwise it would count as running for a minute
      throw error;
    }
  }

  /** @returns the user; undefined for a wrong password */
  async #checkStored(user: User, password: string, client: PasswordClient): Promise<CheckedPassword | undefined> {
    const hash = (await this.#readers.users.findPasswordHash(user.id)) || undefined; // computed after the wait; null: service account
    const decoy = await this.#decoy();
    const matches = await this.#passwords.verify(password, hash ?? decoy, client);
    if (!matches || hash === undefined) return undefined;
    const renewed = this.#passwords.isOutdated(hash) ? await this.#passwords.hash(password, client) : undefined;
    return { user, verified: hash, renewed };
  }

  /**
   * Queries directories. A password is compared with a decoy hash meanwhile, so that the duration does not reveal local user
   * names.
   * @returns the user; for a wrong password WrongPassword if a directory knows the name, otherwise undefined
   */
  async #checkProvided(attempt: SignInAttempt, username: string, password: string, client: PasswordClient): Promise<Checked> {
    const { user, caller } = attempt;
    const decoy = await this.#decoy();
    const [provided] = await Promise.all([
      this.#directories?.check(username, password, user, caller.clientAddress),
      this.#passwords.verify(password, decoy, client),
    ]);
    return !provided || 'wrongFor' in provided ? provided : { user: provided, verified: null, renewed: undefined };
  }

  /** A decoy hash, so that password checks of unknown users take the same time. */
  #decoy(): Promise<string> {
    this.#decoyHash ??= this.#passwords.hash(this.#random.create());
    return this.#decoyHash;
  }

  /**
   * Compares the user again, because it may have changed during the password check: its hash, or its provider if a directory
   * checked the password. The caller has locked the user.
   */
  async #confirm(repositories: Repositories, attempt: SignInAttempt, checked: CheckedPassword, now: Date): Promise<void> {
    const { user, verified, renewed } = checked;
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

const clientOf = ({ clientAddress }: Caller, isGone: () => boolean): PasswordClient => ({
  network: clientNetworkOf(clientAddress ?? ''),
  isGone,
});

type Checked = CheckedPassword | WrongPassword | undefined;

/** A user with the matching hash, and its replacement, if any. */
interface CheckedPassword {
  readonly user: User;
  /** null: a directory checked the password. */
  readonly verified: string | null;
  readonly renewed: string | undefined;
}
