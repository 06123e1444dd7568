import type { PermissionLevel, PermissionMap } from './permission-map.js';

/** Whose permission is asked for: administrators and apps without users have every level. */
export interface Holder {
  readonly unrestricted: boolean;
  readonly groups: readonly number[];
}

/** Highest level that any of the holder's groups has in a map; 3 for an unrestricted holder. */
export function levelIn(map: PermissionMap | null, holder: Holder): PermissionLevel {
  if (holder.unrestricted) return 3;
  return holder.groups.reduce<PermissionLevel>((highest, group) => {
    const level = map?.get(group) ?? 0;
    return level > highest ? level : highest;
  }, 0);
}

/** Level on a subnet: none when the section gives none, else what the subnet's own map gives. */
export function levelOnSubnet(section: PermissionMap | null, subnet: PermissionMap | null, holder: Holder): PermissionLevel {
  return levelIn(section, holder) === 0 ? 0 : levelIn(subnet, holder);
}
