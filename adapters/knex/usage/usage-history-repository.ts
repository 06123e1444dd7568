import type {
  RankedNetwork,
  RankingPage,
  RankingQuery,
  UsageHistoryRepository,
} from '../../../application/ports/usage-history.js';
import { append } from '../../../domain/grouping.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Ranking, RankingPosition } from '../../../domain/trends/ranking.js';
import type { UsagePoint } from '../../../domain/trends/usage-history.js';
import { applyAll, type Building, type Condition, formOf, markerOf, valuesOf } from '../records/condition.js';
import { isId, lookupId } from '../records/field-columns.js';
import { statementOf } from '../records/statement-cache.js';
import { visibleSubnets } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import { knex, type Markers, type NoValues, prepared, preparedTexts, type StatementParameters, sql } from '../sessions/sql.js';

const now = sql`statement_timestamp()`;
const dayText = sql`to_char(day, 'YYYY-MM-DD')`;

export const readDays = prepared<NoValues, { day: string; isComplete: boolean }>('usage_days', () =>
  knex('usage_days').select(sql`to_char(day, 'YYYY-MM-DD') as day`, { isComplete: 'is_complete' }).orderBy('usage_days.day'),
);

interface Span extends Readonly<Record<string, string | number>> {
  readonly id: number;
  readonly from: string;
  readonly until: string;
}

/** Returns texts of the day, the used and the usable addresses. */
export const readSubnetPoints = preparedTexts<Span>('subnet_usage_points', ({ id, from, until }) =>
  knex('subnet_usage_points')
    .select(dayText, 'used', 'size')
    .where('subnet_id', id)
    .whereBetween('day', [from, until])
    .orderBy('day'),
);

/** Returns texts as readSubnetPoints, and the used IPv6 addresses. */
export const readSectionPoints = preparedTexts<Span>('section_usage_points', ({ id, from, until }) =>
  knex('section_usage_points')
    .select(dayText, 'used', 'size', 'used6')
    .where('section_id', id)
    .whereBetween('day', [from, until])
    .orderBy('day'),
);

/** Returns texts as readSubnetPoints, after the id of the subnet. */
export const readPointsOfSubnets = preparedTexts<{ ids: readonly number[]; days: readonly string[] }>(
  'usage_points_of_subnets',
  ({ ids, days }) =>
    knex('subnet_usage_points')
      .select('subnet_id', dayText, 'used', 'size')
      .where('subnet_id', sql`any(${ids}::integer[])`)
      .where('day', sql`any(${days}::date[])`),
);

/** Returns texts as readSubnetPoints, with the sums of several subnets. */
export const readSums = preparedTexts<{ ids: readonly number[]; from: string; until: string }>(
  'usage_points_summed',
  ({ ids, from, until }) =>
    knex('subnet_usage_points')
      .select(dayText)
      .sum('used')
      .sum('size')
      .where('subnet_id', sql`any(${ids}::integer[])`)
      .whereBetween('day', [from, until])
      .groupBy('day')
      .orderBy('day'),
);

/** Acquires or renews a lease; returns no row if another owner has it. */
export const beginDay = prepared<{ day: string; owner: string; seconds: number }, { owner: string }>(
  'begin_usage_day',
  ({ day, owner, seconds }) =>
    knex('usage_days')
      .insert({ day, owner, until: sql`${now} + ${seconds} * interval '1 second'` })
      .onConflict('day')
      .merge(['owner', 'until'])
      .whereNull('usage_days.owner')
      .orWhere('usage_days.owner', sql`excluded.owner`)
      .orWhere('usage_days.until', '<=', now)
      .returning('owner'),
);

