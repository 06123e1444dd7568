import type { PasskeyFactor, SecondFactor } from '../../domain/access/second-factor.js';
import { IpamError } from '../../domain/errors.js';

/** Reads second factors of users. */
export interface SecondFactorReader {
  /** By user, then by creation, then by id; unconfirmed ones are among them. @param userId only those of this user */
  list(userId?: number): Promise<SecondFactor[]>;
  findPasskey(credentialId: string): Promise<PasskeyFactor | undefined>;
  countRecoveryCodes(userId: number): Promise<number>;
}

/** Stores second factors of users. Those of a user are deleted with the user. */
export interface SecondFactorRepository extends SecondFactorReader {
  /** @throws IpamError signIn.failed when the user has been removed, account.enrolment for a passkey that is stored */
  insert(factor: SecondFactor): Promise<void>;
  confirm(id: string): Promise<void>;
  /** Notes the time step of a code. @returns false when a code of it or of a later one was used */
  useStep(id: string, step: number, at: Date): Promise<boolean>;
  /** Notes the use of a passkey. @returns false for a counter that cannot follow the stored one (isNextCounter) */
  useCounter(id: string, counter: number, at: Date): Promise<boolean>;
  /** @returns whether it was there */
  delete(id: string): Promise<boolean>;
  /** Replaces all recovery codes of a user. */
  replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void>;
  /** Removes a recovery code. @returns whether it was there: of several callers for one */
  useRecoveryCode(userId: number, digest: string): Promise<boolean>;
}

/** Codes of apps (RFC 6238). */
export interface OneTimeCodes {
  /** Base32, 160 bits. */
  newSecret(): Promise<string>;
  /** The URI that apps read from a QR code. */
  uri(secret: string, username: string): Promise<string>;
  /** The time step of a code, of the present one and its two neighbours; undefined for a wrong code or an unreadable secret. */
  stepOf(secret: string, code: string, now: Date): Promise<number | undefined>;
}

/** The server as browsers name it. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  /** Scheme, host name and port. */
  readonly origin: string;
}

/** The answer of a browser to a challenge, as it came. */
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

/** Options for a call of a browser, as JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** A user for whom a passkey is made. */
export interface PasskeyUser {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
}

/** A passkey that was made. */
export type NewPasskey = Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Passkeys (WebAuthn). Methods that verify an answer return undefined for an invalid one. */
export interface Passkeys {
  /** The challenge that an answer answers; undefined for a malformed answer. */
  challengeIn(answer: PasskeyAnswer): Promise<string | undefined>;
  creation(party: RelyingParty, user: PasskeyUser, known: readonly PasskeyFactor[], challenge: string): Promise<PasskeyOptions>;
  verifyCreation(party: RelyingParty, answer: PasskeyAnswer, challenge: string): Promise<NewPasskey | undefined>;
  /** @param known passkeys of the user; empty: any passkey that the authenticator has for the server */
  request(party: RelyingParty, known: readonly PasskeyFactor[], challenge: string): Promise<PasskeyOptions>;
  /** @param isAlone whether the authenticator must have verified its user @returns the new counter */
  verifyRequest(
    party: RelyingParty,
    passkey: PasskeyFactor,
    answer: PasskeyAnswer,
    terms: { readonly challenge: string; readonly isAlone: boolean },
  ): Promise<number | undefined>;
}

const missing = (): Promise<never> =>
  Promise.reject(new IpamError('account.enrolment', { problem: 'second factors are not supported here' }));

/** Of a composition without codes of apps: none is right. */
export const noOneTimeCodes: OneTimeCodes = { newSecret: missing, uri: missing, stepOf: async () => undefined };

/** For a service without passkeys: every answer is invalid. */
export const noPasskeys: Passkeys = {
  challengeIn: async () => undefined,
  creation: missing,
  verifyCreation: async () => undefined,
  request: missing,
  verifyRequest: async () => undefined,
};
