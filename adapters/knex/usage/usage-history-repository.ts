import type {
  RankedNetwork,
  RankingPage,
  RankingQuery,
  RecordedSection,
  UsageHistoryRepository,
  UsageRecordingDates,
} from '../../../application/ports/usage-history.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Day } from '../../../domain/trends/day.js';
import type { RankingPosition } from '../../../domain/trends/ranking.js';
import type { RecordedDay } from '../../../domain/trends/retention.js';
import type { DaySpan, SectionUsagePoint, UsagePoint } from '../../../domain/trends/usage-point.js';
import { isId, lookupId } from '../records/field-columns.js';
import { SessionRepository } from '../records/repository.js';
import { knex, type NoValues, prepared, preparedTexts, sql } from '../sessions/sql.js';
import { rankingStatement, type StoredRank } from './usage-ranking-statement.js';

const now = sql`statement_timestamp()`;

export const readDays = prepared<NoValues, { day: string; isComplete: boolean }>('usage_days', () =>
  knex('usage_days').select(sql`to_char(day, 'YYYY-MM-DD') as day`, { isComplete: 'is_complete' }).orderBy('usage_days.day'),
);

interface Span extends Readonly<Record<string, string | number>> {
  readonly id: number;
  readonly from: string;
  readonly until: string;
}

/** Returns texts of the day, the used and the usable addresses. */
export const readSubnetPoints = preparedTexts<Span>(
  'subnet_usage_points',
  ({ id, from, until }) => sql`
  select to_char(day, 'YYYY-MM-DD'), used, size from subnet_usage_points
  where subnet_id = ${id}::integer and day between ${from}::date and ${until}::date order by day`,
);

/** Returns texts as readSubnetPoints, and the used IPv6 addresses. */
export const readSectionPoints = preparedTexts<Span>(
  'section_usage_points',
  ({ id, from, until }) => sql`
  select to_char(day, 'YYYY-MM-DD'), used, size, used6 from section_usage_points
  where section_id = ${id}::integer and day between ${from}::date and ${until}::date order by day`,
);

/** Returns texts as readSubnetPoints, after the id of the subnet. */
export const readPointsOfSubnets = preparedTexts<{ ids: readonly number[]; days: readonly string[] }>(
  'usage_points_of_subnets',
  ({ ids, days }) => sql`
  select subnet_id, to_char(day, 'YYYY-MM-DD'), used, size from subnet_usage_points
  where subnet_id = any(${ids}::integer[]) and day = any(${days}::date[])`,
);

/** Returns texts as readSubnetPoints, with the sums of several subnets. */
export const readSums = preparedTexts<{ ids: readonly number[]; from: string; until: string }>(
  'usage_points_summed',
  ({ ids, from, until }) => sql`
  select to_char(day, 'YYYY-MM-DD'), sum(used), sum(size) from subnet_usage_points
  where subnet_id = any(${ids}::integer[]) and day between ${from}::date and ${until}::date group by day order by day`,
);

/** Acquires or renews a lease; returns no row if another owner has it. */
export const beginDay = prepared<{ day: string; owner: string; seconds: number }, { owner: string }>(
  'begin_usage_day',
  ({ day, owner, seconds }) => sql`
  insert into usage_days as d (day, owner, until) values (${day}::date, ${owner}, ${now} + ${seconds} * interval '1 second')
  on conflict (day) do update set owner = excluded.owner, until = excluded.until
    where d.owner is null or d.owner = excluded.owner or d.until <= ${now}
  returning owner`,
);

export const endDay = prepared<{ day: string; owner: string; isComplete: boolean }>(
  'end_usage_day',
  ({ day, owner, isComplete }) => sql`
  update usage_days set owner = null, is_complete = is_complete or ${isComplete}::boolean
  where day = ${day}::date and owner = ${owner}`,
);

export const dropDays = prepared<{ days: readonly string[] }>('drop_usage_days', ({ days }) =>
  knex('usage_days').where('day', sql`any(${days}::date[])`).delete(),
);

/** Returns the ids without complete stored usage. Locks only against deletion. Lookups, because a join could read whole tables. */
export const recordSubnets = prepared<
  { ids: readonly number[]; day: string; expendable: readonly string[]; base: string | null },
  { id: number }
>(
  'record_subnet_usage',
  ({ ids, day, expendable, base }) => sql`
  with given as materialized (
    select id from subnets where id = any(${ids}::integer[]) order by id for key share
  ), counted as materialized (
    select given.id, u.used, u.size, not u.children \\? 'subnets' as is_leaf
    from given cross join lateral (select * from usage_counts where subnet_id = given.id offset 0) u
    where u.is_gathered and not u.children \\? 'missing'
  ), points as (
    insert into subnet_usage_points (subnet_id, day, used, size) select id, ${day}::date, used, size from counted order by id
    on conflict (subnet_id, day) do update set used = excluded.used, size = excluded.size
  ), dropped as (
    delete from subnet_usage_points where subnet_id = any(${ids}::integer[]) and day = any(${expendable}::date[])
  ), trends as (
    insert into usage_trends (subnet_id, is_leaf, used, size, share, growth, unused_since)
    select c.id, c.is_leaf, c.used, c.size, c.used / greatest(c.size, 1), n.growth, n.unused_since
    from counted c
    left join lateral (select used from subnet_usage_points where subnet_id = c.id and day = ${base}::date offset 0) b on true
    left join lateral (select * from usage_trends where subnet_id = c.id offset 0) t on true
    cross join lateral (
      select round((c.used - b.used) * 30 / nullif(${day}::date - ${base}::date, 0)) as growth,
        case when c.used = 0 then coalesce(t.unused_since, ${day}::date) end as unused_since
    ) n
    where t.subnet_id is null or (t.is_leaf, t.used, t.size, t.growth, t.unused_since)
      is distinct from (c.is_leaf, c.used, c.size, n.growth, n.unused_since)
    order by c.id
    on conflict (subnet_id) do update set is_leaf = excluded.is_leaf, used = excluded.used, size = excluded.size,
      share = excluded.share, growth = excluded.growth, unused_since = excluded.unused_since
  )
  select id from given where not exists (select from counted where counted.id = given.id)`,
);

