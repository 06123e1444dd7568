import { defineAdministered } from '../fields/administered-field.js';
import type { User } from './user.js';

/** Users who need a second factor besides a password. */
export const secondFactorRules = ['none', 'administrators', 'all'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const factorTypes = ['totp', 'passkey'] as const;

interface CommonFactor {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly created: Date;
  readonly lastUsed: Date | null;
  /** Unconfirmed factors are ignored. */
  readonly isConfirmed: boolean;
}

/** An authenticator app (TOTP, RFC 6238): SHA-1, 6 digits, 30 seconds. */
export interface TotpFactor extends CommonFactor {
  readonly type: 'totp';
  /** Base32. */
  readonly secret: string;
  /** Time step of the last accepted code. Codes of this and earlier steps are refused. */
  readonly lastStep: number | null;
}

export interface PasskeyFactor extends CommonFactor {
  readonly type: 'passkey';
  /** Base64url, unique. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** The host name of the registration. */
  readonly rpId: string;
  readonly transports: readonly string[];
  /** Signature counter of the authenticator; 0 if the authenticator does not count. */
  readonly counter: number;
}

export type SecondFactor = TotpFactor | PasskeyFactor;

export const factorFields = defineAdministered({
  id: { type: 'text', readOnly: true, max: 64, meaning: 'The id of the factor.' },
  type: { type: 'enum', values: factorTypes, readOnly: true, meaning: 'totp: codes of an app; passkey: WebAuthn.' },
  name: { type: 'text', max: 64, readOnly: true, meaning: 'The name of the factor.' },
  created: { type: 'timestamp', readOnly: true, nullable: true, meaning: 'The time when the factor was added.' },
  lastUsed: { type: 'timestamp', readOnly: true, nullable: true, meaning: 'The time of the last sign-in by it.' },
});

export const maxFactorsOfUser = 20;

/** `count` is the number of codes of a user, `length` the number of hex digits of a code. */
export const recoveryCodes = { count: 10, length: 20 } as const;

/** Time to confirm a new factor by its first code. */
export const enrolmentMs = 900_000;

/** Validity of a passkey challenge. */
export const challengeMs = 300_000;

/**
 * Maximum number of open passkey challenges. The owner of a challenge is a client network before the sign-in, and a user after
 * the sign-in. The oldest challenges are deleted first.
 */
export const maxChallenges: NonceLimits = { ofOwner: 20, inAll: 10_000 };

export interface NonceLimits {
  readonly ofOwner: number;
  readonly inAll: number;
}

export const needsFactor = (rule: SecondFactorRule, { role }: Pick<User, 'role'>): boolean =>
  rule === 'all' || (rule === 'administrators' && role === 'Administrator');

/** Lower case, without spaces and hyphens. */
export const normalizedCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

export const isRecoveryCode = (code: string): boolean => /^[0-9a-f]{20}$/.test(code);

/** Returns e.g. 0123a-4567b-89abc-def01. */
export const shownRecoveryCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');

/** Whether a new signature counter is valid after the stored one. Authenticators without a counter report 0. */
export const isNextCounter = (stored: number, counter: number): boolean => counter > stored || (counter === 0 && stored === 0);

/** The authentication method of a sign-in: `password`, `password+totp`, `ldap+recovery`, `passkey`, `oidc`. */
export const signInMethod = (first: string, second?: string): string => (second === undefined ? first : `${first}+${second}`);

/** The stored form of a factor name: one line, at most 64 characters. */
export const factorName = (text: string, fallback: string): string =>
  [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 64).join('').trim() || fallback;
