import { problemWithPassword } from '../../../domain/access/password.js';
import type { PasswordHasher } from '../../ports/environment.js';

/**
 * The reason against a user's password; undefined for a good one. The text ends a sentence that begins with the name of the
 * password.
 */
export async function passwordProblem(
  passwords: Pick<PasswordHasher, 'isCommon'>,
  username: string,
  password: string,
): Promise<string | undefined> {
  const isCommon = (await passwords.isCommon?.(password)) ?? false;
  return problemWithPassword(password, { username, isCommon });
}
