import { mayAdminister } from '../../../domain/access/access-policy.js';
import { effectiveRights, grantsOf, includesRights, type RightsHolder } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import type { Group } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Repositories } from '../../ports/unit-of-work.js';

/** The rights that a group grants by its roles. Levels on sections and subnets are excluded. */
export const ofGroup = ({ roles }: Pick<Group, 'roles'>): RightsHolder => ({ role: 'User', inventory: 'none', roles });

/**
 * Requires that callers who are not administrators have all rights of the changed users or groups, and all newly granted rights.
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
  const stored = caller.user ? await repositories.users.find(caller.user.id) : undefined;
  if (!stored || !holders.every((holder) => includesRights(rightsOf(stored), rightsOf(holder))))
    throw new IpamError('permission.denied');
}
