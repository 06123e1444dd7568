import { IpamError } from '../errors.js';
import type { AddressRange } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { hasNetworkAndBroadcast, type Prefix } from '../net/prefix.js';
import type { Subnet } from './subnet.js';

export interface AddressSpace {
  readonly prefix: Prefix;
  /** In a pool, the network and broadcast address are assignable. */
  readonly isPool: boolean;
}

/** All addresses of IPv6 networks, pools, and IPv4 /31 and /32 (RFC 3021); otherwise without network and broadcast address. */
export function usableRange({ prefix, isPool }: AddressSpace): AddressRange {
  const edge = hasEdges({ prefix, isPool }) ? 1n : 0n;
  return { first: IpAddress.of(prefix.family, prefix.first + edge), last: IpAddress.of(prefix.family, prefix.last - edge) };
}

export const usableSize = (space: AddressSpace): bigint => space.prefix.size - (hasEdges(space) ? 2n : 0n);

const hasEdges = ({ prefix, isPool }: AddressSpace): boolean => !isPool && hasNetworkAndBroadcast(prefix);

export function isAssignable(space: AddressSpace, ip: IpAddress): boolean {
  const { first, last } = usableRange(space);
  return ip.family === first.family && ip.value >= first.value && ip.value <= last.value;
}

export interface FreeSpace {
  readonly hasChildren: boolean;
  /** Whether the network has stored ranges. Default: false. */
  readonly hasRanges?: boolean;
  /** The first unregistered addresses in the order of allocation, including unassignable addresses. */
  readonly lowest: readonly IpAddress[];
  /** The earliest end of a hold, possibly past; null without holds. */
  readonly heldUntil: string | null;
}

/** Number of unregistered addresses to read for an allocation: two more, for the network and the broadcast address. */
export const spaceNeededFor = (addresses: number): number => addresses + 2;

/** @throws IpamError allocation.subnetFull, subnet.hasChildren */
export function requireAllocatable({ isFull }: Subnet, hasChildren: boolean): void {
  if (isFull) throw new IpamError('allocation.subnetFull');
  if (hasChildren) throw new IpamError('subnet.hasChildren');
}

/** Iterates over assignable free addresses in the order of allocation. Fails for a network with children, or marked full. */
export class NextFreeAddresses {
  readonly #subnet: Subnet;
  readonly #space: FreeSpace;
  readonly #assignable: readonly IpAddress[];
  #taken = 0;

  /** @param space contains at least as many unregistered addresses as spaceNeededFor returns, if that many exist */
  constructor(subnet: Subnet, space: FreeSpace) {
    this.#subnet = subnet;
    this.#space = space;
    this.#assignable = subnet.isFolder ? [] : space.lowest.filter((ip) => isAssignable(subnet, ip));
  }

  /** @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.noAddress (none is left, or a folder) */
  get next(): IpAddress {
    requireAllocatable(this.#subnet, this.#space.hasChildren);
    const ip = this.#assignable[this.#taken];
    if (!ip) throw new IpamError('allocation.noAddress');
    return ip;
  }

  take(): void {
    this.#taken++;
  }
}
