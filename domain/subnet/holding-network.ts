import { IpamError } from '../errors.js';
import type { IpAddress } from '../net/ip-address.js';
import type { Network } from './subnet.js';

const maxListed = 10;

type Placed = Pick<Network, 'id' | 'prefix' | 'sectionId' | 'vrfId'>;

/** The most specific networks of each section and VRF. @param around networks of an address, longest prefixes first */
export function networksFor<N extends Placed>(around: readonly N[]): readonly N[] {
  const lengths = new Map<string, number>();
  return around.filter(({ sectionId, vrfId, prefix }) => {
    const scope = `${sectionId} ${vrfId}`;
    const length = lengths.get(scope) ?? prefix.length;
    lengths.set(scope, length);
    return prefix.length === length;
  });
}

/** Returns the result of networksFor if it is a single network. @throws IpamError address.noNetwork, address.ambiguous */
export function networkFor<N extends Placed>(ip: IpAddress, around: readonly N[]): N {
  const [found, ...others] = networksFor(around);
  if (!found) throw new IpamError('address.noNetwork', { ip: ip.toString() });
  if (others.length === 0) return found;
  const candidates = [found, ...others].map(({ id, prefix, sectionId, vrfId }) => ({
    id,
    cidr: prefix.toString(),
    sectionId,
    vrfId,
  }));
  throw new IpamError('address.ambiguous', {
    ip: ip.toString(),
    candidates: candidates.slice(0, maxListed),
    further: Math.max(candidates.length - maxListed, 0),
  });
}
