import type { Application } from '../../../../application/index.js';
import { mapList } from '../../../../application/listing.js';
import type { SubnetListing } from '../../../../application/ports/inventory/subnets.js';
import { mayRead } from '../../../../domain/access/access-policy.js';
import type { Group, User } from '../../../../domain/access/user.js';
import type { PermissionMap } from '../../../../domain/fields/permission-map.js';
import type { ApiRequest } from '../../api-request.js';
import type { RequestParameters } from '../../wire/parameters.js';
import { customPrinting, kindRecord } from '../../wire/presenter.js';
import type { WireRecord, WireValue } from '../../wire/wire-value.js';

/**
 * Expands records of the list of all subnets. Permissions get the groups and their members. The location becomes its record, or an
 * empty list if unset. Without permission for locations, the caller gets the id of the location.
 */
export async function expandSubnetRecords(
  application: Application,
  { app, caller }: Pick<ApiRequest, 'app' | 'caller'>,
  subnets: AsyncIterable<{ readonly listing: SubnetListing; readonly record: WireRecord }>,
): Promise<AsyncIterable<WireRecord>> {
  const [groups, users] = await Promise.all([application.directory.groups(), application.directory.users()]);
  const custom = await customPrinting(application, app, 'locations');
  const showsLocations = mayRead(caller.principal, 'location');
  const locations = new Map<number, WireRecord>();
  if (showsLocations)
    for await (const location of application.catalog.list('location'))
      locations.set(location.id, kindRecord('location', location, custom));
  const expanded = expandGroups(groups, users);
  return mapList(subnets, ({ listing, record }) => {
    const { permissions, location } = listing.subnet;
    record.set('permissions', expandPermissions(permissions, expanded));
    if (showsLocations) record.set('location', (location !== null && locations.get(location)) || []);
    return record;
  });
}

/** Reverts the expansion in the parameters of a write. */
export function withoutSpelledOut({ permissions, location, ...others }: RequestParameters): RequestParameters {
  return {
    ...others,
    ...(permissions === undefined ? {} : { permissions: levelsOf(permissions) ?? permissions }),
    ...(location === undefined ? {} : { location: idWithin(location) }),
  };
}

/** Reads levels by group from expanded permissions; undefined for other values. */
function levelsOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  const items = itemsOf(value);
  const pairs = items?.map((item: unknown) => (isObject(item) ? ([item.group_id, item.permission] as const) : undefined));
  return !pairs || pairs.includes(undefined) ? undefined : new Map(pairs.flatMap((pair) => (pair ? [pair] : [])));
}

/** Reads the items of a list; in XML, the elements item0, item1 and so on. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isObject(value) && Object.keys(value).every((name) => /^item\d+$/.test(name)) ? Object.values(value) : undefined;
}

const idWithin = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : isObject(value) ? value.id : value;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ExpandedGroup {
  readonly group: Group;
  readonly position: number;
  readonly members: WireValue;
}

/** Indexes groups by id, with their rank by name and their sorted member names, once for all records. */
function expandGroups(groups: readonly Group[], users: readonly User[]): ReadonlyMap<number, ExpandedGroup> {
  const names = new Map<number, string[]>(groups.map(({ id }) => [id, []]));
  for (const { username, groups: own } of users) for (const id of own) names.get(id)?.push(username);
  const membersOf = ({ id }: Group): WireValue => {
    const members = names.get(id) ?? [];
    return members.length > 0 && members.sort().map((username) => ({ username }));
  };
  const sorted = groups.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(sorted.map((group, index) => [group.id, { group, position: index, members: membersOf(group) }]));
}

/** Expands the groups in permissions; null without permissions. */
function expandPermissions(permissions: PermissionMap | null, groups: ReadonlyMap<number, ExpandedGroup>): WireValue {
  if (!permissions) return null;
  const named = [...permissions.keys()].flatMap((id) => groups.get(id) ?? []).sort((a, b) => a.position - b.position);
  return named.map(({ group, members }) => ({
    group_id: group.id,
    permission: String(permissions.get(group.id)),
    name: group.name,
    desc: group.description,
    members,
  }));
}
