import type { RankingQuery } from '../../../application/ports/usage-history.js';
import type { Ranking } from '../../../domain/trends/ranking.js';
import { applyAll, type Building, type Condition, formOf, markerOf, valuesOf } from '../records/condition.js';
import { statementOf } from '../records/statement-cache.js';
import { visibleSubnets } from '../records/visibility.js';
import { knex, type Markers, type StatementParameters, sql } from '../sessions/sql.js';

/** Number of networks that a statement reads, visible or not; fewer if all sessions share one connection. */
const maxRead = 5000;
const maxReadAlone = 1000;

/** A visible network, as JSON. */
export type StoredRank = readonly [
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
export function rankingStatement(query: RankingQuery, isAlone: boolean) {
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
