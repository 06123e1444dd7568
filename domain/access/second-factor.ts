import { defineAdministered } from '../fields/administered-field.js';
import type { User } from './user.js';

/** Users who need a second factor beside a password. */
export const secondFactorRules = ['none', 'administrators', 'all'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const factorTypes = ['totp', 'passkey'] as const;

interface CommonFactor {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly created: Date;
  readonly lastUsed: Date | null;
  /** Whether its owner has proven to have it: only then does it count. */
  readonly isConfirmed: boolean;
}

/** An app that computes codes from a shared secret and the time (RFC 6238): SHA-1, 6 digits, 30 seconds. */
export interface TotpFactor extends CommonFactor {
  readonly type: 'totp';
  /** Base32. */
  readonly secret: string;
  /** The time step of the last code that was accepted: no code of it or of an earlier one counts again. */
  readonly lastStep: number | null;
}

/** A credential of WebAuthn. */
export interface PasskeyFactor extends CommonFactor {
  readonly type: 'passkey';
  /** Base64url, unique. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** The host name that it was made for. */
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Signatures so far; 0 for authenticators that do not count. */
  readonly counter: number;
}

/** Something of a user that proves the user beside a password. */
export type SecondFactor = TotpFactor | PasskeyFactor;

/** The fields of factors, as their owner and administrators see them. */
export const factorFields = defineAdministered({
  id: { type: 'text', readOnly: true, max: 64, meaning: 'The id of the factor.' },
  type: { type: 'enum', values: factorTypes, readOnly: true, meaning: 'totp: codes of an app; passkey: WebAuthn.' },
  name: { type: 'text', max: 64, readOnly: true, meaning: 'The name of the factor.' },
  created: { type: 'timestamp', readOnly: true, nullable: true, meaning: 'The time when the factor was added.' },
  lastUsed: { type: 'timestamp', readOnly: true, nullable: true, meaning: 'The time of the last sign-in by it.' },
});

/** Largest number of factors of one user. */
export const maxFactorsOfUser = 20;

/** Recovery codes of a user, and the hex digits of each. */
export const recoveryCodes = { count: 10, length: 20 } as const;

/** For how long a secret that was shown waits for its first code, in milliseconds. */
export const enrolmentMs = 900_000;

/** For how long a challenge of a passkey can be answered, in milliseconds. */
export const challengeMs = 300_000;

/**
 * Open challenges of passkeys: of one owner, which is a client network before the sign-in and a user after it, and of all owners.
 * The oldest end first.
 */
export const maxChallenges: NonceLimits = { ofOwner: 20, inAll: 10_000 };

/** Limits of nonces that have an owner. */
export interface NonceLimits {
  readonly ofOwner: number;
  readonly inAll: number;
}

/** Whether a user needs a second factor. */
export const needsFactor = (rule: SecondFactorRule, { role }: Pick<User, 'role'>): boolean =>
  rule === 'all' || (rule === 'administrators' && role === 'Administrator');

/** A code as typed, without spaces and hyphens, in lower case. */
export const normalizedCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** Whether a normalized code is one of an app. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Whether a normalized code has the form of a recovery code. */
export const isRecoveryCode = (code: string): boolean => /^[0-9a-f]{20}$/.test(code);

/** A recovery code as it is shown: 0123a-4567b-89abc-def01. */
export const shownRecoveryCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');

/** Whether a counter of signatures may follow another one: authenticators that do not count report 0. */
export const isNextCounter = (stored: number, given: number): boolean => given > stored || (given === 0 && stored === 0);

/** The way of a sign-in: `password`, `password+totp`, `ldap+recovery`, `passkey`, `oidc`. */
export const signInMethod = (first: string, second?: string): string => (second === undefined ? first : `${first}+${second}`);

/** A name of a factor as it is stored: one line, at most 64 characters. */
export const factorName = (text: string, fallback: string): string =>
  [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 64).join('').trim() || fallback;
