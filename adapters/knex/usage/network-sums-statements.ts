import type { Knex } from 'knex';
import { applyAll, type Building, type Condition, formOf, markerOf } from '../records/condition.js';
import { statementOf, type TextStatement } from '../records/statement-cache.js';
import { knex, type Markers, type SqlFragment, type StatementParameters, sql } from '../sessions/sql.js';

export interface ChunkForm {
  readonly max: number;
  /**
   * Whether the chunk starts after a given network: that with the parameters `network` and `id`, or in sectionStatement with `id`.
   */
  readonly isBehind: boolean;
  readonly where: readonly Condition[];
}

/** A network `f` with its usage, as JSON. */
export type StoredFill = readonly [
  id: number,
  sectionId: number,
  network: string,
  description: string | null,
  threshold: number | null,
  used: string,
  size: string,
  isLeaf: boolean,
];

const fill = `json_build_array(f.id, f.section_id, f.network, f.description, f.threshold, f.used::text, f.size::text, f.is_leaf)`;

export type StoredCell = readonly [cell: string, networks: number, used: string, size: string];

export type StoredSection = readonly [id: number, networks: number, used: string, edges: string, size: string, used6: string];

/** A network without complete stored usage. */
export type Unkept = readonly [id: number, isNew: boolean];

/*
 * Each statement returns one row: sums, networks and Unkept, as JSON or null, the number of networks in the chunk, and the
 * network and the id of the last one.
 */

/**
 * Networks by address that are within a prefix or contain it, with the parameter `cellLength`.
 * @param reach condition that selects either the networks within the prefix or those that contain it
 */
export const cellStatement = (reach: Condition, form: ChunkForm): TextStatement =>
  chunkStatement('cell_sums', { ...form, reach }, (markers) => {
    const length = sql`${markerOf(markers, 'cellLength')}::integer`;
    const networks = reach.apply(knex({ t: 'subnets' }), markers) as Building;
    if (form.isBehind)
      networks.whereRaw('(t.network, t.id) > (?::cidr, ?::integer)', [markerOf(markers, 'network'), markerOf(markers, 'id')]);
    return {
      chunk: networks.orderBy(['t.network', 't.id']),
      further: knex.raw('null as is_top'),
      sums: sql`select json_agg(json_build_array(cell, networks, used, size)) from (
        select set_masklen(network, ${length}) as cell, count(*) as networks, sum(used)::text as used, sum(size)::text as size
        from seen where is_leaf and masklen(network) > ${length} group by 1
      ) by_cell`,
      networks: sql`select json_agg(${knex.raw(fill)} order by f.network, f.id) from seen f
        where is_leaf is not null and masklen(network) <= ${length}`,
      last: 'network desc, id desc',
    };
  });

/**
 * All networks, by id, with the parameter `fullest`: the maximum number of networks. @param aboveWhere visibility of parents `m`
 */
export const sectionStatement = (aboveWhere: readonly Condition[], form: ChunkForm): TextStatement =>
  chunkStatement('section_sums', form, (markers) => {
    const networks = knex({ t: 'subnets' }).whereNotNull('t.network').orderBy('t.id');
    if (form.isBehind) networks.where('t.id', '>', sql`${markerOf(markers, 'id')}::integer`);
    const above = knex({ m: 'subnets' }).select('m.id').whereNotNull('m.network');
    const seenAbove = applyAll(aboveWhere, above.where('m.id', knex.ref('t.master_subnet_id')), markers);
    return {
      chunk: networks,
      further: sql`(${seenAbove.limit(1)}) is null as is_top`,
      sums: sql`select json_agg(json_build_array(section_id, networks, used, edges, size, used6)) from (
        select section_id, count(*) as networks,
          coalesce(sum(used) filter (where is_top and family(network) = 4), 0)::text as used,
          coalesce(sum(edges) filter (where is_top and not is_full and family(network) = 4), 0)::text as edges,
          coalesce(sum(size) filter (where is_top and family(network) = 4), 0)::text as size,
          coalesce(sum(used) filter (where is_top and family(network) = 6), 0)::text as used6
        from seen group by section_id
      ) by_section`,
      networks: sql`select json_agg(${knex.raw(fill)}) from (
        select * from seen where is_leaf and used > 0
        order by used / greatest(size, 1) desc, greatest(size - used, 0), id limit ${markerOf(markers, 'fullest')}::integer
      ) f`,
      last: 'id desc',
    };
  });

interface ChunkQueries {
  /** The networks of the chunk, `t`. */
  readonly chunk: Building;
  readonly further: Knex.Raw;
  readonly sums: SqlFragment;
  readonly networks: SqlFragment;
  /** SQL terms of `order by`, descending: the first result is the last network of the chunk. */
  readonly last: string;
}

/** One lookup for each network. A join would read all other stored usage too, for each chunk. */
const usageOfEach = 'left join lateral (select * from usage_counts where subnet_id = t.id offset 0) u on true';

const columns = [
  ...['id', 'section_id', 'vrf_id', 'master_subnet_id', 'network', 'is_full'],
  ...['permissions', 'description', 'threshold'],
];

/** Selects the chunk before the visibility conditions apply, which limits the work of each statement. */
function chunkStatement(
  name: string,
  { max, isBehind, where, reach }: ChunkForm & { readonly reach?: Condition },
  build: (markers: Markers<StatementParameters>) => ChunkQueries,
): TextStatement {
  const conditions = formOf(reach ? [reach, ...where] : where);
  const form = conditions === undefined ? undefined : `${max} ${isBehind} where${conditions}`;
  return statementOf({ name, form, isNamed: true }, (markers) => {
    const { chunk, further, sums, networks, last } = build(markers);
    const seen = knex({ t: 'part' })
      .joinRaw(usageOfEach)
      .select('t.*', 'u.used', 'u.size', further)
      .select(knex.raw(`(u.children->>'edges')::numeric as edges`))
      .select(knex.raw(`not u.children \\? 'subnets' as is_leaf, u.subnet_id is null as is_new`))
      .select(knex.raw(`coalesce(u.is_gathered and not u.children \\? 'missing', false) as is_kept`));
    return sql`
      with part as materialized (${chunk.select(columns.map((column) => `t.${column}`)).limit(max)}),
      seen as materialized (${applyAll(where, seen, markers)})
      select (${sums}), (${networks}),
        (select json_agg(json_build_array(id, is_new)) from seen where not is_kept),
        (select count(*) from part), last.network, last.id
      from (select network, id from part order by ${knex.raw(last)} limit 1) last`;
  });
}
