import { normalizeUsername } from './user.js';

/** Minimum length of a password, in characters. */
export const minPasswordLength = 10;

/** Result of the lookup in the list of common passwords. */
export interface PasswordFacts {
  readonly username: string;
  /** Whether the password is a common one, without regard to case. */
  readonly isCommon: boolean;
}

/** The problem of a password, as the end of a sentence; undefined for a valid password. */
export function problemWithPassword(password: string, { username, isCommon }: PasswordFacts): string | undefined {
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (normalizeUsername(password) === normalizeUsername(username)) return 'must not be the user name';
  return isCommon ? 'must not be one of the 10,000 most common passwords' : undefined;
}
