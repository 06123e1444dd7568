import { effectiveRights, grantsOf } from '../../../domain/access/effective-rights.js';
import { needsFactor } from '../../../domain/access/second-factor.js';
import type { User } from '../../../domain/access/user.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { readGroupsAndRoles } from '../role-source.js';

/**
 * Whether the settings require a second factor of a user. Members of a group with the role Administrator count as administrators.
 */
export async function requiresFactor(readers: Pick<Readers, 'settings' | 'groups' | 'roles'>, user: User): Promise<boolean> {
  const { secondFactor } = await readers.settings.read();
  if (secondFactor !== 'administrators' || needsFactor(secondFactor, user)) return needsFactor(secondFactor, user);
  return effectiveRights(grantsOf(user, await readGroupsAndRoles(readers))).rights.has('administer');
}
