import { Prefix } from '../../domain/net/prefix.js';
import type { UsageFacts, UsageNode } from '../../domain/subnet/usage.js';
import { isId } from './field-columns.js';
import type { Session } from './session.js';

/** A subnet below the given ones, or how many addresses one of all these holds of a tag. */
interface UsageRow {
  readonly id: number;
  readonly master_subnet_id: number | null;
  readonly network: string | null;
  readonly is_full: boolean;
  readonly is_pool: boolean;
  readonly tag: number | null;
  /** null in the row of a subnet. */
  readonly count: number | null;
}

/**
 * What is below subnets, and a row for each tag of the addresses in all of them. One statement, so that all of it is of one
 * moment. Ids go on as arrays, as the planner cannot know how few they are.
 */
const usageStatement = `
  with recursive given as materialized (select ?::integer[] as ids), tree(id) as (
    select unnest(ids) from given
    union
    select child.id from tree cross join lateral (select id from subnets where master_subnet_id = tree.id offset 0) child
  ), found as materialized (select array(select id from tree) as ids),
  below as materialized (select array(select id from tree except select unnest(ids) from given) as ids)
  select s.id, s.master_subnet_id, s.network, s.is_full, s.is_pool, null::integer as tag, null::integer as count
  from subnets s where s.id = any((select ids from below)::integer[])
  union all
  select subnet_id, null, null, false, false, tag, count(*)::integer
  from addresses where subnet_id = any((select ids from found)::integer[]) group by subnet_id, tag`;

/** What is below subnets, and how many addresses of each tag they and all of it hold. */
export async function readUsageFacts(session: Session, ids: readonly number[]): Promise<UsageFacts> {
  const rows = await session.prepared<UsageRow>(usageStatement, [ids.filter(isId)]);
  return {
    nodes: rows.flatMap((row) => (row.count === null ? usageNode(row) : [])),
    counts: rows.flatMap(({ id, tag, count }) => (count === null ? [] : { subnetId: id, tag, count })),
  };
}

function usageNode({ id, master_subnet_id, network, is_full, is_pool }: UsageRow): UsageNode {
  return {
    id,
    masterSubnetId: master_subnet_id,
    prefix: network === null ? null : Prefix.parse(network),
    isFull: is_full,
    isPool: is_pool,
  };
}
