import type { Knex } from 'knex';
import {
  type EntryPosition,
  type FeedBounds,
  type FeedEntry,
  type FeedRepository,
  type FollowerState,
  maxReadSize,
} from '../../../application/ports/feed.js';
import type { ChangeDocument } from '../../../domain/changes/change.js';
import type { PermissionLevel, PermissionMap } from '../../../domain/fields/permission-map.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { lookupId } from '../records/field-columns.js';
import { firstOf } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, type Marker, prepared, type StatementParameters, sql } from '../sessions/sql.js';

/** Prevents new positions and deletions in the feed until the transaction ends. */
export async function lockFeed(session: Session): Promise<FeedBounds> {
  const [state] = await session.lock('feed', feedState);
  return state ?? { last: 0, pruned: 0 };
}

const feedState = prepared<Record<never, never>, FeedBounds>('lock_feed', () =>
  knex('feed_state').select('last', 'pruned').forUpdate(),
);

const readBounds = prepared<Record<never, never>, FeedBounds>('feed_bounds', () => knex('feed_state').select('last', 'pruned'));

const findUnnumbered = prepared('feed_has_unplaced', () => knex('change_log').select('id').whereNull('position').limit(1));

const numberEntries = prepared<{ max: number; last: number }, { last: number }>(
  'place_in_feed',
  ({ max, last }) => sql`
    with placed as (
      update change_log c set position = ${last}::bigint + n.place
      from (
        select id, row_number() over (order by id) as place
        from (select id from change_log where position is null order by id limit ${max}::integer) next
      ) n
      where c.id = n.id
      returning c.position
    )
    update feed_state set last = greatest(last, (select max(position) from placed)) returning last`,
);

/** State of a section or subnet before its deletion. */
const tombstone = (object: string, id: string): string => `(
  select d.before from change_log d
  where d.object = '${object}' and d.object_id = ${id} and d.action = 'delete' and d.before is not null order by d.id desc limit 1)`;

const size = knex.raw(`(coalesce(octet_length(e.before::text), 0) + coalesce(octet_length(e.after::text), 0)
  + octet_length(e.differences::text))`);

const positioned = knex.raw(`
  select c.position, c.object, c.object_id as "objectId", c.object_name as "objectName", c.action, c.differences, c.before, c.after,
    c.at::text as at, c.user_id as "userId", c.by, c.app_id as "appId", c.client_address as "clientAddress", c.subnet_id as "subnetId",
    c.is_consequence as "isConsequence", c.size, p.section_id as "sectionId", p.permissions as "subnetPermissions",
    case when c.object = 'section' or p.section_id is not null then
      case when h.id is not null then jsonb_build_object('permissions', h.permissions)
        else ${tombstone('section', 'coalesce(p.section_id, c.object_id)')} end
    end as section`);

const positions = knex.raw(`
  left join lateral (
    select s.section_id, jsonb_build_object('permissions', s.permissions) as permissions from subnets s where s.id = c.subnet_id
    union all
    select (gone->>'sectionId')::integer, gone from (select ${tombstone('subnet', 'c.subnet_id')} as gone) t
    where c.subnet_id is not null and gone is not null and not exists (select from subnets s where s.id = c.subnet_id)
  ) p on true
  left join sections h on h.id = coalesce(p.section_id, case when c.object = 'section' then c.object_id end)`);

/** Reads the first entries after a position, up to a total size in bytes. Reads at least one entry. */
const readBehind = prepared<{ after: number; max: number; maxSize: number }, EntryRow>(
  'read_feed',
  ({ after, max, maxSize }) => sql`${positioned} from (
      select * from (
        select s.*, sum(s.size) over (order by s.position rows unbounded preceding) - s.size as earlier
        from (
          select e.*, ${size} as size
          from (select * from change_log where position > ${after}::bigint and position > 0 order by position limit ${max}::integer) e
        ) s
      ) t where t.earlier = 0 or t.earlier + t.size <= ${maxSize}::integer
    ) c ${positions} order by c.position`,
);

/** Reads the newest entries of a selection, newest first, up to a total size in bytes. Reads at least one entry. */
const descending = (selection: Knex.Raw, maxSize: Marker) =>
  sql`${positioned} from (
      select * from (
        select s.*, sum(s.size) over (order by s.position desc rows unbounded preceding) - s.size as earlier
        from (select e.*, ${size} as size from (${selection}) e) s
      ) t where t.earlier = 0 or t.earlier + t.size <= ${maxSize}::integer
    ) c ${positions} order by c.position desc`;

interface Backwards extends StatementParameters {
  readonly before: number;
  readonly max: number;
  readonly maxSize: number;
}

