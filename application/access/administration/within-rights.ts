import { mayAdminister } from '../../../domain/access/access-policy.js';
import { effectiveRights, grantsOf, includesRights, type RightsHolder } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import type { Group } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Repositories } from '../../ports/unit-of-work.js';

/** The rights that a group grants by its roles, without its levels on sections and subnets. */
export const ofGroup = ({ roles }: Pick<Group, 'roles'>): RightsHolder => ({ role: 'User', inventory: 'none', roles });

/**
 * Refuses a change of users or groups that have more rights than the caller, and a change that grants such rights, unless the
 * caller is an administrator.
 * @param holders the users or groups, before and after the change
 * @throws IpamError permission.denied
 */
export async function requireWithinRights(
  caller: Caller,
  repositories: Pick<Repositories, 'users' | 'groups' | 'roles'>,
  ...holders: readonly RightsHolder[]
): Promise<void> {
  if (mayAdminister(caller)) return;
  const source = { groups: await repositories.groups.list(), roles: allRoles(await repositories.roles.list()) };
  const rightsOf = (holder: RightsHolder) => effectiveRights(grantsOf(holder, source));
  const own = caller.user ? await repositories.users.find(caller.user.id) : undefined;
  if (!own || !holders.every((holder) => includesRights(rightsOf(own), rightsOf(holder))))
    throw new IpamError('permission.denied');
}
