import {
  dependsOnAncestors,
  levelInSection,
  levelInSubnet,
  type Principal,
  visibilityOf,
} from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import type { KindWithin } from '../../../domain/catalog/kinds.js';
import { isPermissionMap, type PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Section } from '../../../domain/section/section.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { State } from '../records/state.js';

const permissionsOf = ({ permissions }: Readonly<Record<string, unknown>> = {}): PermissionMap | null =>
  isPermissionMap(permissions) ? permissions : null;

export const seesSection = (viewer: Principal | undefined, section: Section): boolean =>
  !viewer || levelInSection(viewer, section) > 0;

type Placed = Pick<Subnet, 'id' | 'sectionId' | 'permissions'>;

/** Whether a principal sees both a subnet and its section. */
export function seesSubnet(state: State, viewer: Principal | undefined, subnet: Placed): boolean {
  if (!viewer) return true;
  const section = { id: subnet.sectionId, permissions: permissionsOf(state.records.section.get(subnet.sectionId)?.values) };
  const above = dependsOnAncestors(viewer, subnet) ? selfAndAbove(state, subnet.id) : undefined;
  return levelInSubnet(viewer, { subnet, section, above }) > 0;
}

export const seesAddress = (state: State, viewer: Principal | undefined, { subnetId }: Address): boolean =>
  seesWithin(state, viewer, 'address', subnetId);

/** Whether a principal sees a record within a subnet. */
export function seesWithin(
  state: State,
  viewer: Principal | undefined,
  object: 'address' | KindWithin,
  subnetId: number,
): boolean {
  if (!viewer || viewer.unrestricted) return true;
  if (visibilityOf(viewer, object).isNothing) return false;
  const subnet = state.records.subnet.get(subnetId);
  const sectionId = subnet?.values.sectionId;
  return (
    typeof sectionId === 'number' &&
    seesSubnet(state, viewer, { id: subnetId, sectionId, permissions: permissionsOf(subnet?.values) })
  );
}

/** Ids of a subnet and of everything above it, nearest first. */
export function selfAndAbove({ records: { subnet: subnets } }: State, id: number): number[] {
  const ids = new Set<number>();
  let row = subnets.get(id);
  while (row && !ids.has(row.id)) {
    ids.add(row.id);
    row = typeof row.values.masterSubnetId === 'number' ? subnets.get(row.values.masterSubnetId) : undefined;
  }
  return [...ids];
}
