import { IpamError } from '../errors.js';
import { type PermissionLevel, readPermissionLevel } from '../fields/permission-map.js';
import { scalarText } from '../scalar-text.js';
import { type Group, groupFinder } from './user.js';

/** A group and its level. */
export interface GroupLevel {
  readonly group: Group;
  readonly level: PermissionLevel;
}

/**
 * Reads levels of groups.
 * @param groups all groups
 * @param given levels by name (case is ignored) or id of the group
 * @throws IpamError permission.groupUnknown, subnet.permissionLevelUnknown
 */
export function readGroupLevels(groups: readonly Group[], given: Readonly<Record<string, unknown>>): GroupLevel[] {
  const find = finderOf(groups);
  return Object.entries(given).map(([name, level]) => groupLevel(find, name, level));
}

/** As readGroupLevels, for one group. @throws IpamError field.required without a group or a level */
export function readGroupLevel(groups: readonly Group[], group: unknown, level: unknown): GroupLevel {
  for (const [field, given] of Object.entries({ group, level }))
    if (isAbsent(given)) throw new IpamError('field.required', { field });
  return groupLevel(finderOf(groups), scalarText(group) ?? '', level);
}

const isAbsent = (given: unknown): boolean => given === undefined || given === null || given === '';

function groupLevel(find: (name: string) => Group | undefined, name: string, given: unknown): GroupLevel {
  const group = find(name);
  if (!group) throw new IpamError('permission.groupUnknown', { group: name });
  const level = readPermissionLevel(given);
  if (level === undefined) throw new IpamError('subnet.permissionLevelUnknown', { level: scalarText(given) ?? '' });
  return { group, level };
}

/** Finds groups by their names, else by their ids. */
function finderOf(groups: readonly Group[]): (name: string) => Group | undefined {
  const named = groupFinder(groups);
  const byId = new Map(groups.map((group) => [String(group.id), group]));
  return (name) => named(name) ?? byId.get(name);
}
