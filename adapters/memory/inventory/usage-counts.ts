import type { KindRecord } from '../../../domain/fields/kind.js';
import { type TagCount, UsageCalculation, type UsageCounts, type UsageNode } from '../../../domain/subnet/usage.js';
import { subnetOf } from '../records/records.js';
import type { State } from '../records/state.js';
import { startsWith, type Table } from '../records/table.js';
import { depthsBelow } from './subnet-search.js';

export function usageCounts({ records }: State, ids: readonly number[]): ReadonlyMap<number, UsageCounts> {
  const below = new Set(ids.flatMap((id) => [...depthsBelow(records.subnet, id).keys()]));
  const calculation = new UsageCalculation({
    nodes: [...below].flatMap((id) => records.subnet.get(id) ?? []).map(nodeOf),
    counts: [...below].flatMap((id) => [...countByTag(records.address, id)]),
  });
  return new Map(ids.filter((id) => records.subnet.get(id)).map((id) => [id, calculation.countsOf(id)]));
}

function nodeOf(row: KindRecord): UsageNode {
  const { id, masterSubnetId, prefix, isFull, isPool } = subnetOf(row);
  return { id, masterSubnetId, prefix, isFull, isPool };
}

/** Counts addresses by tag with one index search for each tag, instead of a scan. */
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
