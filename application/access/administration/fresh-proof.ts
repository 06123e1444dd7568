import { freshProofMinutes, isFreshlyProven } from '../../../domain/access/access-token.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { TokenReader } from '../../ports/identity.js';

/**
 * Refuses a session whose user has given no proof for some minutes: another person may have taken it over. Keys, codes of
 * applications, tokens of providers and the command line have no session.
 * @throws IpamError account.proofOutdated
 */
export async function requireFreshProof(tokens: Pick<TokenReader, 'find'>, caller: Caller, now: Date): Promise<void> {
  if (!(await hasFreshProof(tokens, caller, now))) throw new IpamError('account.proofOutdated', { minutes: freshProofMinutes });
}

/** Whether a caller may make credentials: it has no session, or its user has given a proof some minutes ago. */
export async function hasFreshProof(tokens: Pick<TokenReader, 'find'>, { session }: Caller, now: Date): Promise<boolean> {
  if (session === undefined) return true;
  const token = await tokens.find(session);
  return token !== undefined && isFreshlyProven(token, now);
}
