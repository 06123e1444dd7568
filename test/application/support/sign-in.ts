import { AccessTokens } from '../../../application/access/sign-in/access-tokens.js';
import { Directory } from '../../../application/access/sign-in/directory.js';
import { SignIn } from '../../../application/access/sign-in/sign-in.js';
import { SignInGuard } from '../../../application/access/sign-in/sign-in-guard.js';
import { SignInSlots } from '../../../application/access/sign-in/sign-in-slots.js';
import type { Database } from '../../../application/ports/database.js';
import type { Clock, PasswordHasher, Timers, TokenSource } from '../../../application/ports/environment.js';

/** Sign-in over the given ports. Access tokens are valid for 60 seconds. */
export function signInOver(
  { readers, unitOfWork }: Pick<Database, 'readers' | 'unitOfWork'>,
  clock: Clock,
  timers: Timers,
  hasher: PasswordHasher,
  random: TokenSource,
): { signIn: SignIn; accessTokens: AccessTokens } {
  const accessTokens = new AccessTokens(unitOfWork, clock, random, new Directory(readers, clock), 60);
  const guard = new SignInGuard(readers, unitOfWork, clock, timers, random);
  return { signIn: new SignIn(readers, hasher, random, guard, new SignInSlots(timers), accessTokens), accessTokens };
}
