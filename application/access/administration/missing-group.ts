import { rulesOf } from '../../../domain/access/provider-mapping.js';
import type { ProviderProfile } from '../../../domain/access/sign-in-provider.js';
import { type Group, groupNamed } from '../../../domain/access/user.js';

/** The first group in a provider's mapping that does not exist. */
export function missingGroup({ mapping }: Pick<ProviderProfile, 'mapping'>, groups: readonly Group[]): string | undefined {
  const named = rulesOf(mapping).flatMap(({ gives }) => ('group' in gives ? [gives.group] : []));
  return named.find((name) => !groupNamed(groups, name));
}
