import { inKindOrder, problemWithLevels } from '../../../domain/access/kind-level.js';
import {
  administratorRole,
  type OwnRole,
  problemWithRights,
  problemWithRoleName,
  type RoleDefinition,
  roleFields,
  roleNamed,
} from '../../../domain/access/role.js';
import { type Entry, invalidEntry } from './entry.js';
import { entryMembers, readEntry } from './read-entry.js';

/** Members of a role's entry. */
export const roleMembers = entryMembers(roleFields);

/** Reads other levels on single kinds, in the order of kinds. @throws IpamError provision.invalid */
export function readLevels(entry: Entry): string[] {
  const levels = [...new Set(entry.texts('levels'))];
  const problem = problemWithLevels(levels);
  return problem === undefined ? inKindOrder(levels) : entry.refuse('levels', problem);
}

/** Reads names of roles, each once; whether they exist is to be checked. @throws IpamError provision.invalid */
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

/** Reads an own role. @throws IpamError provision.invalid, also for the name of a built-in role */
export const readRole = (entry: Entry): OwnRole => readEntry(entry, roleFields, { readers: roleReaders });

/** Names of roles as the roles have them, sorted. @throws IpamError provision.invalid for a role that does not exist */
export function roleNames(names: readonly string[], roles: readonly RoleDefinition[], label: string): string[] {
  const nameOf = (name: string) =>
    roleNamed(roles, name)?.name ?? invalidEntry(`${label} "roles"`, `name a role that does not exist: ${name}`);
  return [...new Set(names.map(nameOf))].sort();
}

/** The same for a user: administrators are made by `role`. @throws IpamError provision.invalid */
export function userRoleNames(names: readonly string[], roles: readonly RoleDefinition[], label: string): string[] {
  const known = roleNames(names, roles, label);
  if (known.includes(administratorRole)) invalidEntry(`${label} "roles"`, `must not name ${administratorRole}: set "role" to it`);
  return known;
}
