import { isAssignable } from '../allocation/usable-range.js';
import type { ValuesOf } from '../catalog/field.js';
import { IpamError } from '../errors.js';
import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { PermissionMap } from '../permission/permission-map.js';
import type { Section } from '../section/section.js';
import type { Subnet, subnetFields } from './subnet.js';

/** Where a subnet hangs: below a master, or at the top of its section. */
export interface Place {
  readonly section: Section;
  readonly master: Subnet | undefined;
}

/** What a change sets. */
export type SubnetChange = Partial<ValuesOf<typeof subnetFields>>;

/** The permissions that a new subnet gets: those of what it hangs from. */
export const inheritedPermissions = ({ section, master }: Place): PermissionMap | null => (master ?? section).permissions;

/** Whether a network at the top of a section is compared with all others there, so that they must not change meanwhile. */
export const comparesWithSection = (section: Section, prefix: Prefix | null): boolean => section.strictMode && prefix !== null;

/** Whether a change takes a subnet to another section, master or VRF. */
export const isMove = (subnet: Subnet, change: SubnetChange): boolean =>
  (['sectionId', 'masterSubnetId', 'vrfId'] as const).some((name) => name in change && change[name] !== subnet[name]);

/** Whether a subnet was moved or reshaped between two looks at it. */
export function isElsewhere(before: Subnet, now: Subnet): boolean {
  const { sectionId, masterSubnetId, vrfId } = now;
  return isMove(before, { sectionId, masterSubnetId, vrfId }) || String(before.prefix) !== String(now.prefix);
}

/** A network does not become a folder, nor a folder a network. @throws IpamError subnet.folderFixed */
export function checkKindStays(subnet: Subnet, change: SubnetChange): void {
  if ('isFolder' in change && change.isFolder !== subnet.isFolder) throw new IpamError('subnet.folderFixed');
}

/** Addresses that hosts may have no longer when a change ends a pool: its network and broadcast address. */
export function addressesLostWithPool(subnet: Subnet, change: SubnetChange): IpAddress[] {
  if (change.isPool !== false || !subnet.isPool || subnet.isFolder) return [];
  const { prefix } = subnet;
  return [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ prefix, isPool: false }, ip));
}

/** @param held one of addressesLostWithPool that the subnet holds @throws IpamError subnet.poolInUse when there is one */
export function refusePoolEnd(held: IpAddress | undefined): void {
  if (held) throw new IpamError('subnet.poolInUse');
}
