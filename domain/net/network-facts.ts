import { IpamError } from '../errors.js';
import { scalarText } from '../scalar-text.js';
import { addressBits, IpAddress } from './ip-address.js';
import { hasNetworkAndBroadcast, Prefix } from './prefix.js';

export interface Ipv4Facts {
  readonly family: 4;
  readonly broadcast: IpAddress;
  readonly netmask: IpAddress;
  readonly wildcard: IpAddress;
  readonly minHost: IpAddress;
  readonly maxHost: IpAddress;
  readonly hosts: bigint;
  /** Name of the enclosing special-purpose block (RFC 6890). */
  readonly block: string | undefined;
}

export interface Ipv6Facts {
  readonly family: 6;
  readonly minHost: IpAddress;
  readonly maxHost: IpAddress;
  readonly hosts: bigint;
}

const blocks: readonly (readonly [Prefix, string])[] = (
  [
    ['10.0.0.0/8', 'private A'],
    ['172.16.0.0/12', 'private B'],
    ['192.168.0.0/16', 'private C'],
    ['127.0.0.0/8', 'Loopback'],
    ['169.254.0.0/16', 'Link-local'],
    ['192.0.0.0/24', 'Reserved (IANA)'],
    ['192.0.2.0/24', 'TEST-NET-1'],
    ['198.51.100.0/24', 'TEST-NET-2'],
    ['203.0.113.0/24', 'TEST-NET-3'],
    ['192.88.99.0/24', 'IPv6 to IPv4 relay'],
    ['198.18.0.0/15', 'Network benchmark'],
    ['224.0.0.0/4', 'Multicast'],
    ['240.0.0.0/4', 'Reserved'],
  ] as const
).map(([cidr, name]) => [Prefix.parse(cidr), name] as const);

/** Host addresses exclude the network and broadcast address, also in a pool. */
export function factsOf(prefix: Prefix): Ipv4Facts | Ipv6Facts {
  const edge = hasNetworkAndBroadcast(prefix) ? 1n : 0n;
  const hosts = {
    minHost: IpAddress.of(prefix.family, prefix.first + edge),
    maxHost: IpAddress.of(prefix.family, prefix.last - edge),
    hosts: prefix.size - 2n * edge,
  };
  if (prefix.family === 6) return { family: 6, ...hosts };
  const wildcard = prefix.size - 1n;
  return {
    family: 4,
    broadcast: prefix.lastAddress,
    netmask: IpAddress.of(4, (1n << BigInt(addressBits(4))) - 1n - wildcard),
    wildcard: IpAddress.of(4, wildcard),
    ...hosts,
    block: blocks.find(([block]) => block.contains(prefix))?.[1],
  };
}

/** The reverse DNS zone of an IPv6 prefix (RFC 3596). The prefix length is rounded down to a multiple of four. */
export function reverseZoneOfIpv6(prefix: Prefix): { name: string; exact: boolean } {
  const nibbles = Math.floor(prefix.length / 4);
  const digits = prefix.network.value.toString(16).padStart(32, '0').slice(0, nibbles);
  const labels = [...digits].reverse();
  return { name: [...labels, 'ip6', 'arpa'].join('.'), exact: prefix.length % 4 === 0 };
}

/** Depth of cells below the network: 4096 cells. */
export const maxCellDepth = 12;

/** Default: the longest permitted length. @throws IpamError map.cells for an invalid number or a length that is not permitted */
export function readCellLength({ length, family }: Prefix, value: unknown): number {
  const max = Math.min(length + maxCellDepth, addressBits(family));
  if (value === undefined) return max;
  const text = scalarText(value) ?? '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
  if (number < length || number > max) throw new IpamError('map.cells', { min: length, max });
  return number;
}
