import { type Group, groupNamed } from '../../../domain/access/user.js';
import { invalidEntry } from '../provisioning/entry.js';

/** Ids of groups by their names, ascending. @throws IpamError provision.invalid for a group that does not exist */
export function groupIds(names: readonly string[], groups: readonly Group[], label: string): number[] {
  const idOf = (name: string) =>
    groupNamed(groups, name)?.id ?? invalidEntry(`${label} "groups"`, `name a group that does not exist: ${name}`);
  return names.map(idOf).sort((a, b) => a - b);
}
