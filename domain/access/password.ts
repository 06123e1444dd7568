import { normalizeUsername } from './user.js';

/** The least length of a password, in characters. */
export const minPasswordLength = 10;

/** The facts about a password that only a list of passwords knows. */
export interface PasswordFacts {
  readonly username: string;
  /** Whether the password is among the most common ones, in any case. */
  readonly isCommon: boolean;
}

/** Why a password must not be set; undefined for a good one. The text ends a sentence that begins with the password's name. */
export function problemWithPassword(password: string, { username, isCommon }: PasswordFacts): string | undefined {
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (normalizeUsername(password) === normalizeUsername(username)) return 'must not be the user name';
  return isCommon ? 'must not be one of the 10,000 most common passwords' : undefined;
}
