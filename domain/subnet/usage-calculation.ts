import { type CountedSubnet, shareOf, sumOfShares, type Usage, type UsageCounts, type UsageShare, usageOf } from './usage.js';

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
      if (node.masterSubnetId !== null && this.#nodes.has(node.masterSubnetId)) this.#addChild(node.masterSubnetId, node);
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

  #addChild(masterId: number, child: UsageNode): void {
    const children = this.#children.get(masterId);
    if (children) children.push(child);
    else this.#children.set(masterId, [child]);
  }

  #addAddresses(subnetId: number, tag: number | null, count: bigint): void {
    const known = this.#addresses.get(subnetId);
    if (known) known.set(tag, (known.get(tag) ?? 0n) + count);
    else this.#addresses.set(subnetId, new Map([[tag, count]]));
  }
}
