import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';

/** Internet providers assign at least a /64 to each customer. */
const clientPrefixLength = 64;

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. Returns other texts unchanged. */
export function clientNetworkOf(clientAddress: string): string {
  const address = IpAddress.read(clientAddress);
  return address?.family === 6 ? String(Prefix.containing(address, clientPrefixLength)) : clientAddress;
}
