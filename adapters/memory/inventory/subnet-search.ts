import type { SubnetOrder, SubnetQuery } from '../../../application/ports/inventory/subnets.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { meetsAll } from '../../../domain/listing/condition.js';
import { selected } from '../../../domain/listing/list-query.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { ContainerChange, NetworkPair } from '../../../domain/subnet/merged-networks.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import { treeOrder } from '../../../domain/subnet/tree-order.js';
import { networkKey, positionOf, referenceIndex } from '../records/owners.js';
import { subnetOf, networkOf as toNetwork } from '../records/records.js';
import type { State } from '../records/state.js';
import { filtered } from '../records/stream.js';
import { isBehind, type Table } from '../records/table.js';
import { byAll, compareBytewise, nullFirst } from '../records/text-order.js';
import { hasCustom } from './conditions.js';

type Rows = Table<KindRecord>;

const referenceConditions = ['sectionId', 'masterSubnetId', 'vlanId', 'vrfId', 'device', 'location'] as const;

export function searchSubnets(rows: Rows, query: SubnetQuery): Subnet[] {
  const depths = query.descendantsOf === undefined ? new Map<number, number>() : depthsBelow(rows, query.descendantsOf);
  const met = filtered(candidates(rows, query, depths), (row) => meets(rows, row, query, depths) && meetsAll(row, query.where));
  if (query.listQuery) return selected(met, query.listQuery).map((row) => subnetOf(row));
  const subnets = [...met].map((row) => subnetOf(row));
  if (query.order.by === 'tree') return inTreeOrder(rows, subnets, depths);
  return subnets.sort(orderOf(query.order));
}

/** Returns a superset of the matching rows, as small as one index permits. */
function candidates(rows: Rows, query: SubnetQuery, depths: ReadonlyMap<number, number>): Iterable<KindRecord> {
  if (query.ids) return rowsOf(rows, new Set(query.ids));
  if (query.descendantsOf !== undefined) return rowsOf(rows, depths.keys());
  if (query.prefix) return rows.under('network', networkKey(query.prefix));
  if (query.overlapping) return overlapping(rows, query.overlapping);
  if (query.inside) return overlapping(rows, query.inside);
  for (const field of ['masterSubnetId', 'vlanId', 'vrfId', 'device', 'location', 'sectionId'] as const) {
    const id = query[field];
    if (typeof id === 'number') return rows.under(referenceIndex(field), [id]);
  }
  return rows.rows();
}

function* rowsOf(rows: Rows, ids: Iterable<number>): Generator<KindRecord, void, undefined> {
  for (const id of ids) {
    const row = rows.get(id);
    if (row) yield row;
  }
}

function meets(rows: Rows, row: KindRecord, query: SubnetQuery, depths: ReadonlyMap<number, number>): boolean {
  const { id, values } = row;
  const prefix = values.prefix instanceof Prefix ? values.prefix : undefined;
  if (query.ids && !query.ids.includes(id)) return false;
  if (query.descendantsOf !== undefined && !depths.has(id)) return false;
  if (query.prefix && !prefix?.equals(query.prefix)) return false;
  if (query.overlapping && !prefix?.overlaps(query.overlapping)) return false;
  if (query.inside && !(prefix && query.inside.contains(prefix))) return false;
  if (query.isLeaf && rows.firstUnder(referenceIndex('masterSubnetId'), [id])) return false;
  if (query.scanDue !== undefined && !isScanDue(subnetOf(row), query.scanDue)) return false;
  if (query.custom && !hasCustom(row, query.custom)) return false;
  if (query.isFolder !== undefined && values.isFolder !== query.isFolder) return false;
  return referenceConditions.every((field) => query[field] === undefined || values[field] === query[field]);
}

function isScanDue(subnet: Subnet, since: string | null): boolean {
  const { isFolder, pingSubnet, discoverSubnet, lastScan, lastDiscovery } = subnet;
  const isBefore = (time: string | null): boolean => since === null || time === null || time <= since;
  return !isFolder && ((pingSubnet && isBefore(lastScan)) || (discoverSubnet && isBefore(lastDiscovery)));
}

/** Yields the networks that contain a prefix or are contained in it, in any order. */
export function* overlapping(rows: Rows, prefix: Prefix): Generator<KindRecord, void, undefined> {
  for (let length = 0; length < prefix.length; length++) {
    yield* rows.under('network', networkKey(Prefix.containing(prefix.network, length)));
  }
  const last = positionOf(prefix.lastAddress);
  for (const [key, id] of rows.index('network').entries(networkKey(prefix))) {
    if (isBehind(key, 0, last)) return;
    yield* rowsOf(rows, [id]);
  }
}

