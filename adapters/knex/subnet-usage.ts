import { Prefix } from '../../domain/net/prefix.js';
import type { UsageFacts } from '../../domain/subnet/usage.js';
import { isId } from './field-columns.js';
import type { Session } from './session.js';

/** Each kind of fact in one list, as a row for each would take several times as long to read. null stands for none. */
interface UsageRow {
  readonly nodes:
    | readonly (readonly [id: number, masterSubnetId: number | null, network: string | null, isFull: boolean, isPool: boolean])[]
    | null;
  readonly counts: readonly (readonly [subnetId: number, tag: number | null, count: number])[] | null;
}

/**
 * What is below subnets, and how many addresses of a tag each of all these holds. One statement, so that all of it is of one
 * moment. Ids go on as arrays, as the planner cannot know how few they are.
 */
const usageStatement = `
  with recursive given as materialized (select ?::integer[] as ids), tree(id) as (
    select unnest(ids) from given
    union
    select child.id from tree cross join lateral (select id from subnets where master_subnet_id = tree.id offset 0) child
  ), found as materialized (select array(select id from tree) as ids),
  below as materialized (select array(select id from tree except select unnest(ids) from given) as ids)
  select (
    select json_agg(json_build_array(s.id, s.master_subnet_id, s.network::text, s.is_full, s.is_pool))
    from subnets s where s.id = any((select ids from below)::integer[])
  ) as nodes, (
    select json_agg(json_build_array(c.subnet_id, c.tag, c.count)) from (
      select subnet_id, tag, count(*) as count
      from addresses where subnet_id = any((select ids from found)::integer[]) group by subnet_id, tag
    ) c
  ) as counts`;

/** What is below subnets, and how many addresses of each tag they and all of it hold. */
export async function readUsageFacts(session: Session, ids: readonly number[]): Promise<UsageFacts> {
  const [row] = await session.prepared<UsageRow>(usageStatement, [ids.filter(isId)]);
  return {
    nodes: (row?.nodes ?? []).map(([id, masterSubnetId, network, isFull, isPool]) => {
      return { id, masterSubnetId, prefix: network === null ? null : Prefix.parse(network), isFull, isPool };
    }),
    counts: (row?.counts ?? []).map(([subnetId, tag, count]) => ({ subnetId, tag, count })),
  };
}
