import { type AccessToken, freshProofMinutes, isExpired, publicDigest } from '../../../domain/access/access-token.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp, scalarText } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import type { ProvenUser } from '../../ports/authentication.js';
import type { Clock, PasswordHasher } from '../../ports/environment.js';
import type { PasskeyOptions, RelyingParty } from '../../ports/second-factors.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { passwordProblem } from '../provisioning/passwords.js';
import { requiresFactor } from '../sign-in/factor-need.js';
import type { BegunTotp, PresentedFactor, SecondFactors, UsedFactor } from '../sign-in/second-factors.js';
import type { SignIn } from '../sign-in/sign-in.js';
import { AuditedWrites } from './audited-writes.js';
import { type ListedFactor, listedFactor } from './factor-administration.js';
import { hasFreshProof } from './fresh-proof.js';
import { type ListedToken, listedToken } from './token-administration.js';

/** A repeated proof of identity of a signed-in user: the password, a one-time code, or the answer of a passkey. */
export interface ProofInput {
  readonly password?: unknown;
  readonly code?: unknown;
  readonly passkey?: unknown;
}

/** A client that changes its account. */
export interface AccountClient {
  /** undefined for a request without a host. */
  readonly party: RelyingParty | undefined;
  /** The access token of the request. */
  readonly token: string | undefined;
  readonly isGone: () => boolean;
}

/** The account of the caller. */
export interface OwnAccountFacts {
  readonly username: string;
  /** Name of the sign-in provider; null for a password that is stored here. */
  readonly provider: string | null;
  /** Whether the user can have second factors: a password is checked at the sign-in. */
  readonly canHaveFactors: boolean;
  readonly needsFactor: boolean;
  /** Whether keys and applications need a proof first: the last one of the session is older than `freshProofMinutes`. */
  readonly proofNeeded: boolean;
  readonly factors: readonly ListedFactor[];
  readonly recoveryCodes: number;
}

/** A session, and whether it is that of the request. */
export type OwnSession = ListedToken & { readonly isCurrent: boolean };

/** What own accounts need. */
export interface OwnAccountPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly digest: (token: string) => string;
  readonly signIn: Pick<SignIn, 'prove' | 'proveByFactor' | 'enrol'>;
  readonly factors: SecondFactors;
}

/**
 * Password, second factors and sessions of the caller. Changes of password and factors require a new proof of identity, because a
 * session may have been stolen.
 * @throws IpamError permission.denied for API keys, and for callers without a user
 */
export class OwnAccount {
  readonly #ports: OwnAccountPorts;

  constructor(ports: OwnAccountPorts) {
    this.#ports = ports;
  }

  async read(caller: Caller): Promise<OwnAccountFacts> {
    const { id, username, provider } = ownerIn(caller);
    const { readers, factors } = this.#ports;
    const user = await this.#current(readers, id);
    const canHaveFactors = await this.#isAskedForPassword(user);
    return {
      ...{ username, provider, canHaveFactors },
      needsFactor: canHaveFactors && (await requiresFactor(readers, user)),
      proofNeeded: !(await hasFreshProof(readers.tokens, caller, this.#ports.clock.now())),
      factors: (await factors.of(id)).map((factor) => listedFactor(factor)),
      recoveryCodes: await readers.secondFactors.countRecoveryCodes(id),
    };
  }

  /** The valid sessions, that of the request first. */
  async sessions(caller: Caller, { token }: Pick<AccountClient, 'token'>): Promise<OwnSession[]> {
    const user = ownerIn(caller);
    const current = this.#digestOf(token);
    const own = await this.#tokensOf(this.#ports.readers, user);
    const listed = own.map((each) => ({ ...listedToken(each, [user]), isCurrent: each.digest === current }));
    return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  }

  /** Ends a session of the user. @throws IpamError administration.unknown */
  endSession(caller: Caller, id: string): Promise<void> {
    return this.#run(caller, async ({ repositories, writes }, user) => {
      const found = (await this.#tokensOf(repositories, user)).filter((token) => publicDigest(token) === id);
      if (found.length === 0) throw new IpamError('administration.unknown', { what: 'session', name: id });
      await writes.deleteTokens(user, found);
    });
  }

  /** Ends all sessions of the user but that of the request. @returns how many */
  async endOthers(caller: Caller, client: Pick<AccountClient, 'token'>): Promise<number> {
    return this.#run(caller, ({ repositories, writes }, user) => this.#endOthers(repositories, writes, user, client.token));
  }

  /** Changes the password, and ends all other sessions. @throws IpamError provision.invalid, account.proofNeeded, account.proofWrong */
  async changePassword(
    caller: Caller,
    { current, wanted }: { current: unknown; wanted: unknown },
    client: AccountClient,
  ): Promise<void> {
    const { provider, username } = ownerIn(caller);
    if (provider !== null) throw invalidPassword(`is kept by the sign-in provider ${provider}`);
    const password = scalarText(wanted) ?? '';
    if (password === '') throw invalidPassword('is missing');
    const proven = await this.#prove(caller, { password: current }, client, false);
    const { passwords } = this.#ports;
    const problem = await passwordProblem(passwords, username, password);
    if (problem !== undefined) throw invalidPassword(problem);
    const hash = await passwords.hash(password);
    await this.#run(
      caller,
      async ({ repositories, writes }, user) => {
        await writes.changeOwnPassword(user, hash);
        await this.#endOthers(repositories, writes, user, client.token);
      },
      proven,
    );
  }

