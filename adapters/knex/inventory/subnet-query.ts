import type { SubnetOrder, SubnetQuery } from '../../../application/ports/inventory.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { hasCustom } from '../records/custom-condition.js';
import { isId, soughtId } from '../records/field-columns.js';
import type { Segment, SortKey } from '../records/keyset-list.js';
import { visibleSubnets } from '../records/visibility.js';
import type { Fragment } from '../sessions/session.js';
import { overlaps } from './network-conditions.js';
import { selfAndBelow } from './subnet-tree.js';

type SectionOrder = Extract<SubnetOrder, { by: 'section' }>;

const byId: SortKey = { sql: 't.id', type: 'int' };
/** Orders by address, the larger network first: so PostgreSQL compares networks. */
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
 * The rows that a query asks for, in its order; folders stand apart where networks are ordered by what folders lack.
 * @param further conditions beside those of the query
 */
export function subnetSegments(query: SubnetQuery, further: readonly Fragment[] = []): readonly Segment[] {
  const { order } = query;
  const where = [...subnetConditions(query), ...further];
  const isNarrow = query.prefix !== undefined || (query.overlapping !== undefined && isSmall(query.overlapping));
  if (order.by === 'id' || order.by === 'depth') return [{ where, keys: [byId], isNarrow }];
  const isFolder = query.prefix || query.overlapping || query.inside ? false : query.isFolder;
  const folders: Segment[] = isFolder === false ? [] : [{ where: [...where, ofFolders], keys: folderKeys(order) }];
  const networks: Segment[] = isFolder === true ? [] : [{ where: [...where, ofNetworks], keys: networkKeys(order), isNarrow }];
  return order.by === 'longestMask' ? [...networks, ...folders] : [...folders, ...networks];
}

/** Whether a network is too small for many others within it: those in a large one take long to sort. */
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

const ofFolders: Fragment = { sql: 't.network is null', bindings: [] };
const ofNetworks: Fragment = { sql: 't.network is not null', bindings: [] };

/** The table that a query reads: all subnets, or those below one. */
export function subnetSource({ descendantsOf }: SubnetQuery): Fragment {
  if (descendantsOf === undefined) return { sql: 'subnets t', bindings: [] };
  return { sql: `(${selfAndBelow}) tree join subnets t on t.id = tree.id`, bindings: [[descendantsOf].filter(isId)] };
}

/** What the rows of a query have in common. */
export function subnetConditions(query: SubnetQuery): Fragment[] {
  const { ids, prefix, overlapping, inside, isFolder, isLeaf, custom, viewer } = query;
  const found = referenceConditions(query);
  if (ids) found.push({ sql: 't.id = any(?::integer[])', bindings: [ids.filter(isId)] });
  if (prefix) found.push({ sql: 't.network = ?::cidr', bindings: [prefix.toString()] });
  if (overlapping) found.push(overlaps('t.network', overlapping));
  if (inside) found.push({ sql: 't.network <<= ?::cidr', bindings: [inside.toString()] });
  if (isLeaf) found.push({ sql: 'not exists (select from subnets child where child.master_subnet_id = t.id)', bindings: [] });
  if (custom) found.push(hasCustom('t', custom));
  if (isFolder !== undefined) found.push({ sql: 't.is_folder = ?', bindings: [isFolder] });
  return [...found, ...visibleSubnets(viewer, 't')];
}

function referenceConditions({ sectionId, masterSubnetId, vlanId, vrfId, device, location }: SubnetQuery): Fragment[] {
  const found: Fragment[] = masterSubnetId === null ? [{ sql: 't.master_subnet_id is null', bindings: [] }] : [];
  const references = {
    section_id: sectionId,
    master_subnet_id: masterSubnetId ?? undefined,
    vlan_id: vlanId,
    vrf_id: vrfId,
    device,
    location,
  };
  for (const [column, id] of Object.entries(references))
    if (id !== undefined) found.push({ sql: `t.${column} = ?`, bindings: [soughtId(id)] });
  return found;
}
