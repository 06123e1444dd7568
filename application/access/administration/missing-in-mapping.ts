import { rulesOf } from '../../../domain/access/provider-mapping.js';
import { administratorRole, type RoleDefinition, roleNamed } from '../../../domain/access/role.js';
import type { ProviderProfile } from '../../../domain/access/sign-in-provider.js';
import { type Group, groupNamed, isServiceAccount } from '../../../domain/access/user.js';
import type { UserReader } from '../../ports/identity.js';

/** Records that a mapping can name. */
export interface KnownRecords {
  readonly groups: readonly Group[];
  readonly roles: readonly RoleDefinition[];
  readonly isAccount: (name: string) => Promise<boolean>;
}

/** Whether a name is that of a role; the role of administrators has one spelling, as a role of the record. */
function isOtherRole(roles: readonly RoleDefinition[], name: string): boolean {
  const role = roleNamed(roles, name);
  return role !== undefined && role.name !== administratorRole;
}

/** The first record in a provider's mapping that does not exist, the end of a sentence; undefined for none. */
export async function missingInMapping(
  { mapping }: Pick<ProviderProfile, 'mapping'>,
  { groups, roles, isAccount }: KnownRecords,
): Promise<string | undefined> {
  for (const { gives } of rulesOf(mapping)) {
    if ('group' in gives && !groupNamed(groups, gives.group)) return `group that does not exist: ${gives.group}`;
    if ('namedRole' in gives && !isOtherRole(roles, gives.namedRole)) return `role that does not exist: ${gives.namedRole}`;
    if ('serviceAccount' in gives && !(await isAccount(gives.serviceAccount)))
      return `service account that does not exist: ${gives.serviceAccount}`;
  }
  return undefined;
}

/** Whether a stored user of a name is a service account. */
export const isStoredAccount =
  (users: Pick<UserReader, 'findByName'>) =>
  async (name: string): Promise<boolean> => {
    const user = await users.findByName(name);
    return user !== undefined && isServiceAccount(user);
  };
