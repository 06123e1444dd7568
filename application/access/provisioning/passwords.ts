import { problemWithPassword } from '../../../domain/access/user.js';
import type { PasswordHasher } from '../../ports/environment.js';

/** The problem of a user's password, as the end of a sentence; undefined for a valid password. */
export async function passwordProblem(
  passwords: Pick<PasswordHasher, 'isCommon'>,
  username: string,
  password: string,
): Promise<string | undefined> {
  const isCommon = (await passwords.isCommon?.(password)) ?? false;
  return problemWithPassword(password, { username, isCommon });
}
