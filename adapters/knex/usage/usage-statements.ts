import { knex, type NoValues, prepared, preparedTexts, sql } from '../sessions/sql.js';
import type { StoredTags, StoredVector } from './share-vector.js';

/** Key of the advisory lock for changes of usage counts: "usage" as bytes. */
const lockKey = '504402863973';

export const lockUsage = prepared('lock_usage', () => sql`select pg_advisory_xact_lock(${knex.raw(lockKey)})`);

/** Consumes the oldest `max` changes. `isLast`: no others remain. One statement, so that later reads see the effects. */
export const takeChanges = prepared<
  { max: number },
  { changes: readonly (readonly [id: number, tag: number | null, change: number])[] | null; isLast: boolean }
>(
  'take_usage_changes',
  ({ max }) => sql`
  with taken as (
    delete from usage_changes where id = any (array(select id from usage_changes order by id limit ${max}::integer))
    returning subnet_id, tag, change
  ), summed as (
    select subnet_id, tag, sum(change)::bigint as change from taken group by subnet_id, tag
  )
  select (select json_agg(json_build_array(subnet_id, tag, change)) from summed) as changes,
    (select count(*) < ${max}::integer from taken) as "isLast"`,
);

export interface LineRow {
  readonly id: number;
  readonly exists: boolean;
  readonly master: number | null;
  readonly network: string | null;
  readonly isFull: boolean | null;
  readonly isPool: boolean | null;
  /** Null without stored counts. */
  readonly addresses: StoredTags | null;
  readonly children: StoredVector | null;
  readonly isGathered: boolean | null;
  readonly reportedTo: number | null;
  readonly reported: StoredVector | null;
  readonly used: string | null;
  readonly size: string | null;
}

/** Number of ancestor levels that are read with a subnet. */
const levels = 32;

/** Reads subnets and their ancestors by one lookup each. A join without table statistics would scan whole tables. */
export const readLines = prepared<{ ids: readonly number[] }, LineRow>(
  'read_usage_lines',
  ({ ids }) => sql`
  with recursive line(id, level) as (
    select unnest(${ids}::integer[]), 0
    union
    select s.master_subnet_id, level + 1
    from line cross join lateral (select master_subnet_id from subnets where id = line.id limit 1) s
    where level < ${levels} and s.master_subnet_id is not null
  )
  select line.id, s.id is not null as exists, s.master_subnet_id as master, s.network, s.is_full as "isFull", s.is_pool as "isPool",
    u.addresses, u.children, u.is_gathered as "isGathered", u.reported_to as "reportedTo", u.reported,
    u.used::text, u.size::text
  from (select distinct id from line) line
  left join lateral (select * from subnets where id = line.id limit 1) s on true
  left join lateral (select * from usage_counts where subnet_id = line.id limit 1) u on true`,
);

/** Counts addresses by tag, without unconsumed changes. One statement, so that no change is counted twice. */
export const countAddresses = prepared<
  { ids: readonly number[] },
  { id: number; hasChildren: boolean; addresses: StoredTags | null }
>(
  'count_addresses_by_tag',
  ({ ids }) => sql`
  with counted as (
    select subnet_id, tag, count(*) as count from addresses where subnet_id = any(${ids}::integer[]) group by subnet_id, tag
    union all
    select subnet_id, tag, -sum(change) from usage_changes where subnet_id = any(${ids}::integer[]) group by subnet_id, tag
  ), summed as (
    select subnet_id, tag, sum(count)::bigint as count from counted group by subnet_id, tag having sum(count) <> 0
  ), listed as (
    select subnet_id, json_agg(json_build_array(tag, count)) as addresses from summed group by subnet_id
  )
  select given.id, listed.addresses, exists (select from subnets where master_subnet_id = given.id) as "hasChildren"
  from unnest(${ids}::integer[]) given(id) left join listed on listed.subnet_id = given.id`,
);

export interface StoredUsageRow {
  readonly subnet_id: number;
  readonly addresses: StoredTags;
  readonly children: StoredVector;
  readonly is_gathered: boolean;
  readonly reported_to: number | null;
  readonly reported: StoredVector | null;
  readonly used: string;
  readonly size: string;
}

/** @param rows StoredUsageRow as JSON */
export const writeCounts = prepared<{ rows: string }>(
  'write_usage_counts',
  ({ rows }) => sql`
  insert into usage_counts (subnet_id, addresses, children, is_gathered, reported_to, reported, used, size)
  select given.* from jsonb_to_recordset(${rows}::jsonb)
    given(subnet_id integer, addresses jsonb, children jsonb, is_gathered boolean, reported_to integer, reported jsonb,
      used numeric, size numeric)
  on conflict (subnet_id) do update set addresses = excluded.addresses, children = excluded.children,
    is_gathered = excluded.is_gathered, reported_to = excluded.reported_to, reported = excluded.reported,
    used = excluded.used, size = excluded.size`,
);

export const deleteCounts = prepared<{ ids: readonly number[] }>('delete_usage_counts', ({ ids }) =>
  knex('usage_counts').where('subnet_id', sql`any(${ids}::integer[])`).delete(),
);

/** Returns texts: id, addresses by tag, vector of the children, and two flags (null for false): all gathered, changes pending. */
export const readCounts = preparedTexts<{ ids: readonly number[] }>(
  'read_usage_counts',
  ({ ids }) => sql`
  select subnet_id, addresses, children, nullif(is_gathered, false), nullif(exists (select from usage_changes), false)
  from usage_counts where subnet_id = any(${ids}::integer[])`,
);

export const anyChange = prepared<NoValues, { id: number }>('any_usage_change', () =>
  knex('usage_changes').select('id').limit(1),
);

export const ungatheredSubnets = prepared<NoValues, { id: number }>('ungathered_subnets', () =>
  knex('usage_counts').select({ id: 'subnet_id' }).where({ is_gathered: false }).orderBy('subnet_id').limit(1000),
);
