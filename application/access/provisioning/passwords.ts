import { problemWithPassword } from '../../../domain/access/password.js';
import type { PasswordHasher } from '../../ports/environment.js';

/** Why a user must not get a password; undefined for a good one. The text ends a sentence that begins with the password's name. */
export async function passwordProblem(
  passwords: Pick<PasswordHasher, 'isCommon'>,
  username: string,
  password: string,
): Promise<string | undefined> {
  const isCommon = (await passwords.isCommon?.(password)) ?? false;
  return problemWithPassword(password, { username, isCommon });
}
