import { type AccessToken, isExpired, publicDigest, recentAuthenticationMinutes } from '../../../domain/access/access-token.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { AuthenticatedUser } from '../../ports/authentication.js';
import type { Clock, PasswordHasher } from '../../ports/environment.js';
import type { PasskeyOptions, RelyingParty } from '../../ports/second-factors.js';
import type { Readers, UnitOfWork } from '../../ports/unit-of-work.js';
import { passwordProblem } from '../provisioning/records.js';
import { requiresFactor } from '../sign-in/factor-need.js';
import type { BegunTotp, PresentedFactor, SecondFactors, UsedFactor } from '../sign-in/second-factors.js';
import type { SignIn } from '../sign-in/sign-in.js';
import { type AdministrativeUnit, requireEnabled, runForOwner } from './administrative-units.js';
import { type ListedFactor, listedFactor } from './factor-administration.js';
import { hasRecentAuthentication, requireKnown, requireOwner } from './requirements.js';
import { type ListedToken, listedToken } from './token-administration.js';

/** Credentials for a reauthentication: password, one-time code, or passkey response. */
export interface ReauthenticationInput {
  readonly password?: unknown;
  readonly code?: unknown;
  readonly passkey?: unknown;
}

export interface AccountClient {
  /** undefined: the request has no host. */
  readonly party: RelyingParty | undefined;
  /** The access token of the request. */
  readonly token: string | undefined;
  readonly isGone: () => boolean;
}

export interface OwnAccountFacts {
  readonly username: string;
  /** Name of the sign-in provider; null for a locally stored password. */
  readonly provider: string | null;
  /** Whether the user can have second factors. Only password sign-ins use them. */
  readonly canHaveFactors: boolean;
  readonly needsFactor: boolean;
  /**
   * Whether the session must reauthenticate before it creates keys and applications: its last authentication is older than
   * `recentAuthenticationMinutes`.
   */
  readonly reauthenticationRequired: boolean;
  readonly factors: readonly ListedFactor[];
  readonly recoveryCodes: number;
}

/** A session, and whether it is the current one. */
export type OwnSession = ListedToken & { readonly isCurrent: boolean };

export interface OwnAccountPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly digest: (token: string) => string;
  readonly signIn: Pick<SignIn, 'authenticate' | 'verifyFactor' | 'enrol'>;
  readonly factors: SecondFactors;
}

type OwnWork<T> = (unit: AdministrativeUnit, user: User) => Promise<T>;

/**
 * Password, second factors and sessions of the caller. Changes of password and factors require a reauthentication, because a
 * session may be stolen.
 * @throws IpamError permission.denied for API keys, and for callers without a user
 */
export class OwnAccount {
  readonly #ports: OwnAccountPorts;

  constructor(ports: OwnAccountPorts) {
    this.#ports = ports;
  }

  async read(caller: Caller): Promise<OwnAccountFacts> {
    const { id, username, provider } = requireOwner(caller);
    const { readers, factors } = this.#ports;
    const user = requireEnabled(await readers.users.find(id));
    const canHaveFactors = await this.#isAskedForPassword(user);
    return {
      ...{ username, provider, canHaveFactors },
      needsFactor: canHaveFactors && (await requiresFactor(readers, user)),
      reauthenticationRequired: !(await hasRecentAuthentication(readers, caller, this.#ports.clock.now())),
      factors: (await factors.of(id)).map((factor) => listedFactor(factor)),
      recoveryCodes: await readers.secondFactors.countRecoveryCodes(id),
    };
  }

  /** The valid sessions; the current one is first. */
  async sessions(caller: Caller, { token }: Pick<AccountClient, 'token'>): Promise<OwnSession[]> {
    const user = requireOwner(caller);
    const current = this.#digestOf(token);
    const tokens = await this.#tokensOf(this.#ports.readers, user);
    const listed = tokens.map((each) => ({ ...listedToken(each, [user]), isCurrent: each.digest === current }));
    return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  }

  /** Ends a session of the caller. @throws IpamError administration.unknown */
  endSession(caller: Caller, id: string): Promise<void> {
    return this.#run(caller, async ({ repositories, writes }, user) => {
      const found = (await this.#tokensOf(repositories, user)).filter((token) => publicDigest(token) === id);
      requireKnown(found[0], 'session', id);
      await writes.deleteTokens(user, found);
    });
  }

  /** Ends all sessions of the caller except the current one. @returns the number of ended sessions */
  async endOthers(caller: Caller, client: Pick<AccountClient, 'token'>): Promise<number> {
    return this.#run(caller, (unit, user) => this.#endOthers(unit, user, client.token));
  }

  /**
   * Changes the password and ends all other sessions.
   * @throws IpamError provision.invalid, account.proofNeeded, account.proofWrong
   */
  async changePassword(
    caller: Caller,
    { current, wanted: newPassword }: { current: unknown; wanted: unknown },
    client: AccountClient,
  ): Promise<void> {
    const { provider, username } = requireOwner(caller);
    if (provider !== null) throw invalidPassword(`belongs to the sign-in provider ${provider}`);
    const password = scalarText(newPassword) ?? '';
    if (password === '') throw invalidPassword('is missing');
    const authenticated = await this.#authenticate(caller, { password: current }, client, false);
    const { passwords } = this.#ports;
    const problem = await passwordProblem(passwords, username, password);
    if (problem !== undefined) throw invalidPassword(problem);
    const hash = await passwords.hash(password);
    await this.#run(
      caller,
      async (unit, user) => {
        await unit.writes.changeOwnPassword(user, hash);
        await this.#endOthers(unit, user, client.token);
      },
      authenticated,
    );
  }