  /**
   * Options for a browser to request the answer of a passkey of the user.
   * @throws IpamError administration.unknown if the user has no passkey
   */
  async proofOptions(caller: Caller, client: AccountClient): Promise<PasskeyOptions> {
    const user = ownerIn(caller);
    const options = await this.#ports.factors.proofOptions(user.id, partyOf(client));
    if (!options) throw new IpamError('administration.unknown', { what: 'passkey', name: 'for this server' });
    return options;
  }

  /**
   * Proves the owner of the session anew: for `freshProofMinutes` it may make keys and applications.
   * @throws IpamError account.proofOutdated for a user whose provider asks for the password; other account.*
   */
  async prove(caller: Caller, proof: ProofInput, client: AccountClient): Promise<void> {
    const user = await this.#current(this.#ports.readers, ownerIn(caller).id);
    if (!(await this.#isAskedForPassword(user))) throw new IpamError('account.proofOutdated', { minutes: freshProofMinutes });
    const proven = await this.#prove(caller, proof, client);
    await this.#run(caller, async () => undefined, proven);
  }

  /** Makes the secret of an app, which counts after its first code. @throws IpamError account.* */
  async beginTotp(caller: Caller, proof: ProofInput, name: unknown, client: AccountClient): Promise<BegunTotp> {
    const user = await this.#enrolling(caller);
    const proven = await this.#prove(caller, proof, client);
    await this.#run(caller, async () => undefined, proven);
    return this.#ports.factors.beginTotp(user, scalarText(name));
  }

  /**
   * Adds an app by its first code. A wrong code counts as a failed sign-in.
   * @returns recovery codes, if the user had none
   * @throws IpamError account.enrolment, account.codeWrong; signIn.blocked and others of a sign-in
   */
  async confirmTotp(caller: Caller, code: unknown, { isGone }: Pick<AccountClient, 'isGone'>): Promise<UsedFactor> {
    const user = await this.#enrolling(caller);
    return this.#ports.signIn.enrol(caller, user, { code: scalarText(code) ?? '' }, undefined, isGone);
  }

  /**
   * Options for a browser to create a passkey.
   * @throws IpamError account.*
   */
  async beginPasskey(caller: Caller, proof: ProofInput, client: AccountClient): Promise<PasskeyOptions> {
    const user = await this.#enrolling(caller);
    const proven = await this.#prove(caller, proof, client);
    await this.#run(caller, async () => undefined, proven);
    return this.#ports.factors.creationOptions(user, partyOf(client));
  }

  /**
   * Adds a passkey that a browser has created.
   * @returns as confirmTotp
   * @throws IpamError account.enrolment
   */
  async confirmPasskey(caller: Caller, answer: unknown, name: unknown, client: AccountClient): Promise<UsedFactor> {
    const user = await this.#enrolling(caller);
    const presented = { passkey: { ...Object(answer) }, party: partyOf(client) };
    return this.#ports.signIn.enrol(caller, user, presented, scalarText(name), client.isGone);
  }

  /**
   * Removes a factor. The last factor cannot be removed if the settings require one.
   * @throws IpamError administration.unknown, account.*
   */
  async removeFactor(caller: Caller, id: string, proof: ProofInput, client: AccountClient): Promise<void> {
    const proven = await this.#prove(caller, proof, client);
    const { factors } = this.#ports;
    await this.#run(
      caller,
      async ({ repositories, now }, user) => {
        await factors.remove(repositories, caller, user, id, now);
        const left = (await repositories.secondFactors.list(user.id)).filter(({ isConfirmed }) => isConfirmed);
        if (left.length === 0 && (await requiresFactor(repositories, user)))
          throw new IpamError('account.enrolment', { problem: 'a second factor is required, add another one first' });
      },
      proven,
    );
  }

  /** Replaces the recovery codes. @throws IpamError account.* */
  async renewRecoveryCodes(caller: Caller, proof: ProofInput, client: AccountClient): Promise<readonly string[]> {
    const proven = await this.#prove(caller, proof, client);
    const { factors } = this.#ports;
    return this.#run(
      caller,
      async ({ repositories, now }, user) => {
        const own = await repositories.secondFactors.list(user.id);
        if (!own.some(({ isConfirmed }) => isConfirmed))
          throw new IpamError('account.enrolment', { problem: 'recovery codes belong to a second factor, add one first' });
        return factors.renewRecoveryCodes(repositories, caller, user, now);
      },
      proven,
    );
  }

