import type { PasskeyFactor, SecondFactor } from '../../domain/access/second-factor.js';
import { IpamError } from '../../domain/errors.js';

export interface SecondFactorReader {
  /** Factors by user, then by creation, then by id, including unconfirmed ones. @param userId only factors of this user */
  list(userId?: number): Promise<SecondFactor[]>;
  findPasskey(credentialId: string): Promise<PasskeyFactor | undefined>;
  countRecoveryCodes(userId: number): Promise<number>;
}

export interface SecondFactorRepository extends SecondFactorReader {
  /** @throws IpamError signIn.failed if the user does not exist, account.enrolment for a stored passkey */
  insert(factor: SecondFactor): Promise<void>;
  confirm(id: string): Promise<void>;
  /** Stores the time step of an accepted code. @returns false if a code of this or a later step was used */
  useStep(id: string, step: number, at: Date): Promise<boolean>;
  /** Stores the use of a passkey. @returns false for an invalid counter (isNextCounter) */
  useCounter(id: string, counter: number, at: Date): Promise<boolean>;
  delete(id: string): Promise<boolean>;
  replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void>;
  /** Removes a recovery code. @returns whether it existed; true for only one of several callers */
  useRecoveryCode(userId: number, digest: string): Promise<boolean>;
}

/** One-time codes of authenticator apps (RFC 6238). */
export interface OneTimeCodes {
  /** Base32, 160 bits. */
  newSecret(): Promise<string>;
  /** The URI for the QR code of authenticator apps. */
  uri(secret: string, username: string): Promise<string>;
  /** The time step of a code: the current one or a neighbour. undefined for a wrong code or an unreadable secret. */
  stepOf(secret: string, code: string, now: Date): Promise<number | undefined>;
}

export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  /** Scheme, host name and port. */
  readonly origin: string;
}

/** The response of a browser to a challenge, unverified. */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

export type PasskeyOptions = Readonly<Record<string, unknown>>;

export interface PasskeyUser {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
}

export type NewPasskey = Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Passkeys (WebAuthn). Methods that verify a response return undefined for an invalid one. */
export interface Passkeys {
  /** The challenge of a response; undefined for a malformed response. */
  challengeIn(response: PasskeyResponse): Promise<string | undefined>;
  creation(party: RelyingParty, user: PasskeyUser, known: readonly PasskeyFactor[], challenge: string): Promise<PasskeyOptions>;
  verifyCreation(party: RelyingParty, response: PasskeyResponse, challenge: string): Promise<NewPasskey | undefined>;
  /** @param known passkeys of the user; empty: any passkey of the authenticator for this server */
  request(party: RelyingParty, known: readonly PasskeyFactor[], challenge: string): Promise<PasskeyOptions>;
  /** @param expectations `isAlone`: whether user verification is required @returns the new counter */
  verifyRequest(
    party: RelyingParty,
    passkey: PasskeyFactor,
    response: PasskeyResponse,
    expectations: { readonly challenge: string; readonly isAlone: boolean },
  ): Promise<number | undefined>;
}

const missing = (): Promise<never> =>
  Promise.reject(new IpamError('account.enrolment', { problem: 'second factors are not supported here' }));

/** For services without one-time codes: no code is valid. */
export const noOneTimeCodes: OneTimeCodes = { newSecret: missing, uri: missing, stepOf: async () => undefined };

/** For services without passkeys: no response is valid. */
export const noPasskeys: Passkeys = {
  challengeIn: async () => undefined,
  creation: missing,
  verifyCreation: async () => undefined,
  request: missing,
  verifyRequest: async () => undefined,
};
