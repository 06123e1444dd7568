import { IpAddress } from './ip-address.js';
import { Prefix } from './prefix.js';

/** Special-purpose networks without global reachability (RFC 6890 and successors). */
const special = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
].map((text) => Prefix.parse(text));

/** IPv6 global unicast; no other IPv6 address is public. */
const globalUnicast = Prefix.parse('2000::/3');

/** Whether an address is globally reachable. Loopback, link-local and private addresses are not. */
export const isPublicAddress = (address: IpAddress): boolean =>
  (address.family === 4 || globalUnicast.containsAddress(address)) &&
  !special.some((network) => network.containsAddress(address));

/** Whether a text is a public address. A zone is ignored. */
export function isPublicAddressText(text: string): boolean {
  const address = IpAddress.read(text.replace(/%.*$/, ''));
  return address !== undefined && isPublicAddress(address);
}
