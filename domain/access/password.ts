import { normalizeUsername } from './user.js';

/** Smallest length of a password, in characters. */
export const minPasswordLength = 10;

/** Facts about a password from a list of passwords. */
export interface PasswordFacts {
  readonly username: string;
  /** Whether the password is among the most common ones. Case is ignored. */
  readonly isCommon: boolean;
}

/**
 * The reason against a password; undefined for a good one. The text ends a sentence that begins with the name of the password.
 */
export function problemWithPassword(password: string, { username, isCommon }: PasswordFacts): string | undefined {
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (normalizeUsername(password) === normalizeUsername(username)) return 'must not be the user name';
  return isCommon ? 'must not be one of the 10,000 most common passwords' : undefined;
}
