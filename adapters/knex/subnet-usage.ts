import { Prefix } from '../../domain/net/prefix.js';
import type { UsageFacts, UsageNode } from '../../domain/subnet/usage.js';
import { isId } from './field-columns.js';
import type { Session } from './session.js';

interface UsageRow {
  readonly id: number;
  readonly master_subnet_id: number | null;
  readonly network: string | null;
  readonly is_full: boolean;
  readonly is_pool: boolean;
  readonly tag: number | null;
  /** null where the subnet holds no address. */
  readonly count: number | null;
}

/**
 * The subnets and everything below them, a row for each tag of their addresses. One statement, so that all of it is of one
 * moment. Ids go on as an array, as the planner cannot know how few they are.
 */
const usageStatement = `
  with recursive tree(id) as (
    select unnest(?::integer[])
    union
    select child.id from tree cross join lateral (select id from subnets where master_subnet_id = tree.id offset 0) child
  ), found as materialized (select array(select id from tree) as ids)
  select s.id, s.master_subnet_id, s.network, s.is_full, s.is_pool, c.tag, c.count
  from subnets s
  left join (
    select subnet_id, tag, count(*)::integer as count from addresses
    where subnet_id = any((select ids from found)::integer[]) group by subnet_id, tag
  ) c on c.subnet_id = s.id
  where s.id = any((select ids from found)::integer[])
  order by s.id`;

/** The subnets with all their descendants, and how many addresses of each tag they hold. */
export async function readUsageFacts(session: Session, ids: readonly number[]): Promise<UsageFacts> {
  const rows = await session.prepared<UsageRow>(usageStatement, [ids.filter(isId)]);
  const firsts = rows.filter(({ id }, index) => id !== rows[index - 1]?.id);
  const counted = rows.flatMap(({ id, tag, count }) => (count === null ? [] : [{ subnetId: id, tag, count }]));
  return { nodes: firsts.map(usageNode), counts: counted };
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
