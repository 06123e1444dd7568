import { Prefix } from '../../domain/net/prefix.js';
import type { UsageFacts, UsageNode } from '../../domain/subnet/usage.js';
import { isId } from './field-columns.js';
import type { Session } from './session.js';
import { selfAndBelow } from './subnet-tree.js';

interface UsageRow {
  readonly id: number;
  readonly master_subnet_id: number | null;
  readonly network: string | null;
  readonly is_full: boolean;
  readonly is_pool: boolean;
  /** Pairs of tag and number of addresses. */
  readonly counts: readonly (readonly [number | null, number])[] | null;
}

/** One statement, so that nodes and counts are of one moment. */
const usageStatement = `
  select s.id, s.master_subnet_id, s.network, s.is_full, s.is_pool, c.counts
  from (${selfAndBelow}) tree
  cross join lateral (select * from subnets where id = tree.id offset 0) s
  cross join lateral (
    select jsonb_agg(jsonb_build_array(tag, count)) as counts from (
      select tag, count(*) from addresses where subnet_id = s.id group by tag
    ) by_tag
  ) c`;

/** The subnets with all their descendants, and how many addresses of each tag they hold. */
export async function readUsageFacts(session: Session, ids: readonly number[]): Promise<UsageFacts> {
  const rows = await session.rows<UsageRow>(usageStatement, [ids.filter(isId)]);
  return {
    nodes: rows.map(usageNode),
    counts: rows.flatMap(({ id, counts }) => (counts ?? []).map(([tag, count]) => ({ subnetId: id, tag, count }))),
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
