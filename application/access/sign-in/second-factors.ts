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
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import { isServiceAccount, type User } from '../../../domain/access/user.js';
import type { Change, ChangeAction } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { lineOf, recordChange } from '../../changes/change-log.js';
import type { AuthenticatedUser } from '../../ports/authentication.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { OneTimeCodes, PasskeyOptions, PasskeyResponse, Passkeys, RelyingParty } from '../../ports/second-factors.js';
import { refusesWrites } from '../../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { requiresFactor } from './factor-need.js';
import { clientKey } from './sign-in-guard.js';

/** A second factor in a request: TOTP code, recovery code, or passkey response. */
export type PresentedFactor = { readonly code: string } | { readonly passkey: PasskeyResponse; readonly party: RelyingParty };

/** The purpose of a challenge. It is not valid for other purposes. */
export type ChallengePurpose = 'sign-in' | 'proof' | 'creation';

export interface BegunTotp {
  readonly secret: string;
  readonly uri: string;
}

/** The verified factor of a sign-in. */
export interface UsedFactor {
  readonly method: string;
  /** New recovery codes. They are created with a factor if the user has none. */
  readonly recoveryCodes?: readonly string[] | undefined;
}

export interface SecondFactorPorts {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly codes: OneTimeCodes;
  readonly passkeys: Passkeys;
}

/** Verifies and adds second factors. Codes, challenges and recovery codes are valid once across all processes. */
export class SecondFactors {
  readonly #ports: SecondFactorPorts;
  /** The last time step of each app that was used while the storage refused writes, by the id of the factor. */
  readonly #usedSteps = new Map<string, number>();

  constructor(ports: SecondFactorPorts) {
    this.#ports = ports;
  }

