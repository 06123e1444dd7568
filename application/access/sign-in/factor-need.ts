import { effectiveRights, grantsOf } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import { needsFactor } from '../../../domain/access/second-factor.js';
import type { User } from '../../../domain/access/user.js';
import type { Readers } from '../../ports/unit-of-work.js';

/**
 * Whether the settings require a second factor of a user. Members of a group with the role Administrator count as administrators.
 */
export async function requiresFactor(
  { settings, groups, roles }: Pick<Readers, 'settings' | 'groups' | 'roles'>,
  user: User,
): Promise<boolean> {
  const { secondFactor } = await settings.read();
  if (secondFactor !== 'administrators' || needsFactor(secondFactor, user)) return needsFactor(secondFactor, user);
  const source = { groups: await groups.list(), roles: allRoles(await roles.list()) };
  return effectiveRights(grantsOf(user, source)).rights.has('administer');
}
