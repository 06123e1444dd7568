import { allRoles, type RoleDefinition } from '../../domain/access/role.js';
import type { Group } from '../../domain/access/user.js';
import type { Readers } from '../ports/unit-of-work.js';

/** All groups, and all roles including the built-in ones. */
export interface GroupsAndRoles {
  readonly groups: readonly Group[];
  readonly roles: readonly RoleDefinition[];
}

export async function readGroupsAndRoles({ groups, roles }: Pick<Readers, 'groups' | 'roles'>): Promise<GroupsAndRoles> {
  return { groups: await groups.list(), roles: allRoles(await roles.list()) };
}
