import type { Finding } from '../../../application/ports/consistency.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import {
  isSame,
  isStoredTags,
  isStoredVector,
  readTags,
  readVector,
  type StoredTags,
  type StoredVector,
} from './share-vector.js';
import { StoredUsageCounts } from './usage-counts.js';
import { UsageLedger } from './usage-ledger.js';
import { lockUsage } from './usage-statements.js';

const slice = 200;

/** Maximum number of comparisons of a subnet that changes between counting and comparison. */
const maxRounds = 50;

interface ComparedRow {
  readonly id: number;
  readonly addresses: StoredTags;
  readonly counted: StoredTags | null;
  readonly children: StoredVector;
  /** Sum of the shares reported by the children. */
  readonly reported: StoredVector | null;
  readonly childCount: number;
  readonly isGathered: boolean;
  /** Whether a change is not counted yet. */
  readonly isBehind: boolean;
}

/** Compares stored usage counts with their sources. @param repair computes wrong ones again */
export async function* checkUsage(session: Session, repair: boolean): AsyncGenerator<Finding, void, undefined> {
  const damaged = new Set<number>();
  for await (const id of damagedCounts(session, repair)) {
    damaged.add(id);
    yield { what: 'usage', subnetId: id, text: `subnet ${id}: its usage counts cannot be read`, repaired: repair };
  }
  if (damaged.size > 0 && !repair) return; // other counts are computed from them
  for (let after = 0, more = true; more; ) {
    const next = knex('usage_counts')
      .select({ id: 'subnet_id' })
      .where('subnet_id', '>', after)
      .orderBy('subnet_id')
      .limit(slice);
    const ids = (await session.rows<{ id: number }>(next)).map(({ id }) => id);
    more = ids.length > 0;
    after = ids.at(-1) ?? after;
    const wrong = await wrongOf(session, ids, repair);
    if (repair && wrong.length > 0) await new StoredUsageCounts(session).gather(wrong);
    for (const id of wrong.filter((each) => !damaged.has(each)))
      yield { what: 'usage', subnetId: id, text: `subnet ${id}: its usage counts differ from what there is`, repaired: repair };
  }
}

async function wrongOf(session: Session, ids: readonly number[], repair: boolean): Promise<number[]> {
  await new StoredUsageCounts(session).countIn(); // in short transactions; few changes remain for the one of the comparison
  const wrong: number[] = [];
  let open = ids;
  for (let looks = 0; looks < maxRounds && open.length > 0; looks++) {
    const input = open;
    const rows = await UsageLedger.run(session, (ledger, transaction) => compare(ledger, transaction, input, repair));
    wrong.push(...rows.wrong);
    open = rows.behind;
  }
  return wrong;
}

async function compare(ledger: UsageLedger, transaction: Session, ids: readonly number[], repair: boolean) {
  await transaction.allowLong();
  while (await ledger.countIn(slice)); // counts all committed changes
  const inconsistent = await ledger.inconsistentOf(ids); // before the comparison: later changes are then among its pending ones
  const rows = await transaction.rows<ComparedRow>(compared(ids));
  const settled = rows.filter(({ isBehind }) => !isBehind);
  const wrong = settled.filter((row) => inconsistent.has(row.id) || !isRight(row));
  for (const { id, counted, reported } of repair ? wrong : [])
    await ledger.mend(id, { addresses: readTags(counted ?? []), children: readVector(reported ?? {}) });
  return { wrong: idsOf(wrong), behind: idsOf(rows.filter(({ isBehind }) => isBehind)) };
}

const idsOf = (rows: readonly ComparedRow[]): number[] => rows.map(({ id }) => id);

function isRight({ addresses, counted, children, reported, childCount, isGathered }: ComparedRow): boolean {
  const [stored, expected] = [readTags(addresses), readTags(counted ?? [])];
  if (stored.size !== expected.size || [...stored].some(([tag, count]) => expected.get(tag) !== count)) return false;
  if (!isSame(readVector(children), readVector(reported ?? {}))) return false;
  return !isGathered || Number(children.subnets ?? 0) === childCount;
}

