import type { Application } from '../../../application/index.js';
import { mapList } from '../../../application/listing.js';
import type { SubnetListing } from '../../../application/ports/inventory.js';
import type { Group, User } from '../../../domain/identity/user.js';
import type { PermissionMap } from '../../../domain/permission/permission-map.js';
import { kindRecord } from '../wire/presenter.js';
import type { WireRecord, WireValue } from '../wire/wire-value.js';

/**
 * Spells out what the list of all subnets shows at length: the permissions with their groups and members, and the location's
 * record (an empty list for none).
 */
export async function expandSubnetRecords(
  application: Application,
  subnets: AsyncIterable<{ readonly listing: SubnetListing; readonly record: WireRecord }>,
): Promise<AsyncIterable<WireRecord>> {
  const [groups, users] = await Promise.all([application.directory.groups(), application.directory.users()]);
  const locations = new Map<number, WireRecord>();
  for await (const location of application.catalog.list('location')) locations.set(location.id, kindRecord('location', location));
  return mapList(subnets, ({ listing, record }) => {
    const { permissions, location } = listing.subnet;
    record.set('permissions', expandPermissions(permissions, groups, users));
    record.set('location', (location !== null && locations.get(location)) || []);
    return record;
  });
}

/** Groups by name, each with its members' names in order; null for no permissions. */
function expandPermissions(permissions: PermissionMap | null, groups: readonly Group[], users: readonly User[]): WireValue {
  if (!permissions) return null;
  const named = groups.filter((group) => permissions.has(group.id)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return named.map((group) => {
    const members = users.filter((user) => user.groups.includes(group.id)).map((user) => user.username);
    return {
      group_id: group.id,
      permission: String(permissions.get(group.id)),
      name: group.name,
      desc: group.description,
      members: members.length > 0 && members.sort().map((username) => ({ username })),
    };
  });
}
