import { IpamError } from '../errors.js';
import { type PermissionLevel, readPermissionLevel } from '../fields/permission-map.js';
import { scalarText } from '../scalar-text.js';
import { type Group, groupFinder } from './user.js';

export interface GroupLevel {
  readonly group: Group;
  readonly level: PermissionLevel;
}

/** @param input levels by group name or id @throws IpamError permission.groupUnknown, subnet.permissionLevelUnknown */
export function readGroupLevels(groups: readonly Group[], input: Readonly<Record<string, unknown>>): GroupLevel[] {
  const find = finderOf(groups);
  return Object.entries(input).map(([name, level]) => groupLevel(find, name, level));
}

/** As readGroupLevels, for one group. @throws IpamError field.required without a group or a level */
export function readGroupLevel(groups: readonly Group[], group: unknown, level: unknown): GroupLevel {
  for (const [field, value] of Object.entries({ group, level }))
    if (isAbsent(value)) throw new IpamError('field.required', { field });
  return groupLevel(finderOf(groups), scalarText(group) ?? '', level);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function groupLevel(find: (name: string) => Group | undefined, name: string, input: unknown): GroupLevel {
  const group = find(name);
  if (!group) throw new IpamError('permission.groupUnknown', { group: name });
  const level = readPermissionLevel(input);
  if (level === undefined) throw new IpamError('subnet.permissionLevelUnknown', { level: scalarText(input) ?? '' });
  return { group, level };
}

/** Names take precedence over ids. */
function finderOf(groups: readonly Group[]): (name: string) => Group | undefined {
  const findByName = groupFinder(groups);
  const byId = new Map(groups.map((group) => [String(group.id), group]));
  return (name) => findByName(name) ?? byId.get(name);
}
