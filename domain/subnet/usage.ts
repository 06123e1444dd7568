import { usableSize } from '../allocation/usable-range.js';
import { hasNetworkAndBroadcast } from '../net/network-facts.js';
import type { Prefix } from '../net/prefix.js';

/** What usage needs to know of one subnet, or of several that it need not tell apart. */
export interface UsageNode {
  readonly id: number;
  readonly masterSubnetId: number | null;
  /** null for a folder. */
  readonly prefix: Prefix | null;
  readonly isFull: boolean;
  readonly isPool: boolean;
  /**
   * As how many subnets this counts, one if it is not given: subnets without children below one master, of one length and
   * with the same flags, may be given as one of them, with the addresses of all.
   */
  readonly alike?: number;
}

/** How many addresses of a subnet have a tag; a missing tag counts as used. */
export interface TagCount {
  readonly subnetId: number;
  readonly tag: number | null;
  readonly count: number;
}

/** Subnets, and the address counts of all of them. */
export interface UsageFacts {
  readonly nodes: readonly UsageNode[];
  readonly counts: readonly TagCount[];
}

/** Occupation of a subnet, in addresses. */
export interface Usage {
  readonly byTag: ReadonlyMap<number, bigint>;
  readonly used: bigint;
  readonly free: bigint;
  readonly size: bigint;
}

/** Built-in tags that usage counts even when no address has them. */
export const usedTag = 2;
export const reservedTag = 3;

type Tally = ReadonlyMap<number, bigint>;

interface Sum {
  readonly byTag: Tally;
  readonly size: bigint;
  /** What the subnet counts for in a network above it: its edges as well. */
  readonly upwards: Tally;
}

/**
 * Computes the usage of subnets from one set of facts.
 *
 * A network without children counts its addresses by tag against the addresses that hosts may have. One that is marked full
 * counts as wholly used. A network with children is measured against its whole range and counts what its descendants
 * without children hold: their addresses, everything in those marked full, and two reserved addresses for each network and
 * broadcast pair. A folder is the sum of its children.
 */
export class UsageCalculation {
  readonly #children = new Map<number, UsageNode[]>();
  readonly #counts = new Map<number, TagCount[]>();
  readonly #sums = new Map<number, Sum>();

  /**
   * Sums up from the lowest subnets to the highest: as much work as there are facts, however deep they are nested.
   * @param facts of subnets with all their descendants
   */
  constructor(facts: UsageFacts) {
    const ids = new Set(facts.nodes.map((node) => node.id));
    const downwards: UsageNode[] = [];
    for (const node of facts.nodes) {
      if (node.masterSubnetId !== null && ids.has(node.masterSubnetId)) append(this.#children, node.masterSubnetId, node);
      else downwards.push(node);
    }
    for (const count of facts.counts) append(this.#counts, count.subnetId, count);
    for (const node of downwards) for (const child of this.#childrenOf(node)) downwards.push(child);
    for (const node of downwards.reverse()) this.#sums.set(node.id, this.#sumOf(node));
  }

  /** Usage of one of the subnets; zero for an id that the facts do not name. */
  of(id: number): Usage {
    const { byTag, size } = this.#sums.get(id) ?? { byTag: nothing, size: 0n };
    let used = 0n;
    for (const count of byTag.values()) used += count;
    return { byTag, used, free: size > used ? size - used : 0n, size };
  }

  #childrenOf(node: UsageNode): readonly UsageNode[] {
    return this.#children.get(node.id) ?? [];
  }

  /** The sums of the children must be there. */
  #sumOf(node: UsageNode): Sum {
    const children = this.#childrenOf(node).flatMap((child) => this.#sums.get(child.id) ?? []);
    const { prefix, isPool } = node;
    const alike = BigInt(node.alike ?? 1);
    if (prefix === null) return sumOfFolder(children);
    if (children.length > 0 && !node.isFull) {
      const upwards = totals(children, ({ upwards: ofChild }) => ofChild);
      return { byTag: upwards, size: prefix.size, upwards };
    }
    const size = usableSize({ prefix, isPool }) * alike;
    const byTag = node.isFull ? new Map([[usedTag, size]]) : this.#addressesIn(node);
    const hasEdges = !isPool && hasNetworkAndBroadcast(prefix);
    return { byTag, size, upwards: hasEdges ? totals([byTag, new Map([[reservedTag, 2n * alike]])], itself) : byTag };
  }

  #addressesIn(node: UsageNode): Tally {
    const counts = this.#counts.get(node.id);
    return counts ? totals(counts, ({ tag, count }) => new Map([[tag ?? usedTag, BigInt(count)]])) : nothing;
  }
}

const sumOfFolder = (children: readonly Sum[]): Sum => ({
  byTag: totals(children, ({ byTag }) => byTag),
  size: children.reduce((total, child) => total + child.size, 0n),
  upwards: totals(children, ({ upwards }) => upwards),
});

const nothing: Tally = new Map();
const itself = (tally: Tally): Tally => tally;

/** Sums up what items hold. No list in between: there may be tens of thousands. */
function totals<T>(items: Iterable<T>, tallyOf: (item: T) => Tally): Tally {
  const tally = new Map<number, bigint>();
  for (const item of items)
    for (const [tag, count] of tallyOf(item)) if (count > 0n) tally.set(tag, (tally.get(tag) ?? 0n) + count);
  return tally;
}

function append<T>(lists: Map<number, T[]>, key: number, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
