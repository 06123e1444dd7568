import type { NetworkFill } from '../../../application/ports/network-sums.js';
import type { Readers } from '../../../application/ports/unit-of-work.js';
import type { Overview } from '../../../application/views/overview.js';
import type { MapQuery, SpaceMap } from '../../../application/views/space-map.js';
import { levelIn, levelOnSubnet, type Principal } from '../../../domain/access/access-policy.js';
import type { Section } from '../../../domain/section/section.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import { shareOf, sumOfShares, type UsageShare, usageOf } from '../../../domain/subnet/usage.js';
import { collect } from '../../support/collect.js';

/** All stored records. */
export interface World {
  readonly sections: readonly Section[];
  readonly subnets: readonly Subnet[];
  /** The number of addresses of each subnet, by tag. */
  readonly tags: ReadonlyMap<number, ReadonlyMap<number | null, bigint>>;
}

/** Reads all stored records. */
export async function readWorld({ sections, subnets, addresses }: Readers): Promise<World> {
  const listings = await collect(subnets.list({ order: { by: 'id' } }));
  const tags = new Map<number, Map<number | null, bigint>>();
  for (const { subnetId, tag } of await collect(addresses.list({ order: 'id' }))) {
    const counts = tags.get(subnetId) ?? new Map<number | null, bigint>();
    tags.set(subnetId, counts.set(tag, (counts.get(tag) ?? 0n) + 1n));
  }
  return { sections: await collect(sections.list()), subnets: listings.map(({ subnet }) => subnet), tags };
}

const childrenOf = ({ subnets }: World, id: number): Subnet[] => subnets.filter(({ masterSubnetId }) => masterSubnetId === id);

function share(world: World, subnet: Subnet): UsageShare {
  const children = childrenOf(world, subnet.id);
  return shareOf(subnet, {
    addresses: world.tags.get(subnet.id) ?? new Map(),
    children: children.length === 0 ? undefined : sumOfShares(children.map((child) => share(world, child))),
  });
}

/** A folder ignores the flag. */
const isFullNetwork = ({ prefix, isFull }: Subnet): boolean => prefix !== null && isFull;

/** Counts two addresses for each IPv4 network without children, except pools, /31, /32 and networks below a full one. */
function edgesInside(world: World, subnet: Subnet): bigint {
  if (isFullNetwork(subnet)) return 0n;
  return childrenOf(world, subnet.id).reduce((sum, child) => sum + edgesBelow(world, child), 0n);
}

function edgesBelow(world: World, subnet: Subnet): bigint {
  const children = childrenOf(world, subnet.id);
  if (children.length > 0 && !isFullNetwork(subnet)) return edgesInside(world, subnet);
  const { prefix, isPool } = subnet;
  return prefix && prefix.family === 4 && prefix.length < 31 && !isPool ? 2n : 0n;
}

/** The networks that a viewer may see, each calculated separately. */
function fills(world: World, viewer: Principal): { readonly fill: NetworkFill; readonly record: Network }[] {
  const sections = new Map(world.sections.map((section) => [section.id, section]));
  const sees = ({ sectionId, permissions }: Subnet): boolean =>
    levelOnSubnet(sections.get(sectionId)?.permissions ?? null, permissions, viewer) > 0;
  return world.subnets.flatMap((record) => {
    if (record.isFolder || !sees(record)) return [];
    const { used, free, size } = usageOf(share(world, record));
    const { id, sectionId, prefix, description, threshold } = record;
    const network = { id, sectionId, prefix, description, threshold };
    return [{ record, fill: { network, usage: { used, free, size }, isLeaf: childrenOf(world, id).length === 0 } }];
  });
}

/** The overview, calculated from each network. */
export function naiveOverview(world: World, viewer: Principal, max: number): Overview {
  const seen = fills(world, viewer);
  const ids = new Set(seen.map(({ record }) => record.id));
  const sections = world.sections
    .filter(({ permissions }) => levelIn(permissions, viewer) > 0)
    .map((section) => {
      const own = seen.filter(({ record }) => record.sectionId === section.id);
      const tops = own.filter(({ record }) => record.masterSubnetId === null || !ids.has(record.masterSubnetId));
      const total = (family: number, name: 'used' | 'size'): bigint =>
        tops.filter(({ record }) => record.prefix.family === family).reduce((sum, { fill }) => sum + fill.usage[name], 0n);
      const edges = tops
        .filter(({ record }) => record.prefix.family === 4)
        .reduce((sum, { record }) => sum + edgesInside(world, record), 0n);
      return { section, networks: own.length, used: total(4, 'used'), edges, size: total(4, 'size'), used6: total(6, 'used') };
    });
  const candidates = seen.map(({ fill }) => fill).filter(({ isLeaf, usage }) => isLeaf && usage.used > 0n);
  return { sections, fullest: candidates.sort(byRoom).slice(0, max) };
}

function byRoom(a: NetworkFill, b: NetworkFill): number {
  const [left, right] = [a.usage.used * b.usage.size, b.usage.used * a.usage.size];
  if (left !== right) return left > right ? -1 : 1;
  return Number(a.usage.free - b.usage.free) || a.network.id - b.network.id;
}

/** A map, calculated from each network. */
export function naiveMap(world: World, viewer: Principal, query: MapQuery): SpaceMap {
  const { prefix, cellLength, sectionId, vrfId } = query;
  const shown = fills(world, viewer).filter(
    ({ record }) =>
      record.prefix.overlaps(prefix) &&
      (sectionId === undefined || record.sectionId === sectionId) &&
      (vrfId === undefined || record.vrfId === vrfId),
  );
  const cells = new Map<number, SpaceMap['cells'][number]>();
  for (const { fill, record } of shown) {
    if (record.prefix.length <= cellLength || !fill.isLeaf) continue;
    const bits = record.prefix.family === 4 ? 32 : 128;
    const index = Number((record.prefix.first - prefix.first) / 2n ** BigInt(bits - cellLength));
    const known = cells.get(index) ?? { index, networks: 0, size: 0n, used: 0n };
    const { used, size } = fill.usage;
    cells.set(index, { index, networks: known.networks + 1, size: known.size + size, used: known.used + used });
  }
  const large = shown.filter(({ record }) => record.prefix.length <= cellLength);
  large.sort((a, b) => a.record.prefix.compare(b.record.prefix) || a.record.id - b.record.id);
  return {
    cells: [...cells.values()].sort((a, b) => a.index - b.index),
    networks: large.map(({ fill }) => fill),
    isCut: false,
  };
}