  async of(userId: number): Promise<SecondFactor[]> {
    return (await this.#ports.readers.secondFactors.list(userId)).filter(({ isConfirmed }) => isConfirmed);
  }

  /**
   * The requirement after a correct password. nothing: no second factor; factor: present a factor; enrolment: add a first factor.
   */
  async need(user: User): Promise<'nothing' | 'factor' | 'enrolment'> {
    if ((await this.of(user.id)).length > 0) return 'factor';
    return (await requiresFactor(this.#ports.readers, user)) ? 'enrolment' : 'nothing';
  }

  /** Verifies and consumes a factor of a user. @returns its name in the sign-in method; undefined for a wrong factor */
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

  /** WebAuthn options for a reauthentication; undefined if the user has no passkey for this server. */
  async reauthenticationOptions(userId: number, party: RelyingParty): Promise<PasskeyOptions | undefined> {
    const known = passkeysFor(await this.of(userId), party);
    if (known.length === 0) return undefined;
    return this.#ports.passkeys.request(party, known, await this.#challenge('proof', userId, ownerOf(userId)));
  }

  /** WebAuthn options for a sign-in by passkey alone. The number of open challenges per client network is limited. */
  async signInOptions(party: RelyingParty, clientAddress: string): Promise<PasskeyOptions> {
    const owner = clientKey(clientNetworkOf(clientAddress));
    return this.#ports.passkeys.request(party, [], await this.#challenge('sign-in', 0, owner));
  }

  /** The passkey of a response and its owner; undefined for an unknown passkey. The response is not verified. */
  async findByPasskey({ id }: PasskeyResponse): Promise<{ readonly passkey: PasskeyFactor; readonly user: User } | undefined> {
    const passkey = typeof id === 'string' ? await this.#ports.readers.secondFactors.findPasskey(id) : undefined;
    const user = passkey && (await this.#ports.readers.users.find(passkey.userId));
    return passkey && user && { passkey, user };
  }

  /** Whether a passkey response is valid for a sign-in without a password. Consumes the challenge of the response. */
  async verifyAlone(user: User, response: PasskeyResponse, party: RelyingParty): Promise<boolean> {
    const used = await this.#usePasskey(user, { passkey: response, party }, 'sign-in', await this.of(user.id));
    return used !== undefined;
  }

  /**
   * Creates the secret of an authenticator app. It replaces an earlier unconfirmed secret.
   * @throws IpamError account.enrolment
   */
  async beginTotp(user: User, name = ''): Promise<BegunTotp> {
    const { codes, clock, unitOfWork } = this.#ports;
    const secret = await codes.newSecret();
    const created = clock.now();
    await unitOfWork.run(async ({ secondFactors, users }) => {
      requirePerson(await users.find(user.id));
      for (const factor of await secondFactors.list(user.id)) if (!factor.isConfirmed) await secondFactors.delete(factor.id);
      const common = this.#newFactor(user, factorName(name, 'App'), created);
      await secondFactors.insert({ ...common, isConfirmed: false, type: 'totp', secret, lastStep: null });
    });
    return { secret, uri: await codes.uri(secret, user.username) };
  }

  /**
   * Adds a factor to a user with a verified password: an app by its first code, or a new passkey.
   * @param confirm further work in the unit of work
   * @throws IpamError account.enrolment, account.codeWrong
   */
  async enrol(
    caller: Caller,
    user: User,
    presented: PresentedFactor,
    name?: string,
    confirm?: AuthenticatedUser['confirm'],
  ): Promise<UsedFactor> {
    const now = this.#ports.clock.now();
    const { factor, step } =
      'code' in presented
        ? await this.#confirmedTotp(user, presented.code)
        : { factor: await this.#madePasskey(user, presented.party, presented.passkey, name), step: undefined };
    const recoveryCodes = await this.#ports.unitOfWork.run(async (repositories) => {
      await confirm?.(repositories, now);
      const { secondFactors, users } = repositories;
      const { username } = requirePerson(await users.find(factor.userId));
      const confirmed = (await secondFactors.list(factor.userId)).filter(({ isConfirmed }) => isConfirmed);
      if (confirmed.length >= maxFactorsOfUser)
        throw new IpamError('account.enrolment', { problem: `a user has at most ${maxFactorsOfUser} factors` });
      if (factor.type === 'passkey') await secondFactors.insert(factor);
      else {
        if (step !== undefined && !(await secondFactors.useStep(factor.id, step, now)))
          throw new IpamError('account.enrolment', { problem: 'the code was used before' });
        await secondFactors.confirm(factor.id);
      }
      const change = changeOf(`${username} ${factor.name}`, 'add', lineOf('type', null, factor.type));
      await recordChange(repositories, caller, formatTimestamp(now), change);
      const hasCodes = (await secondFactors.countRecoveryCodes(factor.userId)) > 0;
      return hasCodes ? undefined : this.#newRecoveryCodes(repositories, factor.userId);
    });
    return { method: factor.type, recoveryCodes };
  }

  /**
   * Removes a factor within a unit of work. With the last factor, recovery codes are removed.
   * @throws IpamError administration.unknown
   */
  async remove(repositories: Repositories, caller: Caller, user: User, id: string, now: Date): Promise<SecondFactor> {
    const { secondFactors } = repositories;
    const all = (await secondFactors.list(user.id)).filter(({ isConfirmed }) => isConfirmed);
    const factor = all.find((each) => each.id === id);
    if (!factor) throw new IpamError('administration.unknown', { what: 'factor', name: id });
    await secondFactors.delete(id);
    if (all.length === 1) await secondFactors.replaceRecoveryCodes(user.id, []);
    await recordChange(repositories, caller, formatTimestamp(now), changeOf(`${user.username} ${factor.name}`, 'delete'));
    return factor;
  }

  async renewRecoveryCodes(repositories: Repositories, caller: Caller, user: User, now: Date): Promise<readonly string[]> {
    const codes = await this.#newRecoveryCodes(repositories, user.id);
    await recordChange(repositories, caller, formatTimestamp(now), changeOf(`${user.username} recovery codes`, 'rotate'));
    return codes;
  }

  /**
   * Starts the enrolment of a first factor: the secret of an app, and passkey options if the server has a permitted host name.
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

  /** The unconfirmed secret of a user, and the time step of its code. @throws IpamError account.enrolment, account.codeWrong */
  async #confirmedTotp(user: User, code: string): Promise<{ readonly factor: TotpFactor; readonly step: number }> {
    const { codes, clock, readers } = this.#ports;
    const now = clock.now();
    const factor = (await readers.secondFactors.list(user.id)).find((each) => each.type === 'totp' && !each.isConfirmed);
    if (factor?.type !== 'totp' || now.getTime() - factor.created.getTime() > enrolmentMs)
      throw new IpamError('account.enrolment', { problem: 'the setup was not started or has expired, start again' });
    const step = await codes.stepOf(factor.secret, normalizedCode(code), now);
    if (step === undefined) throw new IpamError('account.codeWrong');
    return { factor, step };
  }

  async creationOptions(user: User, party: RelyingParty): Promise<PasskeyOptions> {
    const challenge = await this.#challenge('creation', user.id, ownerOf(user.id));
    return this.#ports.passkeys.creation(party, user, passkeysFor(await this.of(user.id), party), challenge);
  }

  /** Verifies a new passkey. @throws IpamError account.enrolment */
  async #madePasskey(user: User, party: RelyingParty, response: PasskeyResponse, name = ''): Promise<PasskeyFactor> {
    const { passkeys, clock } = this.#ports;
    const challenge = await this.#takeChallenge(response, 'creation', user.id);
    const made = challenge === undefined ? undefined : await passkeys.verifyCreation(party, response, challenge);
    if (!made) throw new IpamError('account.enrolment', { problem: 'the passkey could not be verified, try again' });
    const common = this.#newFactor(user, factorName(name, 'Passkey'), clock.now());
    const { credentialId, publicKey, counter, transports } = made;
    return { ...common, isConfirmed: true, type: 'passkey', rpId: party.id, credentialId, publicKey, counter, transports };
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

  /**
   * Marks a time step of an app as used. While the storage refuses writes, the memory of this process keeps the mark.
   * @returns false if this time step or a later one was used before
   */
  async #useStep({ id, userId }: SecondFactor, step: number, now: Date): Promise<boolean> {
    const used = this.#usedSteps.get(id) ?? 0;
    if (step <= used) return false;
    try {
      return await this.#ports.unitOfWork.run(({ secondFactors }) => secondFactors.useStep(id, step, now));
    } catch (error) {
      if (!refusesWrites(error)) throw error;
      const stored = (await this.#ports.readers.secondFactors.list(userId)).find((each) => each.id === id);
      if (stored?.type === 'totp' && step <= (stored.lastStep ?? 0)) return false;
      this.#usedSteps.set(id, step);
      return true;
    }
  }

  async #usePasskey(
    user: User,
    { passkey: response, party }: Extract<PresentedFactor, { readonly passkey: unknown }>,
    purpose: 'sign-in' | 'proof',
    factors: readonly SecondFactor[],
  ): Promise<PasskeyFactor | undefined> {
    const { passkeys, clock, unitOfWork } = this.#ports;
    const isAlone = purpose === 'sign-in';
    const challenge = await this.#takeChallenge(response, purpose, isAlone ? 0 : user.id);
    if (challenge === undefined) return undefined;
    const passkey = passkeysFor(factors, party).find(({ credentialId }) => credentialId === response.id);
    const counter = passkey && (await passkeys.verifyRequest(party, passkey, response, { challenge, isAlone }));
    if (!passkey || counter === undefined) return undefined;
    const now = clock.now();
    const isNext = await unitOfWork.run(({ secondFactors }) => secondFactors.useCounter(passkey.id, counter, now));
    return isNext ? passkey : undefined;
  }

  /** Creates a challenge. It is deleted when it is answered, when it expires, or when its owner has too many. */
  async #challenge(purpose: ChallengePurpose, userId: number, owner: string): Promise<string> {
    const { tokens, clock, unitOfWork } = this.#ports;
    const challenge = tokens.createCode();
    const until = new Date(clock.now().getTime() + challengeMs);
    const digest = this.#digestOf(challenge, purpose, userId);
    await unitOfWork.run(({ requestNonces }) => requestNonces.noteOwned({ digest, owner, until }, maxChallenges));
    return challenge;
  }

