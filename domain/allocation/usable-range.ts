import type { AddressRange } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { hasNetworkAndBroadcast } from '../net/prefix.js';

/** The part of a network that decides which of its addresses hosts may have. */
export interface AddressSpace {
  readonly prefix: Prefix;
  /** A pool has no network and broadcast address: every address may be used. */
  readonly isPool: boolean;
}

/**
 * The addresses that hosts may have: all of an IPv6 network, of a pool and of IPv4 /31 and /32 (RFC 3021); else all but the
 * network and the broadcast address.
 */
export function usableRange({ prefix, isPool }: AddressSpace): AddressRange {
  const edge = hasEdges({ prefix, isPool }) ? 1n : 0n;
  return { first: IpAddress.of(prefix.family, prefix.first + edge), last: IpAddress.of(prefix.family, prefix.last - edge) };
}

/** Number of addresses that hosts may have. */
export const usableSize = (space: AddressSpace): bigint => space.prefix.size - (hasEdges(space) ? 2n : 0n);

const hasEdges = ({ prefix, isPool }: AddressSpace): boolean => !isPool && hasNetworkAndBroadcast(prefix);

/** Whether a host in the network may have the address. */
export function isAssignable(space: AddressSpace, ip: IpAddress): boolean {
  const { first, last } = usableRange(space);
  return ip.family === first.family && ip.value >= first.value && ip.value <= last.value;
}
