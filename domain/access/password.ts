import { normalizeUsername } from './user.js';

/** In characters. */
export const minPasswordLength = 10;

export interface PasswordFacts {
  readonly username: string;
  /** Result of the lookup in the list of common passwords, without regard to case. */
  readonly isCommon: boolean;
}

/** The problem as the end of a sentence; undefined for a valid password. */
export function problemWithPassword(password: string, { username, isCommon }: PasswordFacts): string | undefined {
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (normalizeUsername(password) === normalizeUsername(username)) return 'must not be the user name';
  return isCommon ? 'must not be one of the 10,000 most common passwords' : undefined;
}
