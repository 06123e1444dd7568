import { mayAdminister } from '../../../domain/access/access-policy.js';
import { effectiveRights, grantsOf, includesRights, type RightsHolder } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import type { Group } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Repositories } from '../../ports/unit-of-work.js';

/** The rights that a group gives by its roles. Levels on sections and subnets are not among them. */
export const ofGroup = ({ roles }: Pick<Group, 'roles'>): RightsHolder => ({ role: 'User', inventory: 'none', roles });

/**
 * Refuses a manager of users who is no administrator to change users or groups with more rights than the own ones, and to give
 * such rights.
 * @param holders as they are, and as they are to be
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
