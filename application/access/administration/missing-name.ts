import { rulesOf } from '../../../domain/access/provider-mapping.js';
import { administratorRole, type RoleDefinition, roleNamed } from '../../../domain/access/role.js';
import type { ProviderProfile } from '../../../domain/access/sign-in-provider.js';
import { type Group, groupNamed } from '../../../domain/access/user.js';

/** The problem of a provider's mapping with a group or role that does not exist, as the end of a sentence; undefined without one. */
export function missingName(
  { mapping }: Pick<ProviderProfile, 'mapping'>,
  groups: readonly Group[],
  roles: readonly RoleDefinition[],
): string | undefined {
  const rules = rulesOf(mapping).map(({ gives }) => gives);
  const named = rules.flatMap((gives) => ('group' in gives ? [gives.group] : []));
  const group = named.find((name) => !groupNamed(groups, name));
  if (group !== undefined) return `names a group that does not exist: ${group}`;
  const given = rules.flatMap((gives) => ('namedRole' in gives ? [gives.namedRole] : []));
  const role = given.find((name) => (roleNamed(roles, name) ?? { name: administratorRole }).name === administratorRole);
  return role === undefined ? undefined : `names a role that does not exist: ${role}`;
}
