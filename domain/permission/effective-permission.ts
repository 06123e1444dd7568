import type { PermissionLevel, PermissionMap } from './permission-map.js';
import type { Principal } from './principal.js';

/** What decides on levels. */
type GroupMember = Pick<Principal, 'unrestricted' | 'groups'>;

/** Highest level that any of the principal's groups has in a map; 3 for an unrestricted principal. */
export function levelIn(map: PermissionMap | null, principal: GroupMember): PermissionLevel {
  if (principal.unrestricted) return 3;
  return principal.groups.reduce<PermissionLevel>((highest, group) => {
    const level = map?.get(group) ?? 0;
    return level > highest ? level : highest;
  }, 0);
}

/** Level on a subnet: none when the section gives none, else what the subnet's own map gives. */
export function levelOnSubnet(
  section: PermissionMap | null,
  subnet: PermissionMap | null,
  principal: GroupMember,
): PermissionLevel {
  return levelIn(section, principal) === 0 ? 0 : levelIn(subnet, principal);
}
