import { IpamError } from '../../domain/errors.js';
import type { FieldValue } from '../../domain/fields/field.js';
import type { Repositories } from '../ports/unit-of-work.js';

/**
 * Checks that permissions name groups that exist, and will until the unit of work ends: who deletes a group waits for those
 * that have read groups. @throws IpamError permission.groupUnknown
 */
export async function checkGroups({ groups }: Pick<Repositories, 'groups'>, permissions: FieldValue | undefined): Promise<void> {
  if (!(permissions instanceof Map) || permissions.size === 0) return;
  const known = new Set((await groups.list()).map(({ id }) => id));
  for (const id of permissions.keys()) if (!known.has(id)) throw new IpamError('permission.groupUnknown', { group: String(id) });
}
