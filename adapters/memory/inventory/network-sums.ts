import type { SubnetQuery } from '../../../application/ports/inventory/subnets.js';
import type { CellSum, NetworkFill, NetworkSums, SectionSum } from '../../../application/ports/network-sums.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { edgesWithin, noUsage } from '../../../domain/subnet/usage.js';
import type { Draft } from '../records/state.js';
import { searchSubnets } from './subnet-search.js';
import { usageCounts } from './usage-counts.js';
import { seesSubnet } from './visibility.js';

interface SeenNetwork {
  readonly fill: NetworkFill;
  readonly masterId: number | null;
  readonly edges: bigint;
}

/** Yields a separate sum for each network; the caller adds them up. */
export const networkSumsIn = (draft: Draft): NetworkSums => ({
  async *byCell({ prefix, cellLength, viewer, ...scope }) {
    for (const { fill } of fillsOf(draft, { ...scope, overlapping: prefix, order: { by: 'network' } }, viewer)) {
      if (fill.network.prefix.length <= cellLength) yield { networks: [fill], cells: [] };
      else if (fill.isLeaf) yield { networks: [], cells: [inCell(fill, cellLength)] };
    }
  },
  async *bySection(viewer) {
    const fills = fillsOf(draft, { order: { by: 'id' } }, viewer);
    const seen = new Set(fills.map(({ fill }) => fill.network.id));
    for (const { fill, masterId, edges } of fills) {
      const isTop = masterId === null || !seen.has(masterId);
      yield {
        sections: [inSection(fill, isTop ? edges : undefined)],
        fullest: fill.isLeaf && fill.usage.used > 0n ? [fill] : [],
      };
    }
  },
});

function fillsOf({ state }: Draft, query: SubnetQuery, viewer: Principal): SeenNetwork[] {
  const networks = searchSubnets(state.records.subnet, { ...query, isFolder: false }).filter(isNetwork);
  const seen = networks.filter((network) => seesSubnet(state, viewer, network));
  const counts = usageCounts(
    state,
    seen.map(({ id }) => id),
  );
  return seen.map((network) => {
    const count = counts.get(network.id) ?? noUsage;
    const { used, free, size } = new SubnetAggregate(network).usage(count);
    const { id, sectionId, prefix, description, threshold, masterSubnetId } = network;
    const shown = { id, sectionId, prefix, description, threshold };
    return {
      fill: { network: shown, usage: { used, free, size }, isLeaf: count.children === undefined },
      masterId: masterSubnetId,
      edges: edgesWithin(network, count),
    };
  });
}

const isNetwork = (subnet: Subnet): subnet is Network => !subnet.isFolder;

const inCell = ({ network, usage: { used, size } }: NetworkFill, length: number): CellSum => ({
  cell: Prefix.containing(network.prefix.network, length),
  networks: 1,
  used,
  size,
});

/** @param edges number of network and broadcast addresses in a top-level network; undefined for nested networks */
function inSection({ network: { sectionId, prefix }, usage }: NetworkFill, edges: bigint | undefined): SectionSum {
  const nothing = { sectionId, networks: 1, used: 0n, edges: 0n, size: 0n, used6: 0n };
  if (edges === undefined) return nothing;
  if (prefix.family === 6) return { ...nothing, used6: usage.used };
  return { ...nothing, used: usage.used, edges, size: usage.size };
}
