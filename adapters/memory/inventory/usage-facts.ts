import type { KindRecord } from '../../../domain/catalog/kind.js';
import type { TagCount, UsageFacts, UsageNode } from '../../../domain/subnet/usage.js';
import { subnetOf } from '../records/records.js';
import type { State } from '../records/state.js';
import { startsWith, type Table } from '../records/table.js';
import { depthsBelow } from './subnet-search.js';

/** What is below subnets, each once, and the address counts of all of them. */
export function usageFacts({ records }: State, ids: readonly number[]): UsageFacts {
  const given = new Set(ids);
  const all = new Set(ids.flatMap((id) => [...depthsBelow(records.subnet, id).keys()]));
  return {
    nodes: [...all]
      .filter((id) => !given.has(id))
      .flatMap((id) => records.subnet.get(id) ?? [])
      .map(nodeOf),
    counts: [...all].flatMap((id) => [...countByTag(records.address, id)]),
  };
}

function nodeOf(row: KindRecord): UsageNode {
  const { id, masterSubnetId, prefix, isFull, isPool } = subnetOf(row);
  return { id, masterSubnetId, prefix, isFull, isPool };
}

/** Counts by jumping from tag to tag in an index, not by visiting the addresses. */
function* countByTag(addresses: Table<KindRecord>, subnetId: number): Generator<TagCount, void, undefined> {
  const index = addresses.index('tagInSubnet');
  for (let tag = 0; ; tag++) {
    const next = index.entries([subnetId, tag]).next().value;
    if (!next || !startsWith(next[0], [subnetId])) return;
    tag = Number(next[0][1]);
    const count = index.rank([subnetId, tag + 1]) - index.rank([subnetId, tag]);
    yield { subnetId, tag: tag === 0 ? null : tag, count };
  }
}