/** @param rows RecordedSection as JSON, with texts for the counts */
export const recordSections = prepared<{ rows: string; day: string; expendable: readonly string[] }>(
  'record_section_usage',
  ({ rows, day, expendable }) => sql`
  with given as materialized (
    select given.* from jsonb_to_recordset(${rows}::jsonb) given(id integer, used numeric, size numeric, used6 numeric)
  ), present as materialized (
    select id from sections where id in (select id from given) order by id for key share
  ), dropped as (
    delete from section_usage_points where section_id in (select id from given) and day = any(${expendable}::date[])
  )
  insert into section_usage_points (section_id, day, used, size, used6)
  select id, ${day}::date, used, size, used6 from given where id in (select id from present) order by id
  on conflict (section_id, day) do update set used = excluded.used, size = excluded.size, used6 = excluded.used6`,
);

export class KnexUsageHistoryRepository extends SessionRepository implements UsageHistoryRepository {
  days(): Promise<readonly RecordedDay[]> {
    return this.session.prepared(readDays);
  }

  async ofSubnet(id: number, { from, until }: DaySpan): Promise<readonly UsagePoint[]> {
    const rows = await this.session.lookup(readSubnetPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  }

  async ofSection(id: number, { from, until }: DaySpan): Promise<readonly SectionUsagePoint[]> {
    const rows = await this.session.lookup(readSectionPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size, used6]) => ({ ...pointOf(day, used, size), used6: BigInt(used6 ?? 0) }));
  }

  async ofSubnets(ids: readonly number[], days: readonly Day[]): Promise<ReadonlyMap<number, readonly UsagePoint[]>> {
    const found = new Map<number, UsagePoint[]>();
    const rows = await this.session.prepared(readPointsOfSubnets, { ids: ids.filter(isId), days });
    for (const [id, day, used, size] of rows) {
      const points = found.get(Number(id)) ?? [];
      points.push(pointOf(day, used, size));
      found.set(Number(id), points);
    }
    return found;
  }

  async sums(ids: readonly number[], { from, until }: DaySpan): Promise<readonly UsagePoint[]> {
    const rows = await this.session.prepared(readSums, { ids: ids.filter(isId), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  }

  async ranked({ max, after, ...query }: RankingQuery): Promise<RankingPage> {
    const networks: RankedNetwork[] = [];
    for (let position = after; ; ) {
      const ranks = await this.#ranks({ ...query, after: position, max: max - networks.length });
      networks.push(...ranks.networks);
      position = ranks.next;
      if (!position) return { networks };
      if (networks.length === max) return { networks, next: position };
    }
  }

  /**
   * Returns the visible networks of one chunk. `next` is the position of the last network that was read, visible or not; undefined
   * at the end.
   */
  async #ranks(query: RankingQuery): Promise<RankingPage> {
    const { statement, values } = rankingStatement(query, this.session.isAlone);
    const [row] = await this.session.prepared(statement, values);
    const [seen = null, isWhole = null, value = null, id = null] = row ?? [];
    const ranks: readonly StoredRank[] = seen === null ? [] : JSON.parse(seen);
    const networks = ranks.map(networkOf);
    const last = ranks.at(-1);
    if (ranks.length === query.max && last) return { networks, next: positionOf(last[8], last[0]) };
    const isEnd = isWhole !== 't' || value === null;
    return { networks, ...(isEnd ? {} : { next: positionOf(value, Number(id)) }) };
  }

  async begin(day: Day, owner: string, seconds: number): Promise<boolean> {
    return (await this.session.prepared(beginDay, { day, owner, seconds })).length > 0;
  }

  async recordSubnets(ids: readonly number[], { day, expendable, growthBase }: UsageRecordingDates): Promise<readonly number[]> {
    const parameters = { ids: ids.filter(isId), day, expendable, base: growthBase ?? null };
    return (await this.session.prepared(recordSubnets, parameters)).map(({ id }) => id);
  }

  async recordSections(sections: readonly RecordedSection[], { day, expendable }: UsageRecordingDates): Promise<void> {
    const rows = sections.map(({ id, used, size, used6 }) => ({ id, used: `${used}`, size: `${size}`, used6: `${used6}` }));
    await this.session.prepared(recordSections, { rows: JSON.stringify(rows), day, expendable });
  }

  async end(owner: string, { day, expendable }: UsageRecordingDates, isComplete: boolean): Promise<void> {
    await this.session.prepared(endDay, { day, owner, isComplete });
    if (isComplete && expendable.length > 0) await this.session.prepared(dropDays, { days: expendable });
  }
}

type Text = string | null | undefined;

const pointOf = (day: Text, used: Text, size: Text): UsagePoint => ({
  day: day ?? '',
  used: BigInt(used ?? 0),
  size: BigInt(size ?? 0),
});

const positionOf = (value: string, subnetId: number): RankingPosition => ({ value, subnetId });

const networkOf = ([id, sectionId, network, description, used, size, growth, unusedSince]: StoredRank): RankedNetwork => ({
  network: { id, sectionId, prefix: Prefix.parse(network), description },
  used: BigInt(used),
  size: BigInt(size),
  growth: growth === null ? null : BigInt(growth),
  unusedSince,
});
