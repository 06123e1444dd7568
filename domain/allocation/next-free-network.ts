import type { Input } from '../catalog/read-fields.js';
import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import type { Network, Subnet } from '../subnet/subnet.js';

/** A subnet that free networks can be in. @throws IpamError allocation.noSubnet for a folder, which has none */
export function asNetworkWithSpace(subnet: Subnet): Network {
  if (subnet.isFolder) throw new IpamError('allocation.noSubnet');
  return subnet;
}

/** @throws IpamError allocation.noSubnet when no free network was found */
export function requireFreeNetwork(found: Prefix | undefined): Prefix {
  if (!found) throw new IpamError('allocation.noSubnet');
  return found;
}

/**
 * What is asked of a network that is created in the free space of another one: its place is there, whatever the input says of
 * it.
 */
export function inputOfChild(network: Network, { subnet: _subnet, mask: _mask, isFolder: _isFolder, ...fields }: Input): Input {
  return { ...fields, sectionId: network.sectionId, masterSubnetId: network.id };
}
