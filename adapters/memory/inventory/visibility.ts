import { levelIn, levelOnSubnet, type Principal } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import { isPermissionMap, type PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Section } from '../../../domain/section/section.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { State } from '../records/state.js';

const permissionsOf = ({ permissions }: Readonly<Record<string, unknown>> = {}): PermissionMap | null =>
  isPermissionMap(permissions) ? permissions : null;

export const seesSection = (viewer: Principal | undefined, { permissions }: Section): boolean =>
  !viewer || levelIn(permissions, viewer) > 0;

/** Whether a principal sees both a subnet and its section. */
export function seesSubnet(
  state: State,
  viewer: Principal | undefined,
  { sectionId, permissions }: Pick<Subnet, 'sectionId' | 'permissions'>,
): boolean {
  return !viewer || levelOnSubnet(permissionsOf(state.records.section.get(sectionId)?.values), permissions, viewer) > 0;
}

export function seesAddress(state: State, viewer: Principal | undefined, { subnetId }: Address): boolean {
  if (!viewer || viewer.unrestricted) return true;
  const subnet = state.records.subnet.get(subnetId);
  const sectionId = subnet?.values.sectionId;
  return typeof sectionId === 'number' && seesSubnet(state, viewer, { sectionId, permissions: permissionsOf(subnet?.values) });
}
