import { append } from '../grouping.js';
import { hasNetworkAndBroadcast, type Prefix } from '../net/prefix.js';
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

export interface UsageNode extends CountedSubnet {
  readonly id: number;
  readonly masterSubnetId: number | null;
}

export interface TagCount {
  readonly subnetId: number;
  readonly tag: number | null;
  readonly count: number;
}

export interface UsageFacts {
  readonly nodes: readonly UsageNode[];
  readonly counts: readonly TagCount[];
}

/** Computes usage for storages without stored counts. */
export class UsageCalculation {
  readonly #children = new Map<number, UsageNode[]>();
  readonly #addresses = new Map<number, Map<number | null, bigint>>();
  readonly #nodes = new Map<number, UsageNode>();
  readonly #shares = new Map<number, UsageShare>();

  /** Linear time at any depth. @param facts of subnets with all their descendants */
  constructor(facts: UsageFacts) {
    const downwards: UsageNode[] = [];
    for (const node of facts.nodes) this.#nodes.set(node.id, node);
    for (const node of facts.nodes) {
      if (node.masterSubnetId !== null && this.#nodes.has(node.masterSubnetId)) append(this.#children, node.masterSubnetId, node);
      else downwards.push(node);
    }
    for (const { subnetId, tag, count } of facts.counts) this.#addAddresses(subnetId, tag, BigInt(count));
    for (const node of downwards) for (const child of this.#childrenOf(node.id)) downwards.push(child);
    for (const node of downwards.reverse()) this.#shares.set(node.id, shareOf(node, this.countsOf(node.id)));
  }

  /** Zero for an unknown id. */
  of(id: number): Usage {
    return usageOf(this.#shares.get(id) ?? { byTag: new Map(), size: 0n });
  }

  countsOf(id: number): UsageCounts {
    const children = this.#childrenOf(id);
    return {
      addresses: this.#addresses.get(id) ?? new Map(),
      children: children.length > 0 ? sumOfShares(children.flatMap((child) => this.#shares.get(child.id) ?? [])) : undefined,
    };
  }

  #childrenOf(id: number): readonly UsageNode[] {
    return this.#children.get(id) ?? [];
  }

  #addAddresses(subnetId: number, tag: number | null, count: bigint): void {
    const known = this.#addresses.get(subnetId);
    if (known) known.set(tag, (known.get(tag) ?? 0n) + count);
    else this.#addresses.set(subnetId, new Map([[tag, count]]));
  }
}
