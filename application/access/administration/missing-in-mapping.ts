import { rulesOf } from '../../../domain/access/provider-mapping.js';
import { administratorRole, findRole, type RoleDefinition } from '../../../domain/access/role.js';
import type { ProviderProfile } from '../../../domain/access/sign-in-provider.js';
import { findGroup, type Group, isServiceAccount } from '../../../domain/access/user.js';
import type { UserReader } from '../../ports/identity.js';

/** Records that a mapping references by name. */
export interface KnownRecords {
  readonly groups: readonly Group[];
  readonly roles: readonly RoleDefinition[];
  readonly isAccount: (name: string) => Promise<boolean>;
}

/** Whether a role has this name, except the administrator role, which has its own syntax in mappings. */
function isOtherRole(roles: readonly RoleDefinition[], name: string): boolean {
  const role = findRole(roles, name);
  return role !== undefined && role.name !== administratorRole;
}

/** The first missing record of a provider's mapping, as the end of a sentence; undefined if none is missing. */
export async function missingInMapping(
  { mapping }: Pick<ProviderProfile, 'mapping'>,
  { groups, roles, isAccount }: KnownRecords,
): Promise<string | undefined> {
  for (const { gives } of rulesOf(mapping)) {
    if ('group' in gives && !findGroup(groups, gives.group)) return `group that does not exist: ${gives.group}`;
    if ('namedRole' in gives && !isOtherRole(roles, gives.namedRole)) return `role that does not exist: ${gives.namedRole}`;
    if ('serviceAccount' in gives && !(await isAccount(gives.serviceAccount)))
      return `service account that does not exist: ${gives.serviceAccount}`;
  }
  return undefined;
}

export const isStoredAccount =
  (users: Pick<UserReader, 'findByName'>) =>
  async (name: string): Promise<boolean> => {
    const user = await users.findByName(name);
    return user !== undefined && isServiceAccount(user);
  };