  /**
   * @param changesFactors whether the change concerns factors: a user with factors must then prove with a factor, not only with
   * the password
   * @throws IpamError account.proofNeeded, account.factorNeeded, account.proofWrong; signIn.blocked and other errors of a sign-in
   */
  async #prove(
    caller: Caller,
    { password, code, passkey }: ProofInput,
    client: AccountClient,
    changesFactors = true,
  ): Promise<ProvenUser> {
    const user = ownerIn(caller);
    const { signIn, factors } = this.#ports;
    const presented = presentedIn(code, passkey, client);
    if (presented) return notedProof(caller, await signIn.proveByFactor(caller, user, presented, client.isGone));
    const given = scalarText(password) ?? '';
    if (given === '') throw new IpamError('account.proofNeeded');
    if (changesFactors && (await factors.of(user.id)).length > 0) throw new IpamError('account.factorNeeded');
    try {
      const proven = await signIn.prove(caller, user.username, given, client.isGone, { isProof: true });
      return changesFactors ? notedProof(caller, proven) : proven;
    } catch (error) {
      if (IpamError.is(error, 'signIn.failed')) throw new IpamError('account.proofWrong');
      throw error;
    }
  }

  /** @throws IpamError account.enrolment for a user of a provider whose password this service does not check */
  async #enrolling(caller: Caller): Promise<User> {
    const user = await this.#current(this.#ports.readers, ownerIn(caller).id);
    if (!(await this.#isAskedForPassword(user)))
      throw new IpamError('account.enrolment', { problem: 'the sign-in provider asks for second factors' });
    return user;
  }

  async #isAskedForPassword({ provider }: User): Promise<boolean> {
    if (provider === null) return true;
    return (await this.#ports.readers.signInProviders.find(provider))?.type === 'ldap';
  }

  async #current({ users }: Pick<Readers, 'users'>, id: number): Promise<User> {
    const user = await users.find(id);
    if (!user || user.disabled) throw new IpamError('permission.denied');
    return user;
  }

  async #tokensOf({ tokens }: Pick<Readers, 'tokens'>, { id }: User): Promise<AccessToken[]> {
    const now = this.#ports.clock.now();
    return (await tokens.list()).filter((token) => token.userId === id && !isExpired(token, now));
  }

  async #endOthers(repositories: Repositories, writes: AuditedWrites, user: User, token: string | undefined): Promise<number> {
    const current = this.#digestOf(token);
    const others = (await this.#tokensOf(repositories, user)).filter(({ digest }) => digest !== current);
    if (others.length > 0) await writes.deleteTokens(user, others);
    return others.length;
  }

  #digestOf(token: string | undefined): string | undefined {
    return token === undefined ? undefined : this.#ports.digest(token);
  }

  async #run<T>(caller: Caller, work: (unit: AccountUnit, user: User) => Promise<T>, proven?: ProvenUser): Promise<T> {
    const { id } = ownerIn(caller);
    const now = this.#ports.clock.now();
    return runFor(this.#ports.unitOfWork, caller, async (repositories) => {
      await repositories.settings.lock();
      const { lastLogin } = await this.#current(repositories, id);
      if (proven) await repositories.users.update(id, { lastLogin }); // locks the row before the attempts, as a sign-in does
      await proven?.confirm?.(repositories, now);
      const user = await this.#current(repositories, id);
      return work({ repositories, writes: new AuditedWrites(repositories, caller, formatTimestamp(now)), now }, user);
    });
  }
}

interface AccountUnit {
  readonly repositories: Repositories;
  readonly writes: AuditedWrites;
  readonly now: Date;
}

/** A proof that is noted with the session when it is confirmed. */
const notedProof = ({ session }: Caller, proven: ProvenUser): ProvenUser => ({
  ...proven,
  confirm: async (repositories, now) => {
    await proven.confirm?.(repositories, now);
    if (session !== undefined) await repositories.tokens.noteProof(session, now);
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

function ownerIn({ user, key }: Caller): User {
  if (!user || key) throw new IpamError('permission.denied');
  return user;
}
