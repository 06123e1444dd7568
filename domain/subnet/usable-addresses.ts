import { IpamError } from '../errors.js';
import type { AddressRange } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { hasNetworkAndBroadcast, type Prefix } from '../net/prefix.js';
import type { Subnet } from './subnet.js';

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

/** What decides on the free addresses of a subnet beside its own record. */
export interface FreeSpace {
  /** Whether anything hangs directly below it. */
  readonly hasChildren: boolean;
  /** The lowest addresses that the subnet does not hold, ascending; those that no host may have among them. */
  readonly lowest: readonly IpAddress[];
  /** When the first hold of an address in it ends, or has ended; null where none is held. */
  readonly heldUntil: string | null;
}

/** How many addresses that a subnet does not hold must be known to hand out so many: the lowest may be the network address. */
export const spaceNeededFor = (addresses: number): number => addresses + 1;

/** Lets only a subnet pass that gives out addresses. @throws IpamError allocation.subnetFull, subnet.hasChildren */
export function requireAllocatable({ isFull }: Subnet, hasChildren: boolean): void {
  if (isFull) throw new IpamError('allocation.subnetFull');
  if (hasChildren) throw new IpamError('subnet.hasChildren');
}

/**
 * The free addresses of a subnet, lowest first, one after the other. Only a network without children that is not marked full
 * has any, and only those that hosts may have.
 */
export class NextFreeAddresses {
  readonly #subnet: Subnet;
  readonly #space: FreeSpace;
  readonly #assignable: readonly IpAddress[];
  #taken = 0;

  /** @param space as much of it as addresses will be taken (spaceNeededFor) */
  constructor(subnet: Subnet, space: FreeSpace) {
    this.#subnet = subnet;
    this.#space = space;
    this.#assignable = subnet.isFolder ? [] : space.lowest.filter((ip) => isAssignable(subnet, ip));
  }

  /**
   * The lowest one that was not taken.
   * @throws IpamError allocation.subnetFull, subnet.hasChildren, allocation.noAddress (there is none, as in a folder)
   */
  get next(): IpAddress {
    requireAllocatable(this.#subnet, this.#space.hasChildren);
    const ip = this.#assignable[this.#taken];
    if (!ip) throw new IpamError('allocation.noAddress');
    return ip;
  }

  /** The next one is used from now on. */
  take(): void {
    this.#taken++;
  }
}