export const endDay = prepared<{ day: string; owner: string; isComplete: boolean }>(
  'end_usage_day',
  ({ day, owner, isComplete }) =>
    knex('usage_days')
      .where({ day, owner })
      .update({ owner: null, is_complete: sql`is_complete or ${isComplete}::boolean` }),
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

export const usageHistoryIn = (session: Session): UsageHistoryRepository => ({
  days: () => session.prepared(readDays),
  async ofSubnet(id, { from, until }) {
    const rows = await session.lookup(readSubnetPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  },
  async ofSection(id, { from, until }) {
    const rows = await session.lookup(readSectionPoints, { id: lookupId(id), from, until });
    return rows.map(([day, used, size, used6]) => ({ ...pointOf(day, used, size), used6: BigInt(used6 ?? 0) }));
  },
  async ofSubnets(ids, days) {
    const found = new Map<number, UsagePoint[]>();
    const rows = await session.prepared(readPointsOfSubnets, { ids: ids.filter(isId), days });
    for (const [id, day, used, size] of rows) append(found, Number(id), pointOf(day, used, size));
    return found;
  },
  async sums(ids, { from, until }) {
    const rows = await session.prepared(readSums, { ids: ids.filter(isId), from, until });
    return rows.map(([day, used, size]) => pointOf(day, used, size));
  },
  async ranked({ max, after, ...query }) {
    const networks: RankedNetwork[] = [];
    for (let position = after; ; ) {
      const page = await ranksIn(session, { ...query, after: position, max: max - networks.length });
      networks.push(...page.networks);
      position = page.next;
      if (!position) return { networks };
      if (networks.length === max) return { networks, next: position };
    }
  },
  begin: async (day, owner, seconds) => (await session.prepared(beginDay, { day, owner, seconds })).length > 0,
  async recordSubnets(ids, { day, expendable, growthBase }) {
    const parameters = { ids: ids.filter(isId), day, expendable, base: growthBase ?? null };
    return (await session.prepared(recordSubnets, parameters)).map(({ id }) => id);
  },
  async recordSections(sections, { day, expendable }) {
    const rows = sections.map(({ id, used, size, used6 }) => ({ id, used: `${used}`, size: `${size}`, used6: `${used6}` }));
    await session.prepared(recordSections, { rows: JSON.stringify(rows), day, expendable });
  },
  async end(owner, { day, expendable }, isComplete) {
    await session.prepared(endDay, { day, owner, isComplete });
    if (isComplete && expendable.length > 0) await session.prepared(dropDays, { days: expendable });
  },
});

/**
 * Returns the visible networks of one chunk. `next` is the position of the last network that was read, visible or not; undefined
 * at the end.
 */
async function ranksIn(session: Session, query: RankingQuery): Promise<RankingPage> {
  const { statement, values } = rankingStatement(query, session.isAlone);
  const [row] = await session.prepared(statement, values);
  const [seen = null, isWhole = null, value = null, id = null] = row ?? [];
  const ranks: readonly StoredRank[] = seen === null ? [] : JSON.parse(seen);
  const networks = ranks.map(networkOf);
  const last = ranks.at(-1);
  if (ranks.length === query.max && last) return { networks, next: positionOf(last[8], last[0]) };
  const isEnd = isWhole !== 't' || value === null;
  return { networks, ...(isEnd ? {} : { next: positionOf(value, Number(id)) }) };
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

/** Number of networks that a statement reads, visible or not; fewer if all sessions share one connection. */
const maxRead = 5000;
const maxReadAlone = 1000;

/** A visible network, as JSON. */
type StoredRank = readonly [
  id: number,
  sectionId: number,
  network: string,
  description: string | null,
  used: string,
  size: string,
  growth: string | null,
  unusedSince: string | null,
  value: string,
];

interface RankingColumn {
  readonly column: string;
  readonly type: string;
  readonly direction: 'asc' | 'desc';
  /** SQL condition, the same as in the partial index of this ranking (migration 0040). */
  readonly where: string;
}

const columns: Readonly<Record<Ranking, RankingColumn>> = {
  fullest: { column: 'share', type: 'double precision', direction: 'desc', where: 'r.is_leaf and r.used > 0' },
  growing: { column: 'growth', type: 'numeric', direction: 'desc', where: 'r.is_leaf and r.growth > 0' },
  unused: { column: 'unused_since', type: 'date', direction: 'asc', where: 'r.is_leaf and r.unused_since is not null' },
};

const rank = `json_build_array(id, section_id, network, description, used::text, size::text, growth::text,
  to_char(unused_since, 'YYYY-MM-DD'), value::text)`;

/**
 * Reads a chunk of networks in the order of a ranking, then selects the visible ones. Returns one row: the visible networks as JSON
 * or null, whether the chunk has the maximum number of networks, and the value and the id of its last network.
 */
function rankingStatement(query: RankingQuery, isAlone: boolean) {
  const { by, viewer, after, max, unusedOn } = query;
  const where = visibleSubnets(viewer);
  const conditions = formOf(where);
  const form = conditions === undefined ? undefined : `${after !== undefined} ${unusedOn !== undefined}${conditions}`;
  const statement = statementOf({ name: `usage_ranking_${by}`, form, isNamed: true }, (markers) => build(query, where, markers));
  const values: StatementParameters = {
    ...valuesOf(where),
    max,
    read: where.length === 0 ? max : isAlone ? maxReadAlone : maxRead,
    ...(unusedOn === undefined ? {} : { unusedOn }),
    ...(after ? { value: after.value, subnetId: after.subnetId } : {}),
  };
  return { statement, values };
}

function build(query: RankingQuery, where: readonly Condition[], markers: Markers<StatementParameters>) {
  const { column, direction } = columns[query.by];
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  const order = (value: string, id: string, way: string = direction) => knex.raw(`${value} ${way}, ${id} ${way}`);
  const [max, read] = [sql`${markerOf(markers, 'max')}::integer`, sql`${markerOf(markers, 'read')}::integer`];
  const seen = knex({ p: 'part' })
    .joinRaw('cross join lateral (select * from subnets where id = p.subnet_id offset 0) t')
    .select('t.id', 't.section_id', 't.network', 't.description', 'p.used', 'p.size', 'p.growth', 'p.unused_since', 'p.value')
    .whereNotNull('t.network');
  return sql`
    with part as materialized (
      ${groupOf(query, markers)} order by ${order(`r.${column}`, 'r.subnet_id')} limit ${read}
    ), seen as materialized (
      ${applyAll(where, seen, markers)} order by ${order('p.value', 'p.subnet_id')} limit ${max}
    )
    select (select json_agg(${knex.raw(rank)} order by ${order('value', 'id')}) from seen),
      (select count(*) = ${read} from part), last.value::text, last.subnet_id
    from (select 1) one left join lateral (
      select value, subnet_id from part order by ${order('value', 'subnet_id', opposite)} limit 1
    ) last on true`;
}

function groupOf({ by, after, unusedOn }: RankingQuery, markers: Markers<StatementParameters>): Building {
  const { column, type, direction, where } = columns[by];
  const query = knex({ r: 'usage_trends' }).select('r.*', { value: `r.${column}` });
  query.whereRaw(where);
  if (unusedOn !== undefined) query.whereRaw('r.unused_since <= ?::date', [markerOf(markers, 'unusedOn')]);
  const isBehind = `(r.${column}, r.subnet_id) ${direction === 'desc' ? '<' : '>'} (?::text::${type}, ?::integer)`;
  return after ? query.whereRaw(isBehind, [markerOf(markers, 'value'), markerOf(markers, 'subnetId')]) : query;
}