  /** WebAuthn options for a reauthentication by passkey. @throws IpamError administration.unknown if the user has no passkey */
  async reauthenticationOptions(caller: Caller, client: AccountClient): Promise<PasskeyOptions> {
    const user = requireOwner(caller);
    const options = await this.#ports.factors.reauthenticationOptions(user.id, partyOf(client));
    return requireKnown(options, 'passkey', 'for this server');
  }

  /**
   * Reauthenticates the session. The session may then create keys and applications for `recentAuthenticationMinutes`.
   * @throws IpamError account.proofOutdated for a user of a provider other than LDAP; other account.*
   */
  async reauthenticate(caller: Caller, input: ReauthenticationInput, client: AccountClient): Promise<void> {
    if (!(await this.#isAskedForPassword(await this.#current(caller))))
      throw new IpamError('account.proofOutdated', { minutes: recentAuthenticationMinutes });
    await this.#runAuthenticated(caller, input, client, async () => {});
  }

  /** Creates the secret of an authenticator app. It becomes a factor with its first code. @throws IpamError account.* */
  async beginTotp(caller: Caller, input: ReauthenticationInput, name: unknown, client: AccountClient): Promise<BegunTotp> {
    const user = await this.#enrolling(caller);
    await this.#runAuthenticated(caller, input, client, async () => {});
    return this.#ports.factors.beginTotp(user, scalarText(name));
  }

  /**
   * Adds an authenticator app by its first code. A wrong code counts as a failed sign-in.
   * @returns the type of the factor, and new recovery codes if the user has none
   * @throws IpamError account.enrolment, account.codeWrong; signIn.blocked and other errors of a sign-in
   */
  async confirmTotp(caller: Caller, code: unknown, { isGone }: Pick<AccountClient, 'isGone'>): Promise<UsedFactor> {
    const user = await this.#enrolling(caller);
    return this.#ports.signIn.enrol(caller, user, { code: scalarText(code) ?? '' }, undefined, isGone);
  }

  /** WebAuthn options for creating a passkey. @throws IpamError account.* */
  async beginPasskey(caller: Caller, input: ReauthenticationInput, client: AccountClient): Promise<PasskeyOptions> {
    const user = await this.#enrolling(caller);
    await this.#runAuthenticated(caller, input, client, async () => {});
    return this.#ports.factors.creationOptions(user, partyOf(client));
  }

  /** Adds a passkey. @returns like confirmTotp @throws IpamError account.enrolment */
  async confirmPasskey(caller: Caller, response: unknown, name: unknown, client: AccountClient): Promise<UsedFactor> {
    const user = await this.#enrolling(caller);
    const presented = { passkey: { ...Object(response) }, party: partyOf(client) };
    return this.#ports.signIn.enrol(caller, user, presented, scalarText(name), client.isGone);
  }

  /**
   * Removes a factor. The last factor cannot be removed if the settings require one.
   * @throws IpamError administration.unknown, account.*
   */
  async removeFactor(caller: Caller, id: string, input: ReauthenticationInput, client: AccountClient): Promise<void> {
    await this.#runAuthenticated(caller, input, client, async ({ repositories, now }, user) => {
      await this.#ports.factors.remove(repositories, caller, user, id, now);
      const left = (await repositories.secondFactors.list(user.id)).filter(({ isConfirmed }) => isConfirmed);
      if (left.length === 0 && (await requiresFactor(repositories, user)))
        throw new IpamError('account.enrolment', { problem: 'a second factor is required, add another one first' });
    });
  }

