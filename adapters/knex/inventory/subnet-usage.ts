import { Prefix } from '../../../domain/net/prefix.js';
import type { UsageFacts } from '../../../domain/subnet/usage.js';
import { isId } from '../records/field-columns.js';
import { prepared } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** Each kind of fact in one list, as a row for each would take several times as long to read. null stands for none. */
interface UsageRow {
  readonly nodes:
    | readonly (readonly [
        id: number,
        masterSubnetId: number | null,
        network: string | null,
        isFull: boolean,
        isPool: boolean,
        alike: number,
      ])[]
    | null;
  readonly counts: readonly (readonly [subnetId: number, tag: number | null, count: number])[] | null;
}

/**
 * What is below subnets, and how many addresses of a tag each of all these holds. One statement, so that all of it is of one
 * moment. Subnets without children that are alike are told as the one of the lowest id: twenty thousand facts would take
 * longer to read and to sum than others should wait. Ids go on as arrays, as the planner cannot know how few they are.
 */
const usageFacts = prepared<{ ids: readonly number[] }, UsageRow>(
  'usage_facts',
  ({ ids }) => sql`
  with recursive given as materialized (select ${ids}::integer[] as ids), tree(id) as (
    select unnest(ids) from given
    union
    select child.id from tree cross join lateral (select id from subnets where master_subnet_id = tree.id offset 0) child
  ), found as materialized (select array(select id from tree) as ids),
  masters as materialized (
    select distinct master_subnet_id as id from subnets where id = any((select ids from found)::integer[])
  ), told as materialized (
    select id, master_subnet_id, network, is_full, is_pool, is_given, min(id) over alike as first_id, count(*) over alike as alike
    from (
      select s.*, g.id is not null as is_given, coalesce(m.id, g.id) as own_id
      from subnets s left join masters m on m.id = s.id
      left join (select distinct unnest(ids) as id from given) g on g.id = s.id
      where s.id = any((select ids from found)::integer[])
    ) found_subnets
    window alike as (partition by own_id, master_subnet_id, family(network), masklen(network), is_full, is_pool)
  )
  select (
    select json_agg(json_build_array(id, master_subnet_id, network::text, is_full, is_pool, alike))
    from told where id = first_id and not is_given
  ) as nodes, (
    select json_agg(json_build_array(first_id, tag, count)) from (
      select told.first_id, c.tag, sum(c.count)::bigint as count from (
        select subnet_id, tag, count(*) as count
        from addresses where subnet_id = any((select ids from found)::integer[]) group by subnet_id, tag
      ) c join told on told.id = c.subnet_id group by told.first_id, c.tag
    ) summed
  ) as counts`,
);

/** What is below subnets, and how many addresses of each tag they and all of it hold. */
export async function readUsageFacts(session: Session, ids: readonly number[]): Promise<UsageFacts> {
  const [row] = await session.prepared(usageFacts, { ids: ids.filter(isId) });
  return {
    nodes: (row?.nodes ?? []).map(([id, masterSubnetId, network, isFull, isPool, alike]) => {
      const prefix = network === null ? null : Prefix.parse(network);
      return { id, masterSubnetId, prefix, isFull, isPool, ...(alike > 1 ? { alike } : {}) };
    }),
    counts: (row?.counts ?? []).map(([subnetId, tag, count]) => ({ subnetId, tag, count })),
  };
}