  /** Consumes the challenge of a response. @returns undefined for a response without an open challenge */
  async #takeChallenge(response: PasskeyResponse, purpose: ChallengePurpose, userId: number): Promise<string | undefined> {
    const { passkeys, clock, unitOfWork } = this.#ports;
    const challenge = await passkeys.challengeIn(response);
    if (challenge === undefined) return undefined;
    const digest = this.#digestOf(challenge, purpose, userId);
    const isOpen = await unitOfWork.run(({ requestNonces }) => requestNonces.take(digest, clock.now()));
    return isOpen ? challenge : undefined;
  }

  #digestOf(challenge: string, purpose: ChallengePurpose, userId: number): string {
    return this.#ports.tokens.digest(`challenge ${purpose} ${userId} ${challenge}`);
  }

  #newFactor({ id: userId }: User, name: string, created: Date) {
    const { tokens } = this.#ports;
    return { id: tokens.digest(tokens.create()).slice(0, 12), userId, name, created, lastUsed: null };
  }
}

/** @param objectName name of the user and of the factor */
function changeOf(objectName: string, action: ChangeAction, ...differences: readonly string[]): Change {
  return { object: 'factor', objectId: 0, objectName, action, differences };
}

const ownerOf = (userId: number): string => `user ${userId}`;

const passkeysFor = (factors: readonly SecondFactor[], { id }: RelyingParty): PasskeyFactor[] =>
  factors.flatMap((factor) => (factor.type === 'passkey' && factor.rpId === id ? [factor] : []));

function requirePerson(user: User | undefined): User {
  if (!user || user.disabled || isServiceAccount(user)) throw new IpamError('permission.denied');
  return user;
}
