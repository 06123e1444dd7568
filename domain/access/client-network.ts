import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';

/** What one customer of a provider has at least, and so what one attacker has. */
const clientPrefixLength = 64;

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. What is no address counts as it is. */
export function clientNetworkOf(clientAddress: string): string {
  const address = IpAddress.read(clientAddress);
  return address?.family === 6 ? String(Prefix.containing(address, clientPrefixLength)) : clientAddress;
}
