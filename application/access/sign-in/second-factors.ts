import { clientNetworkOf } from '../../../domain/access/client-network.js';
import {
  challengeMs,
  enrolmentMs,
  factorName,
  isRecoveryCode,
  isTotpCode,
  maxChallenges,
  maxFactorsOfUser,
  normalizedCode,
  type PasskeyFactor,
  recoveryCodes,
  type SecondFactor,
  shownRecoveryCode,
  type TotpFactor,
} from '../../../domain/access/second-factor.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import type { ChangeAction } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { lineOf, recordChange } from '../../changes/change-log.js';
import type { ProvenUser } from '../../ports/authentication.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { OneTimeCodes, PasskeyAnswer, PasskeyOptions, Passkeys, RelyingParty } from '../../ports/second-factors.js';
import { refusesWrites } from '../../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { clientKey } from './attempt-keys.js';
import { requiresFactor } from './factor-need.js';

/** A second factor in a request: a code of an app, a recovery code, or the answer of a passkey. */
export type PresentedFactor = { readonly code: string } | { readonly passkey: PasskeyAnswer; readonly party: RelyingParty };

/** The purpose of a challenge: it counts for no other one. */
export type ChallengePurpose = 'sign-in' | 'proof' | 'creation';

/** A new app and its secret, for the user alone. */
export interface BegunTotp {
  readonly secret: string;
  readonly uri: string;
}

/** A factor that was verified at a sign-in. */
export interface UsedFactor {
  readonly method: string;
  /** Recovery codes that were made with the first factor. */
  readonly recoveryCodes?: readonly string[] | undefined;
}

/** What second factors need. */
export interface SecondFactorPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly codes: OneTimeCodes;
  readonly passkeys: Passkeys;
}

/** Verifies and adds second factors of users. A code, a challenge and a recovery code count once, in all processes. */
export class SecondFactors {
  readonly #ports: SecondFactorPorts;
  /** Last used time steps of apps while the storage refused writes, by the id of the factor. */
  readonly #usedSteps = new Map<string, number>();

  constructor(ports: SecondFactorPorts) {
    this.#ports = ports;
  }

