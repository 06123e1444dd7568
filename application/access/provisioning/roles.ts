import { inKindOrder, problemWithLevels } from '../../../domain/access/kind-level.js';
import {
  administratorRole,
  findRole,
  type OwnRole,
  problemWithRights,
  problemWithRoleName,
  type RoleDefinition,
  roleFields,
} from '../../../domain/access/role.js';
import { findGroup } from '../../../domain/access/user.js';
import type { GroupsAndRoles } from '../role-source.js';
import { type Entry, entryMembers, invalidEntry, readEntry } from './entry.js';

export const roleMembers = entryMembers(roleFields);

/** Reads the level exceptions of single kinds, in the order of kinds. @throws IpamError provision.invalid */
const readLevels = (entry: Entry): string[] => inKindOrder(entry.distinctTexts('levels', problemWithLevels));

/** Reads role names without duplicates. Their existence is not checked. @throws IpamError provision.invalid */
export const readRoleNames = (entry: Entry): string[] => entry.distinctTexts('roles');

/** Readers of an account's own rights and groups. */
export const accountReaders = {
  levels: readLevels,
  roles: readRoleNames,
  groups: (entry: Entry) => entry.distinctTexts('groups'),
};

const roleReaders = {
  name: (entry: Entry) => entry.readValid('name', roleFields.name, problemWithRoleName),
  levels: readLevels,
  rights: (entry: Entry) => entry.distinctTexts('rights', problemWithRights).sort(),
};

/** Reads a custom role. @throws IpamError provision.invalid, also for the name of a built-in role */
export const readRole = (entry: Entry): OwnRole => readEntry(entry, roleFields, { readers: roleReaders });

/** Normalizes role names to those of stored roles, sorted. @throws IpamError provision.invalid for an unknown role */
export function roleNames(names: readonly string[], roles: readonly RoleDefinition[], label: string): string[] {
  const nameOf = (name: string) =>
    findRole(roles, name)?.name ?? invalidEntry(`${label} "roles"`, `name a role that does not exist: ${name}`);
  return [...new Set(names.map(nameOf))].sort();
}

/** Like roleNames, for users. Refuses the administrator role, which is set by `role`. @throws IpamError provision.invalid */
export function userRoleNames(names: readonly string[], roles: readonly RoleDefinition[], label: string): string[] {
  const known = roleNames(names, roles, label);
  if (known.includes(administratorRole)) invalidEntry(`${label} "roles"`, `must not list ${administratorRole}: set "role" to it`);
  return known;
}

/** The ids of groups by name, ascending. @throws IpamError provision.invalid for an unknown group */
export function groupIds(names: readonly string[], { groups }: Pick<GroupsAndRoles, 'groups'>, label: string): number[] {
  const idOf = (name: string) =>
    findGroup(groups, name)?.id ?? invalidEntry(`${label} "groups"`, `name a group that does not exist: ${name}`);
  return names.map(idOf).sort((a, b) => a - b);
}

/** Resolves the names of groups and roles of an account. @throws IpamError provision.invalid for an unknown or forbidden name */
export const withMemberships = <A extends { readonly groups: readonly string[]; readonly roles: readonly string[] }>(
  account: A,
  known: GroupsAndRoles,
  label: string,
) => ({
  ...account,
  groups: groupIds(account.groups, known, label),
  roles: userRoleNames(account.roles, known.roles, label),
});