  /** Replaces the recovery codes. @throws IpamError account.* */
  async renewRecoveryCodes(caller: Caller, input: ReauthenticationInput, client: AccountClient): Promise<readonly string[]> {
    return this.#runAuthenticated(caller, input, client, async ({ repositories, now }, user) => {
      const storedFactors = await repositories.secondFactors.list(user.id);
      if (!storedFactors.some(({ isConfirmed }) => isConfirmed))
        throw new IpamError('account.enrolment', { problem: 'recovery codes require a second factor, add one first' });
      return this.#ports.factors.renewRecoveryCodes(repositories, caller, user, now);
    });
  }

  /**
   * @param changesFactors whether the change concerns factors; the password alone is then not sufficient for a user with factors
   * @throws IpamError account.proofNeeded, account.factorNeeded, account.proofWrong; signIn.blocked and other errors of a sign-in
   */
  async #authenticate(
    caller: Caller,
    { password, code, passkey }: ReauthenticationInput,
    client: AccountClient,
    changesFactors = true,
  ): Promise<AuthenticatedUser> {
    const user = requireOwner(caller);
    const { signIn, factors } = this.#ports;
    const presented = presentedIn(code, passkey, client);
    if (presented) return recordedAuthentication(caller, await signIn.verifyFactor(caller, user, presented, client.isGone));
    const text = scalarText(password) ?? '';
    if (text === '') throw new IpamError('account.proofNeeded');
    if (changesFactors && (await factors.of(user.id)).length > 0) throw new IpamError('account.factorNeeded');
    try {
      const authenticated = await signIn.authenticate(caller, user.username, text, client.isGone, { isReauthentication: true });
      return changesFactors ? recordedAuthentication(caller, authenticated) : authenticated;
    } catch (error) {
      if (IpamError.is(error, 'signIn.failed')) throw new IpamError('account.proofWrong');
      throw error;
    }
  }

  /** @throws IpamError account.enrolment for a user of a provider other than LDAP; permission.denied */
  async #enrolling(caller: Caller): Promise<User> {
    const user = await this.#current(caller);
    if (!(await this.#isAskedForPassword(user)))
      throw new IpamError('account.enrolment', { problem: 'the sign-in provider checks second factors' });
    return user;
  }

  async #isAskedForPassword({ provider }: User): Promise<boolean> {
    if (provider === null) return true;
    return (await this.#ports.readers.signInProviders.find(provider))?.type === 'ldap';
  }

  async #current(caller: Caller): Promise<User> {
    return requireEnabled(await this.#ports.readers.users.find(requireOwner(caller).id));
  }

  async #tokensOf({ tokens }: Pick<Readers, 'tokens'>, { id }: User): Promise<AccessToken[]> {
    const now = this.#ports.clock.now();
    return (await tokens.list()).filter((token) => token.userId === id && !isExpired(token, now));
  }

  async #endOthers({ repositories, writes }: AdministrativeUnit, user: User, token: string | undefined): Promise<number> {
    const current = this.#digestOf(token);
    const others = (await this.#tokensOf(repositories, user)).filter(({ digest }) => digest !== current);
    if (others.length > 0) await writes.deleteTokens(user, others);
    return others.length;
  }

  #digestOf(token: string | undefined): string | undefined {
    return token === undefined ? undefined : this.#ports.digest(token);
  }

  /** Runs work with a reauthentication. @throws IpamError account.*, and other errors of a sign-in */
  async #runAuthenticated<T>(caller: Caller, input: ReauthenticationInput, client: AccountClient, work: OwnWork<T>): Promise<T> {
    return this.#run(caller, work, await this.#authenticate(caller, input, client));
  }

  #run<T>(caller: Caller, work: OwnWork<T>, authenticated?: AuthenticatedUser): Promise<T> {
    const { unitOfWork, clock } = this.#ports;
    return runForOwner(unitOfWork, clock, caller, async (unit, { id, lastLogin }) => {
      const { users } = unit.repositories;
      if (authenticated) await users.update(id, { lastLogin }); // locks the user before the attempts, in the order of a sign-in
      await authenticated?.confirm?.(unit.repositories, unit.now);
      return work(unit, requireEnabled(await users.find(id)));
    });
  }
}

/** Extends an authentication: when it is confirmed, the session gets a new authentication time. */
const recordedAuthentication = ({ session }: Caller, authenticated: AuthenticatedUser): AuthenticatedUser => ({
  ...authenticated,
  confirm: async (repositories, now) => {
    await authenticated.confirm?.(repositories, now);
    if (session !== undefined) await repositories.tokens.noteAuthentication(session, now);
  },
});

const invalidPassword = (problem: string): IpamError<'provision.invalid'> =>
  new IpamError('provision.invalid', { entry: 'newPassword', problem });

function presentedIn(code: unknown, passkey: unknown, client: AccountClient): PresentedFactor | undefined {
  if (typeof passkey === 'object' && passkey !== null) return { passkey: { ...passkey }, party: partyOf(client) };
  const text = scalarText(code) ?? '';
  return text === '' ? undefined : { code: text };
}

function partyOf({ party }: AccountClient): RelyingParty {
  if (!party) throw new IpamError('account.enrolment', { problem: 'the request has no host name' });
  return party;
}