/** Ids of a subnet and its descendants, with their depth; empty for an unknown id. */
export function depthsBelow(rows: Rows, id: number): Map<number, number> {
  const depths = new Map<number, number>(rows.get(id) ? [[id, 0]] : []);
  for (const [master, depth] of depths) {
    for (const child of rows.under(referenceIndex('masterSubnetId'), [master])) {
      if (!depths.has(child.id)) depths.set(child.id, depth + 1);
    }
  }
  return depths;
}

type Order = (a: Subnet, b: Subnet) => number;

const byId: Order = (a, b) => a.id - b.id;
const byNetwork: Order = byAll<Subnet>((a, b) => nullFirst<Prefix>((x, y) => x.compare(y))(a.prefix, b.prefix), byId);
const lowestAddress = IpAddress.of(4, 0n);
const networkOf = ({ prefix }: Subnet): IpAddress => prefix?.network ?? lowestAddress;

const longestMask: Order = byAll<Subnet>(
  (a, b) => (b.prefix?.length ?? 0) - (a.prefix?.length ?? 0),
  (a, b) => networkOf(a).compare(networkOf(b)),
  byId,
);

/** @param depths of the whole tree, with the root first */
function inTreeOrder(rows: Rows, subnets: readonly Subnet[], depths: ReadonlyMap<number, number>): Subnet[] {
  const [root] = depths.keys();
  if (root === undefined) return subnets.toSorted(byId);
  const whole = [...rowsOf(rows, depths.keys())].map((row) => subnetOf(row)).sort(byNetwork);
  const ids = treeOrder(
    root,
    whole.map(({ id, masterSubnetId }) => ({ id, masterId: masterSubnetId })),
  );
  const byIds = new Map(subnets.map((subnet) => [subnet.id, subnet]));
  return ids.flatMap((id) => byIds.get(id) ?? []);
}

function orderOf(order: Exclude<SubnetOrder, { by: 'tree' }>): Order {
  switch (order.by) {
    case 'id':
      return byId;
    case 'network':
      return byNetwork;
    case 'longestMask':
      return longestMask;
    case 'section':
      return inSection(order);
  }
}

const keyOf = ({ description }: Subnet): string => foldCase(description ?? '');
const byDescription: Order = (a, b) => compareBytewise(keyOf(a), keyOf(b));
const byNumber = nullFirst<number>((a, b) => a - b);

/** Orders folders by description, then networks by a field. A descending description order reverses both. */
function inSection({ field, descending }: Extract<SubnetOrder, { by: 'section' }>): Order {
  const column: Order = (a, b) => {
    if (field === 'subnet') return nullFirst<Prefix>((x, y) => x.compare(y))(a.prefix, b.prefix);
    return field === 'description' ? byDescription(a, b) : byNumber(a[field], b[field]);
  };
  const folders = byAll<Subnet>(descending && field === 'description' ? (a, b) => -byDescription(a, b) : byDescription, byId);
  const networks = byAll<Subnet>((a, b) => (descending ? -column(a, b) : column(a, b)), byNetwork);
  return (a, b) => {
    if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
    return a.isFolder ? folders(a, b) : networks(a, b);
  };
}

type Records = State['records'];

/** Returns the first two networks that would overlap if a section became strict or a VRF were removed from its subnets. */
export function mergedNetworks(records: Records, change: ContainerChange): NetworkPair | undefined {
  const [field, id] = 'vrfCleared' in change ? ['vrfId', change.vrfCleared] : ['sectionId', change.strictSection];
  const rows = [...records.subnet.under(referenceIndex(field), [id])].filter(({ values }) => values.prefix !== null);
  const pairs = rows
    .filter((row) => 'strictSection' in change || isStrict(records, row))
    .map(toNetwork)
    .flatMap((network) => besides(records.subnet, network, change).map((other) => inOrder(network, other)));
  return pairs.sort(([a, b], [c, d]) => a.id - c.id || b.id - d.id)[0];
}

const isStrict = ({ section }: Records, { values }: KindRecord): boolean =>
  section.get(Number(values.sectionId))?.values.strictMode === true;

const inOrder = (one: Network, other: Network): NetworkPair => (one.id < other.id ? [one, other] : [other, one]);

/** Returns the siblings of a network that overlap it and, after the change, have the same VRF. */
function besides(table: Table<KindRecord>, network: Network, change: ContainerChange): Network[] {
  const { masterSubnetId } = network;
  if (masterSubnetId !== null && table.get(masterSubnetId)?.values.isFolder) return [];
  const vrfAfter = ({ vrfId }: Network) => ('vrfCleared' in change && vrfId === change.vrfCleared ? null : vrfId);
  return [...overlapping(table, network.prefix)]
    .map(toNetwork)
    .filter((other) => other.id !== network.id && other.sectionId === network.sectionId)
    .filter((other) => other.masterSubnetId === masterSubnetId && vrfAfter(other) === vrfAfter(network));
}
