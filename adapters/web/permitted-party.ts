import type { IncomingMessage } from 'node:http';
import type { RelyingParty } from '../../application/ports/second-factors.js';
import type { ConsoleDependencies } from './dependencies.js';

/**
 * Returns the origin that browsers use for this server. Undefined without a valid Host header, and for a host without permission.
 */
export function permittedParty(
  { partyOf }: Pick<ConsoleDependencies, 'partyOf'>,
  request: IncomingMessage,
): RelyingParty | undefined {
  try {
    return partyOf(request);
  } catch {
    return undefined;
  }
}
