import type { Prefix } from '../net/prefix.js';
import { hasNetworkAndBroadcast } from '../net/prefix.js';
import { usableSize } from './usable-addresses.js';

export interface CountedSubnet {
  /** null for a folder. */
  readonly prefix: Prefix | null;
  readonly isFull: boolean;
  readonly isPool: boolean;
}

/** Numbers of addresses by tag. */
export type Tally = ReadonlyMap<number, bigint>;

/** The contribution of a subnet to its parent, or the sum of several contributions. */
export interface UsageShare {
  readonly byTag: Tally;
  readonly size: bigint;
  /** Addresses by tag in the parent network, including network and broadcast addresses. */
  readonly upwards: Tally;
  /** Number of network and broadcast addresses in `upwards`, counted as reserved. Default: 0. */
  readonly edges?: bigint;
}

export interface UsageCounts {
  /** Addresses of the subnet itself by tag. null counts as used. */
  readonly addresses: ReadonlyMap<number | null, bigint>;
  readonly children: UsageShare | undefined;
}

export interface Usage {
  readonly byTag: Tally;
  readonly used: bigint;
  readonly free: bigint;
  readonly size: bigint;
}

/** Built-in tags. Usage contains them even without addresses. */
export const usedTag = 2;
export const reservedTag = 3;

/**
 * The usage of a subnet:
 * - network without children: addresses by tag, relative to the assignable addresses
 * - network with children: its leaf descendants, relative to its whole range. Each leaf contributes its addresses. An IPv4 leaf
 *   up to /30 that is not a pool also contributes two reserved addresses, for its network and broadcast address
 * - network marked full: all assignable addresses are used
 * - folder: the sum of its children
 */
export function shareOf(subnet: CountedSubnet, { addresses, children }: UsageCounts): UsageShare {
  const { prefix, isPool, isFull } = subnet;
  if (prefix === null) return children ?? nothing;
  if (children && !isFull)
    return { byTag: children.upwards, size: prefix.size, upwards: children.upwards, edges: children.edges ?? 0n };
  const size = usableSize({ prefix, isPool });
  const byTag = isFull ? new Map([[usedTag, size]]) : taggedOnly(addresses);
  const hasEdges = !isPool && hasNetworkAndBroadcast(prefix);
  return hasEdges
    ? { byTag, size, upwards: totalOf([byTag, edges]), edges: edgesOfNetwork }
    : { byTag, size, upwards: byTag, edges: 0n };
}

/** Number of network and broadcast addresses of descendants among the used addresses of a subnet. */
export const edgesWithin = ({ isFull }: CountedSubnet, { children }: UsageCounts): bigint =>
  isFull ? 0n : (children?.edges ?? 0n);

export function sumOfShares(shares: readonly UsageShare[]): UsageShare {
  return {
    byTag: totalOf(shares.map(({ byTag }) => byTag)),
    size: shares.reduce((total, { size }) => total + size, 0n),
    upwards: totalOf(shares.map(({ upwards }) => upwards)),
    edges: shares.reduce((total, { edges = 0n }) => total + edges, 0n),
  };
}

export const noUsage: UsageCounts = { addresses: new Map(), children: undefined };

export function usageOf({ byTag, size }: Pick<UsageShare, 'byTag' | 'size'>): Usage {
  let used = 0n;
  for (const count of byTag.values()) used += count;
  return { byTag, used, free: size > used ? size - used : 0n, size };
}

const edgesOfNetwork = 2n;
const edges: Tally = new Map([[reservedTag, edgesOfNetwork]]);
const nothing: UsageShare = { byTag: new Map(), size: 0n, upwards: new Map(), edges: 0n };

const taggedOnly = (addresses: UsageCounts['addresses']): Tally =>
  totalOf(Array.from(addresses, ([tag, count]) => new Map([[tag ?? usedTag, count]])));

function totalOf(tallies: readonly Tally[]): Tally {
  const total = new Map<number, bigint>();
  for (const tally of tallies) for (const [tag, count] of tally) if (count > 0n) total.set(tag, (total.get(tag) ?? 0n) + count);
  return total;
}
