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
import { type Entry, invalidEntry } from './entry.js';
import { entryMembers, readEntry } from './read-entry.js';

export const roleMembers = entryMembers(roleFields);

/** Reads the level exceptions of single kinds, in the order of kinds. @throws IpamError provision.invalid */
export function readLevels(entry: Entry): string[] {
  const levels = [...new Set(entry.texts('levels'))];
  const problem = problemWithLevels(levels);
  return problem === undefined ? inKindOrder(levels) : entry.refuse('levels', problem);
}

/** Reads role names without duplicates. Their existence is not checked. @throws IpamError provision.invalid */
export const readRoleNames = (entry: Entry): string[] => [...new Set(entry.texts('roles'))];

const roleReaders = {
  name: (entry: Entry) => {
    const name = entry.read('name', roleFields.name);
    const problem = problemWithRoleName(name);
    return problem === undefined ? name : entry.refuse('name', problem);
  },
  levels: readLevels,
  rights: (entry: Entry) => {
    const rights = [...new Set(entry.texts('rights'))];
    const problem = problemWithRights(rights);
    return problem === undefined ? rights.sort() : entry.refuse('rights', problem);
  },
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
