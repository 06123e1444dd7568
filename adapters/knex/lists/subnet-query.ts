import type { SubnetOrder, SubnetQuery } from '../../../application/ports/inventory/subnets.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { type Condition, condition, equal, fixed } from '../records/condition.js';
import { hasCustom, isOneOf } from '../records/custom-condition.js';
import { isId, lookupId } from '../records/field-columns.js';
import type { Segment, SortKey } from '../records/keyset-list.js';
import { boundsOf, ofFolders, ofNetworks, overlapping } from '../records/network-conditions.js';
import { selfAndBelow } from '../records/subnet-tree.js';
import { subnetTable } from '../records/tables.js';
import { visibleSubnets } from '../records/visibility.js';
import { knex, sql } from '../sessions/sql.js';
import { furtherConditions, listConditions } from './list-conditions.js';
import { listSegments } from './list-order.js';

type SectionOrder = Extract<SubnetOrder, { by: 'section' }>;

const byId: SortKey = { sql: 't.id', type: 'int' };
/** Orders by address, larger networks first, like PostgreSQL's comparison. */
const byNetwork: SortKey = { sql: 't.network', type: 'cidr' };
const byDescription: SortKey = { sql: `fold_case(coalesce(t.description, '')) collate "C"`, type: 'text' };

const sectionKeys: Readonly<Record<SectionOrder['field'], SortKey>> = {
  subnet: byNetwork,
  description: byDescription,
  id: byId,
  sectionId: { sql: 't.section_id', type: 'int' },
  vlanId: { sql: 'coalesce(t.vlan_id, 0)', type: 'int' },
  vrfId: { sql: 'coalesce(t.vrf_id, 0)', type: 'int' },
  masterSubnetId: { sql: 'coalesce(t.master_subnet_id, 0)', type: 'int' },
};

/**
 * Returns the segments of the list, in the order of the query. Folders without a value in the sort field form a separate segment.
 * @param further additional conditions
 */
export function subnetSegments(query: SubnetQuery, further: readonly Condition[] = []): readonly Segment[] {
  const { order } = query;
  const where = [...conditionsOf(query), ...further];
  if (query.listQuery) return listSegments(subnetTable, where, query.listQuery);
  const isNarrow = query.prefix !== undefined || (query.overlapping !== undefined && isSmall(query.overlapping));
  if (order.by === 'id' || order.by === 'tree') return [{ where, keys: [byId], isNarrow }];
  const isFolder = query.prefix || query.overlapping || query.inside ? false : query.isFolder;
  const folders: Segment[] = isFolder === false ? [] : [{ where: [...where, ofFolders], keys: folderKeys(order) }];
  const networks: Segment[] = isFolder === true ? [] : [{ where: [...where, ofNetworks], keys: networkKeys(order), isNarrow }];
  return order.by === 'longestMask' ? [...networks, ...folders] : [...folders, ...networks];
}

/** Includes the condition on descendants. */
export const conditionsOf = (query: SubnetQuery): readonly Condition[] => [
  ...subnetConditions(query),
  ...(query.descendantsOf === undefined ? [] : [isBelow(query.descendantsOf)]),
  ...listConditions(subnetTable, query.listQuery),
];

/** Whether a network is too small to contain many networks. Sorting many networks takes long. */
const isSmall = ({ family, length }: Prefix): boolean => length >= (family === 4 ? 24 : 64);

function folderKeys(order: SubnetOrder): readonly SortKey[] {
  if (order.by !== 'section') return [byId];
  return [{ ...byDescription, descending: order.field === 'description' && order.descending }, byId];
}

function networkKeys(order: SubnetOrder): readonly SortKey[] {
  if (order.by === 'longestMask') return [{ sql: 'masklen(t.network)', type: 'int', descending: true }, byNetwork, byId];
  if (order.by !== 'section') return [byNetwork, byId];
  const key = { ...sectionKeys[order.field], descending: order.descending };
  if (order.field === 'id') return [key];
  return order.field === 'subnet' ? [key, byId] : [key, byNetwork, byId];
}

const withoutVrf = fixed('no VRF', (query) => query.whereNull('t.vrf_id'));
const ofRoots = fixed('roots', (query) => query.whereNull('t.master_subnet_id'));

/** Without the condition on descendants. */
export function subnetConditions(query: SubnetQuery): Condition[] {
  const { ids, prefix, overlapping: nearby, inside, isFolder, isLeaf, scanDue, custom, viewer } = query;
  const found = referenceConditions(query);
  if (ids) found.push(isOneOf('ids', ids.filter(isId)));
  if (prefix) found.push(equal('network', prefix.toString()));
  if (nearby) found.push(overlapping(nearby));
  if (inside) found.push(isInside(inside));
  if (isLeaf) found.push(withoutChildren);
  if (scanDue !== undefined) found.push(wantsScans, ...(scanDue === null ? [] : [isDue(scanDue)]));
  if (custom) found.push(hasCustom(custom));
  if (isFolder !== undefined) found.push(equal('is_folder', isFolder));
  return [...found, ...visibleSubnets(viewer), ...furtherConditions(subnetTable, query.where)];
}

const isInside = (prefix: Prefix): Condition => {
  const { lowest, highest } = boundsOf(prefix);
  return condition('inside', { fromNetwork: lowest, toNetwork: highest }, (query, { fromNetwork, toNetwork }) =>
    query.where(sql`t.network between ${fromNetwork}::cidr and ${toNetwork}::cidr`),
  );
};

const withoutChildren = fixed('leaves', (query) =>
  query.whereNotExists(knex({ child: 'subnets' }).select(knex.raw('1')).where('child.master_subnet_id', knex.ref('t.id'))),
);

/** The same condition as in the partial index of migration 0021. */
const wantsScans = fixed('scanned', (query) => query.whereRaw('t.network is not null and (t.ping_subnet or t.discover_subnet)'));

const isDue = (since: string): Condition =>
  condition('scan due', { since }, (query, markers) =>
    query.whereRaw(
      `(t.ping_subnet and coalesce(t.last_scan <= ?::timestamp, true)
        or t.discover_subnet and coalesce(t.last_discovery <= ?::timestamp, true))`,
      [markers.since, markers.since],
    ),
  );

export const isBelow = (id: number): Condition =>
  condition('below', { top: [id].filter(isId) }, (query, { top }) =>
    query.joinRaw('join (?) tree on tree.id = t.id', [selfAndBelow(top)]),
  );

function referenceConditions({ sectionId, masterSubnetId, vlanId, vrfId, device, location }: SubnetQuery): Condition[] {
  const found: Condition[] = [...(masterSubnetId === null ? [ofRoots] : []), ...(vrfId === null ? [withoutVrf] : [])];
  const references = {
    section_id: sectionId,
    master_subnet_id: masterSubnetId ?? undefined,
    vlan_id: vlanId,
    vrf_id: vrfId ?? undefined,
    device,
    location,
  };
  for (const [column, id] of Object.entries(references)) if (id !== undefined) found.push(equal(column, lookupId(id)));
  return found;
}