const readBackOfSubnet = prepared<Backwards & { subnetId: number }, EntryRow>(
  'read_feed_back_of_subnet',
  ({ subnetId, before, max, maxSize }) =>
    descending(
      sql`select * from change_log where subnet_id = ${subnetId}::integer and position < ${before}::bigint and position > 0
        order by position desc limit ${max}::integer`,
      maxSize,
    ),
);

const readBackOfObject = prepared<Backwards & { object: string; objectId: number }, EntryRow>(
  'read_feed_back_of_object',
  ({ object, objectId, before, max, maxSize }) =>
    descending(
      sql`select * from change_log where object = ${object} and object_id = ${objectId}::integer and position < ${before}::bigint
        and position > 0 order by position desc limit ${max}::integer`,
      maxSize,
    ),
);

const readAt = prepared<{ position: number }, EntryRow>(
  'read_feed_entry',
  ({ position }) => sql`${positioned}
    from (select e.*, ${size} as size from change_log e where e.position = ${position}::bigint and e.position > 0) c ${positions}`,
);

const now = sql`statement_timestamp()`;

const acquireLease = prepared<{ name: string; owner: string; seconds: number }, FollowerState>(
  'take_follower_lease',
  ({ name, owner, seconds }) =>
    knex('followers')
      .where({ name })
      .where((query) => query.whereNull('holder').orWhere('holder', owner).orWhere('until', '<=', now))
      .update({ holder: owner, until: sql`${now} + ${seconds} * interval '1 second'` })
      .returning(['name', 'position', 'failures']),
);

const saveFollower = prepared<{ name: string; owner: string; position: number; failures: number }, { name: string }>(
  'save_follower',
  ({ name, owner, position, failures }) =>
    knex('followers').where({ name, holder: owner }).where('until', '>', now).update({ position, failures }).returning('name'),
);

interface PermissionRow {
  readonly permissions?: [number, PermissionLevel][] | null;
}

interface EntryRow extends Omit<FeedEntry, 'place'> {
  readonly sectionId: number | null;
  readonly subnetId: number | null;
  readonly subnetPermissions: PermissionRow | null;
  readonly section: PermissionRow | null;
}

export const feedIn = (session: Session): FeedRepository => ({
  read: async (after, max, maxSize = maxReadSize) => (await session.prepared(readBehind, { after, max, maxSize })).map(entryOf),
  async readBack(subject, before, max, maxSize = maxReadSize) {
    const page = { before, max, maxSize };
    const rows =
      'subnetId' in subject
        ? await session.prepared(readBackOfSubnet, { ...page, subnetId: lookupId(subject.subnetId) })
        : await session.prepared(readBackOfObject, { ...page, ...subject, objectId: lookupId(subject.objectId) });
    return rows.map(entryOf);
  },
  find: async (position) => firstOf(session.prepared(readAt, { position }), entryOf),
  bounds: async () => (await session.lookup(readBounds))[0] ?? { last: 0, pruned: 0 },
  hasUnnumbered: async () => (await session.lookup(findUnnumbered)).length > 0,
  async number(max) {
    const { last } = await lockFeed(session);
    const [numbered] = await session.prepared(numberEntries, { max, last });
    return (numbered?.last ?? last) - last;
  },
  followers: () => session.rows<FollowerState>(knex('followers').select('name', 'position', 'failures').orderBy('name')),
  addFollower: async (name, position) =>
    session.execute(knex('followers').insert({ name, position }).onConflict('name').ignore()),
  removeFollower: async (name) => session.execute(knex('followers').where({ name }).delete()),
  lease: async (name, owner, seconds) => (await session.prepared(acquireLease, { name, owner, seconds }))[0],
  save: async ({ name, position, failures }, owner) =>
    (await session.prepared(saveFollower, { name, owner, position, failures })).length > 0,
  release: async (name, owner) => session.execute(knex('followers').where({ name, holder: owner }).update({ holder: null })),
});

function entryOf({ sectionId, subnetPermissions, section, before, after, ...entry }: EntryRow): FeedEntry {
  const location: EntryPosition = {
    sectionId: entry.object === 'section' ? entry.objectId : sectionId,
    subnetId: entry.subnetId,
    sectionPermissions: permissionsOf(section),
    subnetPermissions: permissionsOf(subnetPermissions),
  };
  return { ...entry, before: normal(before), after: normal(after), location };
}

/** Undefined for an unknown object. */
function permissionsOf(row: PermissionRow | null): PermissionMap | null | undefined {
  if (!row) return undefined;
  return row.permissions ? new Map(row.permissions) : null;
}

/** Normalizes IPv6 addresses, whose text format in PostgreSQL differs. */
const normal = (document: ChangeDocument | null): ChangeDocument | null =>
  typeof document?.ip === 'string' && document.ip.includes(':')
    ? { ...document, ip: IpAddress.read(document.ip)?.toString() ?? document.ip }
    : document;
