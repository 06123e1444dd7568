import type { Knex } from 'knex';
import type { RecordTable } from '../records/record-table.js';
import { withChildren } from '../records/subnet-tree.js';
import { addressTable } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { knex, type Marker, prepared, sql } from '../sessions/sql.js';

/*
 * Writes that affect usage record it in the same transaction, in rows of their own, which block no other writer: the change in
 * addresses of a tag in a subnet, or only that the share of the subnet has changed.
 */

/** @param statement inserts or deletes addresses, and returns `subnet_id` and `tag` of each @param beside runs concurrently */
export const withUsageChanges = (statement: Knex.QueryBuilder, change: 1 | -1, beside?: Knex.Raw): Knex.Raw => sql`
  with counted as (${statement})${beside ? sql`, beside as (${beside})` : knex.raw(' ')}
  insert into usage_changes (subnet_id, tag, change)
  select subnet_id, tag, ${change === 1 ? sql`count(*)` : sql`-count(*)`} from counted group by subnet_id, tag`;

/** @param statement moves addresses, and returns `tag` of each */
export const withUsageChangesOfMoved = (statement: Knex.QueryBuilder, from: Marker, to: Marker): Knex.Raw => sql`
  with moved as (${statement})
  insert into usage_changes (subnet_id, tag, change)
  select place.subnet_id, tag, place.times * count(*)
  from moved cross join (values (${from}::integer, -1), (${to}::integer, 1)) place(subnet_id, times)
  group by place.subnet_id, place.times, tag`;

export const isCounted = (table: RecordTable, column: string): boolean => table === addressTable && column === 'tag';

/** @param statement replaces the tag of addresses */
export const withUsageChangesOfRetagged = (statement: Knex.QueryBuilder, from: number, to: number | null): Knex.Raw => sql`
  with retagged as (${statement.returning('subnet_id')})
  insert into usage_changes (subnet_id, tag, change)
  select subnet_id, kind.tag, kind.times * count(*)
  from retagged cross join (values (${from}::integer, -1), (${to}::integer, 1)) kind(tag, times)
  group by subnet_id, kind.tag, kind.times`;

/** Records the new tag of an address before it is set, and locks the address. */
export const recordRetagging = prepared<{ id: number; tag: number | null }>(
  'tell_retagging',
  ({ id, tag }) => sql`
  insert into usage_changes (subnet_id, tag, change)
  select a.subnet_id, kind.tag, kind.times
  from (select subnet_id, tag from addresses where id = ${id}::integer for no key update) a
  cross join lateral (values (a.tag, -1), (${tag}::integer, 1)) kind(tag, times)
  where a.tag is distinct from ${tag}::integer`,
);

const recordShare = prepared<{ id: number }>(
  'tell_usage_share',
  ({ id }) => sql`insert into usage_changes (subnet_id, change) values (${id}::integer, 0)`,
);

/** Records that a subnet was added, or has another share or another parent. */
export const recordSubnet = (session: Session, id: number): Promise<void> => session.deferred(recordShare, { id });

/** Records the deletion of subnets and their descendants, before it happens. @param subnets selects their ids */
export const recordDeletion = (subnets: Knex.Raw): Knex.Raw => sql`
  with recursive gone(id) as (
    ${subnets} union select child.id from ${withChildren('gone')}
  )
  insert into usage_changes (subnet_id, change) select id, 0 from gone`;

/** @param statement adds a subnet, and returns its id */
export const withUsageChangeOfAdded = (statement: Knex.QueryBuilder): Knex.Raw => sql`
  with added as (${statement}), recorded as (insert into usage_changes (subnet_id, change) select id, 0 from added)
  select id from added`;
