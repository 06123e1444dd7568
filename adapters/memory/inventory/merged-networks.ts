import type { KindRecord } from '../../../domain/fields/kind.js';
import type { ContainerChange, NetworkPair } from '../../../domain/subnet/merged-networks.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import { referenceIndex } from '../records/owners.js';
import { networkOf } from '../records/records.js';
import type { State } from '../records/state.js';
import type { Table } from '../records/table.js';
import { overlapping } from './subnet-search.js';

type Records = State['records'];

/** Returns the first two networks that would overlap if a section became strict or a VRF were removed from its subnets. */
export function mergedNetworks(records: Records, change: ContainerChange): NetworkPair | undefined {
  const [field, id] = 'vrfCleared' in change ? ['vrfId', change.vrfCleared] : ['sectionId', change.strictSection];
  const rows = [...records.subnet.under(referenceIndex(field), [id])].filter(({ values }) => values.prefix !== null);
  const pairs = rows
    .filter((row) => 'strictSection' in change || isStrict(records, row))
    .map(networkOf)
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
    .map(networkOf)
    .filter((other) => other.id !== network.id && other.sectionId === network.sectionId)
    .filter((other) => other.masterSubnetId === masterSubnetId && vrfAfter(other) === vrfAfter(network));
}
