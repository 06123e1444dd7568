import { findGroup, type Group } from '../../../domain/access/user.js';
import { invalidEntry } from '../provisioning/entry.js';

/** The ids of groups by name, ascending. @throws IpamError provision.invalid for an unknown group */
export function groupIds(names: readonly string[], groups: readonly Group[], label: string): number[] {
  const idOf = (name: string) =>
    findGroup(groups, name)?.id ?? invalidEntry(`${label} "groups"`, `name a group that does not exist: ${name}`);
  return names.map(idOf).sort((a, b) => a - b);
}
