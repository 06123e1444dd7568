import { isRecentlyAuthenticated, recentAuthenticationMinutes } from '../../../domain/access/access-token.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { TokenReader } from '../../ports/identity.js';

/**
 * Requires a recent authentication of the session, because a session may be stolen. Callers without a session pass: keys,
 * application codes, provider tokens and the command line.
 * @throws IpamError account.proofOutdated
 */
export async function requireRecentAuthentication(tokens: Pick<TokenReader, 'find'>, caller: Caller, now: Date): Promise<void> {
  if (!(await hasRecentAuthentication(tokens, caller, now)))
    throw new IpamError('account.proofOutdated', { minutes: recentAuthenticationMinutes });
}

/** Whether a caller may create credentials. True for a caller without a session or with a recent authentication. */
export async function hasRecentAuthentication(
  tokens: Pick<TokenReader, 'find'>,
  { session }: Caller,
  now: Date,
): Promise<boolean> {
  if (session === undefined) return true;
  const token = await tokens.find(session);
  return token !== undefined && isRecentlyAuthenticated(token, now);
}
