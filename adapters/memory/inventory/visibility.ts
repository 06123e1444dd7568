import {
  dependsOnAncestors,
  levelInSection,
  levelInSubnet,
  levelOnRequests,
  type Principal,
  showsOwned,
  visibilityOf,
} from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import { isKindName, type KindWithin, kindOf } from '../../../domain/catalog/kinds.js';
import { isPermissionMap, type PermissionLevel, type PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Section } from '../../../domain/section/section.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { State } from '../records/state.js';

const permissionsOf = ({ permissions }: Readonly<Record<string, unknown>> = {}): PermissionMap | null =>
  isPermissionMap(permissions) ? permissions : null;

export const seesSection = (viewer: Principal | undefined, section: Section): boolean =>
  !viewer || levelInSection(viewer, section) > 0;

type SubnetPosition = Pick<Subnet, 'id' | 'sectionId' | 'permissions'>;

/** Whether a subnet and its section are both visible to a principal. */
export const seesSubnet = (state: State, viewer: Principal | undefined, subnet: SubnetPosition): boolean =>
  !viewer || levelAt(state, viewer, subnet, levelInSubnet) > 0;

function levelAt(state: State, viewer: Principal, subnet: SubnetPosition, levelFor: typeof levelInSubnet): PermissionLevel {
  const section = { id: subnet.sectionId, permissions: permissionsOf(state.records.section.get(subnet.sectionId)?.values) };
  const above = dependsOnAncestors(viewer, subnet) ? selfAndAbove(state, subnet.id) : undefined;
  return levelFor(viewer, { subnet, section, above });
}

export const seesAddress = (state: State, viewer: Principal | undefined, { subnetId }: Address): boolean =>
  seesWithin(state, viewer, 'address', subnetId);

/** @param ownerId for kinds with owners, the id of the record's owner */
export function seesWithin(
  state: State,
  viewer: Principal | undefined,
  object: 'address' | KindWithin,
  subnetId: number,
  ownerId: number | null = null,
): boolean {
  if (!viewer || viewer.unrestricted) return true;
  if (visibilityOf(viewer, object).isNothing) return false;
  const subnet = state.records.subnet.get(subnetId);
  const sectionId = subnet?.values.sectionId;
  if (typeof sectionId !== 'number') return false;
  const position = { id: subnetId, sectionId, permissions: permissionsOf(subnet?.values) };
  if (!isKindName(object) || kindOf(object).owner === undefined) return seesSubnet(state, viewer, position);
  return showsOwned(levelAt(state, viewer, position, levelOnRequests), viewer, ownerId);
}

/** From the subnet upwards. */
export function selfAndAbove({ records: { subnet: subnets } }: State, id: number): number[] {
  const ids = new Set<number>();
  let row = subnets.get(id);
  while (row && !ids.has(row.id)) {
    ids.add(row.id);
    row = typeof row.values.masterSubnetId === 'number' ? subnets.get(row.values.masterSubnetId) : undefined;
  }
  return [...ids];
}