/** One statement, for one snapshot. Stored usage of deleted subnets is skipped, because it has no effect. */
const compared = (ids: readonly number[]) => sql`
  with chosen as materialized (
    select u.* from usage_counts u join subnets s on s.id = u.subnet_id where u.subnet_id = any(${ids}::integer[])
  ), pending as materialized (
    select distinct p.subnet_id, s.master_subnet_id, u.reported_to
    from usage_changes p left join subnets s on s.id = p.subnet_id left join usage_counts u on u.subnet_id = p.subnet_id
  ), counted as (
    select subnet_id, json_agg(json_build_array(tag, count)) as addresses from (
      select subnet_id, tag, count(*) as count from addresses where subnet_id = any(${ids}::integer[]) group by subnet_id, tag
    ) by_tag group by subnet_id
  ), children as (
    select c.master_subnet_id as id, count(*) as count from subnets c where c.master_subnet_id = any(${ids}::integer[])
    group by c.master_subnet_id
  ), reported as (
    select id, jsonb_object_agg(name, number::text) filter (where number <> 0) as share from (
      select c.master_subnet_id as id, part.key as name, sum(part.value::numeric) as number
      from subnets c join usage_counts u on u.subnet_id = c.id and u.reported_to = c.master_subnet_id
      cross join lateral jsonb_each_text(u.reported) part
      where c.master_subnet_id = any(${ids}::integer[]) group by c.master_subnet_id, part.key
    ) summed group by id
  )
  select chosen.subnet_id as id, chosen.addresses, counted.addresses as counted, chosen.children, reported.share as reported,
    coalesce(children.count, 0) as "childCount", chosen.is_gathered as "isGathered",
    exists (select from pending p where chosen.subnet_id in (p.subnet_id, p.master_subnet_id, p.reported_to)) as "isBehind"
  from chosen
  left join counted on counted.subnet_id = chosen.subnet_id
  left join children on children.id = chosen.subnet_id
  left join reported on reported.id = chosen.subnet_id
  order by chosen.subnet_id`;

const rowsAtOnce = 1000;

interface CountsRow {
  readonly id: number;
  readonly addresses: unknown;
  readonly children: unknown;
  readonly reported: unknown;
  /** Whether the column is SQL null, not a JSON null. */
  readonly isUnreported: boolean;
}

/** Subnets with unreadable usage counts, ascending. @param repair clears the counts, so that they are computed like others */
export async function* damagedCounts(session: Session, repair: boolean): AsyncGenerator<number, void, undefined> {
  for (let after = 0, more = true; more; ) {
    const rows = await session.rows<CountsRow>(nextRows(after));
    more = rows.length > 0;
    after = rows.at(-1)?.id ?? after;
    const ids = rows.filter(isDamaged).map(({ id }) => id);
    if (repair && ids.length > 0) await empty(session, ids);
    yield* ids;
  }
}

const nextRows = (after: number) =>
  knex('usage_counts')
    .select({ id: 'subnet_id' }, 'addresses', 'children', 'reported', sql`reported is null as "isUnreported"`)
    .where('subnet_id', '>', after)
    .orderBy('subnet_id')
    .limit(rowsAtOnce);

const isDamaged = ({ addresses, children, reported, isUnreported }: CountsRow): boolean =>
  !isStoredTags(addresses) || !isStoredVector(children) || !(isUnreported || isStoredVector(reported));

const empty = (session: Session, ids: readonly number[]): Promise<void> =>
  session.transact(async (transaction) => {
    await transaction.lock('usage', lockUsage);
    const nothing = { addresses: '[]', children: '{}', is_gathered: false, reported_to: null, reported: null, used: 0, size: 0 };
    await transaction.rows(knex('usage_counts').whereIn('subnet_id', ids).update(nothing));
  });
