import type { Input } from '../../domain/fields/read-fields.js';
import type { Repositories } from '../ports/unit-of-work.js';

const none: ReadonlySet<number> = new Set();

/** Ids of all groups if the input has permissions. Deleting a group waits for units of work that have read groups. */
export async function groupsFor({ groups }: Pick<Repositories, 'groups'>, { permissions }: Input): Promise<ReadonlySet<number>> {
  if (!(permissions instanceof Map) || permissions.size === 0) return none;
  return new Set((await groups.list()).map(({ id }) => id));
}