  /** The confirmed factors of a user. */
  async of(userId: number): Promise<SecondFactor[]> {
    return (await this.#ports.readers.secondFactors.list(userId)).filter(({ isConfirmed }) => isConfirmed);
  }

  /**
   * The requirement after a correct password. nothing: the password is sufficient; factor: the user must present a factor;
   * enrolment: a factor is required and the user has none.
   */
  async need(user: User): Promise<'nothing' | 'factor' | 'enrolment'> {
    if ((await this.of(user.id)).length > 0) return 'factor';
    return (await requiresFactor(this.#ports.readers, user)) ? 'enrolment' : 'nothing';
  }

  /**
   * Verifies and uses up a factor of a user.
   * @returns its name in the method of the sign-in; undefined for a wrong factor
   */
  async use(user: User, presented: PresentedFactor): Promise<'totp' | 'recovery' | 'passkey' | undefined> {
    const factors = await this.of(user.id);
    if ('passkey' in presented) {
      const passkey = await this.#usePasskey(user, presented, 'proof', factors);
      return passkey && 'passkey';
    }
    const code = normalizedCode(presented.code);
    if (isTotpCode(code)) return (await this.#useTotp(factors, code)) ? 'totp' : undefined;
    if (!isRecoveryCode(code) || factors.length === 0) return undefined;
    const digest = this.#ports.tokens.digest(code);
    const isUsed = await this.#ports.unitOfWork.run((to) => to.secondFactors.useRecoveryCode(user.id, digest));
    return isUsed ? 'recovery' : undefined;
  }

  /** Options for a browser to request the answer of a passkey of the user; undefined if the user has none for this server. */
  async proofOptions(userId: number, party: RelyingParty): Promise<PasskeyOptions | undefined> {
    const known = passkeysFor(await this.of(userId), party);
    if (known.length === 0) return undefined;
    return this.#ports.passkeys.request(party, known, await this.#challenge('proof', userId, ownerOf(userId)));
  }

  /** Options for a browser to sign in with a passkey instead of a password. The open challenges of a client network are limited. */
  async signInOptions(party: RelyingParty, clientAddress: string): Promise<PasskeyOptions> {
    const owner = clientKey(clientNetworkOf(clientAddress));
    return this.#ports.passkeys.request(party, [], await this.#challenge('sign-in', 0, owner));
  }

  /** The passkey of an answer with its owner; undefined for an unknown one. The answer is not yet verified. */
  async named({ id }: PasskeyAnswer): Promise<{ readonly passkey: PasskeyFactor; readonly user: User } | undefined> {
    const passkey = typeof id === 'string' ? await this.#ports.readers.secondFactors.findPasskey(id) : undefined;
    const user = passkey && (await this.#ports.readers.users.find(passkey.userId));
    return passkey && user && { passkey, user };
  }

  /** Whether the answer of a passkey is valid without a password. Its challenge is used up. */
  async provesAlone(user: User, answer: PasskeyAnswer, party: RelyingParty): Promise<boolean> {
    const used = await this.#usePasskey(user, { passkey: answer, party }, 'sign-in', await this.of(user.id));
    return used !== undefined;
  }

  /**
   * Creates the secret of an app for a user. It replaces an earlier secret that no code has confirmed.
   * @throws IpamError account.enrolment
   */
  async beginTotp(user: User, name = ''): Promise<BegunTotp> {
    const { codes, clock, unitOfWork } = this.#ports;
    const secret = await codes.newSecret();
    const created = clock.now();
    await unitOfWork.run(async ({ secondFactors, users }) => {
      refuseService(await users.find(user.id));
      for (const factor of await secondFactors.list(user.id)) if (!factor.isConfirmed) await secondFactors.delete(factor.id);
      const common = { id: this.#newId(), userId: user.id, name: factorName(name, 'App'), created, lastUsed: null };
      await secondFactors.insert({ ...common, isConfirmed: false, type: 'totp', secret, lastStep: null });
    });
    return { secret, uri: await codes.uri(secret, user.username) };
  }

  /**
   * Adds a factor to a user whose password was verified: an app by its first code, or a new passkey.
   * @param confirm further work in the unit of work
   * @throws IpamError account.enrolment, account.codeWrong
   */
  async enrol(
    caller: Caller,
    user: User,
    presented: PresentedFactor,
    name?: string,
    confirm?: ProvenUser['confirm'],
  ): Promise<UsedFactor> {
    const now = this.#ports.clock.now();
    const { factor, step } =
      'code' in presented
        ? await this.#provenTotp(user, presented.code)
        : { factor: await this.#madePasskey(user, presented.party, presented.passkey, name), step: undefined };
    const recoveryCodes = await this.#ports.unitOfWork.run(async (repositories) => {
      await confirm?.(repositories, now);
      return this.#add(repositories, caller, factor, step, now);
    });
    return { method: factor.type, recoveryCodes };
  }

  /** Removes a factor, and the recovery codes with the last one, within a unit of work. @throws IpamError administration.unknown */
  async remove(repositories: Repositories, caller: Caller, user: User, id: string, now: Date): Promise<SecondFactor> {
    const { secondFactors } = repositories;
    const all = (await secondFactors.list(user.id)).filter(({ isConfirmed }) => isConfirmed);
    const factor = all.find((each) => each.id === id);
    if (!factor) throw new IpamError('administration.unknown', { what: 'factor', name: id });
    await secondFactors.delete(id);
    if (all.length === 1) await secondFactors.replaceRecoveryCodes(user.id, []);
    await this.#record(repositories, caller, now, { name: `${user.username} ${factor.name}`, action: 'delete' });
    return factor;
  }

  /** Replaces the recovery codes of a user, within a unit of work. @returns the codes, which are shown once */
  async renewRecoveryCodes(repositories: Repositories, caller: Caller, user: User, now: Date): Promise<readonly string[]> {
    const codes = await this.#newRecoveryCodes(repositories, user.id);
    const name = `${user.username} recovery codes`;
    await this.#record(repositories, caller, now, { name, action: 'rotate' });
    return codes;
  }

  /**
   * Starts the enrolment of the first factor of a user who needs one: the secret of an app, and the options for a passkey if the
   * server has a permitted host name.
   */
  async beginEnrolment(
    userId: number,
    party: RelyingParty | undefined,
  ): Promise<BegunTotp & { readonly passkey?: PasskeyOptions }> {
    const user = await this.#ports.readers.users.find(userId);
    if (!user) throw new IpamError('signIn.failed');
    const begun = await this.beginTotp(user);
    return party ? { ...begun, passkey: await this.creationOptions(user, party) } : begun;
  }

  /**
   * The unconfirmed secret of a user, and the time step of a code that confirms it.
   * @throws IpamError account.enrolment, account.codeWrong
   */
  async #provenTotp(user: User, code: string): Promise<{ readonly factor: TotpFactor; readonly step: number }> {
    const { codes, clock, readers } = this.#ports;
    const now = clock.now();
    const factor = (await readers.secondFactors.list(user.id)).find((each) => each.type === 'totp' && !each.isConfirmed);
    if (factor?.type !== 'totp' || now.getTime() - factor.created.getTime() > enrolmentMs)
      throw new IpamError('account.enrolment', { problem: 'no secret waits for its first code' });
    const step = await codes.stepOf(factor.secret, normalizedCode(code), now);
    if (step === undefined) throw new IpamError('account.codeWrong');
    return { factor, step };
  }

  /** Options for a browser to create a passkey. */
  async creationOptions(user: User, party: RelyingParty): Promise<PasskeyOptions> {
    const challenge = await this.#challenge('creation', user.id, ownerOf(user.id));
    return this.#ports.passkeys.creation(party, user, passkeysFor(await this.of(user.id), party), challenge);
  }

  /** The passkey that a browser has made for a user. @throws IpamError account.enrolment */
  async #madePasskey(user: User, party: RelyingParty, answer: PasskeyAnswer, name = ''): Promise<PasskeyFactor> {
    const { passkeys, clock } = this.#ports;
    const challenge = await passkeys.challengeIn(answer);
    const isOpen = challenge !== undefined && (await this.#takeChallenge(challenge, 'creation', user.id));
    const made = isOpen ? await passkeys.verifyCreation(party, answer, challenge) : undefined;
    if (!made) throw new IpamError('account.enrolment', { problem: 'the passkey could not be verified, try again' });
    const common = {
      id: this.#newId(),
      userId: user.id,
      name: factorName(name, 'Passkey'),
      created: clock.now(),
      lastUsed: null,
    };
    return { ...common, isConfirmed: true, type: 'passkey', rpId: party.id, ...made };
  }

  /**
   * Stores a factor that has proven itself, within a unit of work.
   * @returns recovery codes, which are shown once, where the user has none
   * @throws IpamError account.enrolment
   */
  async #add(
    repositories: Repositories,
    caller: Caller,
    factor: SecondFactor,
    step: number | undefined,
    now: Date,
  ): Promise<readonly string[] | undefined> {
    const { secondFactors, users } = repositories;
    const user = await users.find(factor.userId);
    refuseService(user);
    const confirmed = (await secondFactors.list(factor.userId)).filter(({ isConfirmed }) => isConfirmed);
    if (confirmed.length >= maxFactorsOfUser)
      throw new IpamError('account.enrolment', { problem: `a user has at most ${maxFactorsOfUser} factors` });
    if (factor.type === 'passkey') await secondFactors.insert(factor);
    else {
      if (step !== undefined && !(await secondFactors.useStep(factor.id, step, now)))
        throw new IpamError('account.enrolment', { problem: 'the code was used before' });
      await secondFactors.confirm(factor.id);
    }
    const type = lineOf('type', null, factor.type);
    await this.#record(repositories, caller, now, { name: `${user?.username} ${factor.name}`, action: 'add' }, type);
    const hasCodes = (await secondFactors.countRecoveryCodes(factor.userId)) > 0;
    return hasCodes ? undefined : this.#newRecoveryCodes(repositories, factor.userId);
  }

  #record(
    repositories: Repositories,
    caller: Caller,
    now: Date,
    { name, action }: { readonly name: string; readonly action: ChangeAction },
    ...differences: readonly string[]
  ): Promise<void> {
    const change = { object: 'factor', objectId: 0, objectName: name, action, differences } as const;
    return recordChange(repositories, caller, formatTimestamp(now), change);
  }

  async #newRecoveryCodes({ secondFactors }: Repositories, userId: number): Promise<readonly string[]> {
    const { tokens } = this.#ports;
    const codes = Array.from({ length: recoveryCodes.count }, () =>
      tokens.digest(tokens.create()).slice(0, recoveryCodes.length),
    );
    await secondFactors.replaceRecoveryCodes(
      userId,
      codes.map((code) => tokens.digest(code)),
    );
    return codes.map(shownRecoveryCode);
  }

  async #useTotp(factors: readonly SecondFactor[], code: string): Promise<boolean> {
    const { codes, clock } = this.#ports;
    const now = clock.now();
    for (const factor of factors) {
      const step = factor.type === 'totp' ? await codes.stepOf(factor.secret, code, now) : undefined;
      if (step === undefined) continue;
      if (await this.#useStep(factor, step, now)) return true;
    }
    return false;
  }

  /** Uses up a time step of an app; while the storage refuses writes, in the memory of this process. */
  async #useStep({ id, userId }: SecondFactor, step: number, now: Date): Promise<boolean> {
    try {
      return await this.#ports.unitOfWork.run(({ secondFactors }) => secondFactors.useStep(id, step, now));
    } catch (error) {
      if (!refusesWrites(error)) throw error;
      const stored = (await this.#ports.readers.secondFactors.list(userId)).find((each) => each.id === id);
      const last = Math.max(this.#usedSteps.get(id) ?? 0, (stored?.type === 'totp' && stored.lastStep) || 0);
      if (step <= last) return false;
      this.#usedSteps.set(id, step);
      return true;
    }
  }

  async #usePasskey(
    user: User,
    { passkey: answer, party }: Extract<PresentedFactor, { readonly passkey: unknown }>,
    purpose: 'sign-in' | 'proof',
    factors: readonly SecondFactor[],
  ): Promise<PasskeyFactor | undefined> {
    const { passkeys, clock, unitOfWork } = this.#ports;
    const isAlone = purpose === 'sign-in';
    const challenge = await passkeys.challengeIn(answer);
    if (challenge === undefined || !(await this.#takeChallenge(challenge, purpose, isAlone ? 0 : user.id))) return undefined;
    const passkey = passkeysFor(factors, party).find(({ credentialId }) => credentialId === answer.id);
    const counter = passkey && (await passkeys.verifyRequest(party, passkey, answer, { challenge, isAlone }));
    if (!passkey || counter === undefined) return undefined;
    const now = clock.now();
    const isNext = await unitOfWork.run(({ secondFactors }) => secondFactors.useCounter(passkey.id, counter, now));
    return isNext ? passkey : undefined;
  }

  /** A new challenge. It is stored until it is answered or expires, or the owner has too many newer ones. */
  async #challenge(purpose: ChallengePurpose, userId: number, owner: string): Promise<string> {
    const { tokens, clock, unitOfWork } = this.#ports;
    const challenge = tokens.createCode();
    const until = new Date(clock.now().getTime() + challengeMs);
    const digest = this.#digestOf(challenge, purpose, userId);
    await unitOfWork.run(({ requestNonces }) => requestNonces.noteOwned({ digest, owner, until }, maxChallenges));
    return challenge;
  }

  #takeChallenge(challenge: string, purpose: ChallengePurpose, userId: number): Promise<boolean> {
    const { clock, unitOfWork } = this.#ports;
    const digest = this.#digestOf(challenge, purpose, userId);
    return unitOfWork.run(({ requestNonces }) => requestNonces.take(digest, clock.now()));
  }

  #digestOf(challenge: string, purpose: ChallengePurpose, userId: number): string {
    return this.#ports.tokens.digest(`challenge ${purpose} ${userId} ${challenge}`);
  }

  #newId(): string {
    const { tokens } = this.#ports;
    return tokens.digest(tokens.create()).slice(0, 12);
  }
}

const ownerOf = (userId: number): string => `user ${userId}`;

const passkeysFor = (factors: readonly SecondFactor[], { id }: RelyingParty): PasskeyFactor[] =>
  factors.flatMap((factor) => (factor.type === 'passkey' && factor.rpId === id ? [factor] : []));

function refuseService(user: User | undefined): void {
  if (!user || user.disabled || isServiceAccount(user)) throw new IpamError('permission.denied');
}
