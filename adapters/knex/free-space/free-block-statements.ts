import type { Knex } from 'knex';
import type { End } from '../../../domain/allocation/free-ranges.js';
import { rowsAround, rowsWithin } from '../records/network-conditions.js';
import { hiddenFromPlanner, knex, type Marker, prepared, sql } from '../sessions/sql.js';

export interface GapRow {
  readonly first: string;
  readonly last: string;
}

/** `known`: whether the gaps of a subnet are stored. `first` and `last`: the ends of a found gap, or null. */
export type FreeBlockRow = { readonly known: boolean } & (GapRow | { readonly first: null; readonly last: null });

export type GapColumns = {
  readonly subnetId: number;
  readonly firsts: readonly string[];
  readonly lasts: readonly string[];
  readonly sizes: readonly number[];
};

const hiddenSize = (size: Marker) => hiddenFromPlanner(sql`${size}::integer`);

/**
 * Finds the lowest or highest gap with sufficient space. Uses one index lookup for each prefix length, from `shortest` to
 * `longest`, of the largest block in a gap.
 */
const findGapAt = (name: string, direction: Knex.Raw) =>
  prepared<{ id: number; shortest: number; longest: number }, FreeBlockRow>(
    name,
    ({ id, shortest, longest }) => sql`
      select s.free_blocks_known as known, host(f.first) as first, host(f.last) as last
      from subnets s left join lateral (
        select gap.first, gap.last
        from generate_series(${hiddenSize(shortest)}, ${hiddenSize(longest)}) size(length)
        cross join lateral (
          select first, last from free_blocks where subnet_id = s.id and largest = size.length order by last ${direction} limit 1
        ) gap
        order by gap.first ${direction} limit 1
      ) f on true
      where s.id = ${id}::integer`,
  );

export const findGap: Readonly<Record<End, ReturnType<typeof findGapAt>>> = {
  first: findGapAt('lowest_free_block', sql`asc`),
  last: findGapAt('highest_free_block', sql`desc`),
};

/**
 * Finds gaps that overlap a range. Each gap has the prefix length of the largest block that fits into it. For each of these
 * lengths from `shortest` to `longest`, finds at most `perSize` gaps, starting at the lower or upper end of the range.
 */
const gapsBySizeAt = (name: string, direction: Knex.Raw) =>
  prepared<{ id: number; shortest: number; longest: number; from: string; to: string; perSize: number }, FreeBlockRow>(
    name,
    ({ id, shortest, longest, from, to, perSize }) => sql`
      select s.free_blocks_known as known, host(f.first) as first, host(f.last) as last
      from subnets s
      cross join lateral (
        select coalesce((
          select last from free_blocks where subnet_id = s.id and last >= ${to}::inet order by last limit 1
        ), ${to}::inet) as last
      ) upper
      left join lateral (
        select gap.first, gap.last
        from generate_series(${hiddenSize(shortest)}, ${hiddenSize(longest)}) size(length)
        cross join lateral (
          select first, last from free_blocks
          where subnet_id = s.id and largest = size.length and last >= ${from}::inet and last <= upper.last and first <= ${to}::inet
          order by last ${direction} limit ${perSize}::integer
        ) gap
      ) f on true
      where s.id = ${id}::integer`,
  );

export const findGapsBySize: Readonly<Record<End, ReturnType<typeof gapsBySizeAt>>> = {
  first: gapsBySizeAt('lowest_free_blocks', sql`asc`),
  last: gapsBySizeAt('highest_free_blocks', sql`desc`),
};

const known = () => knex('subnets').select({ known: 'free_blocks_known' });
export const hasFreeBlocks = prepared<{ id: number }, { known: boolean }>('knows_free_blocks', ({ id }) => known().where({ id }));
export const lockFreeBlocks = prepared<{ id: number }, { known: boolean }>('lock_free_blocks', ({ id }) =>
  known().where({ id }).forNoKeyUpdate(),
);

export const gapsTouching = prepared<{ id: number; from: string; to: string }, GapRow & { network: string }>(
  'free_blocks_touching',
  ({ id, from, to }) => sql`
    select s.network, host(f.first) as first, host(f.last) as last
    from subnets s
    left join lateral (
      select first, last from free_blocks where subnet_id = s.id and last >= ${from}::inet and last < ${to}::inet
      union all
      (select first, last from free_blocks where subnet_id = s.id and last >= ${to}::inet order by last limit 1)
    ) f on true
    where s.id = ${id}::integer and s.free_blocks_known
    order by f.last`,
);

/** Children that overlap a range. Compares bounds, because the operator `&&` cannot use the index on parent and network. */
export const childrenOverlapping = prepared<{ id: number; lowest: string; highest: string }, { network: string }>(
  'children_overlapping',
  ({ id, lowest, highest }) => {
    const children = () => knex({ t: 'subnets' }).select('t.network').where('t.master_subnet_id', id);
    return rowsWithin(children(), lowest, highest).unionAll(rowsAround(children(), lowest)).orderBy('network');
  },
);

/** One lookup for each gap. With all ends in one condition, PostgreSQL before 17 reads all gaps of the subnet. */
export const deleteGaps = prepared<{ subnetId: number; lasts: readonly string[] }>(
  'delete_free_blocks',
  ({ subnetId, lasts }) => sql`
    delete from free_blocks where ctid = any(array(
      select gap.ctid from unnest(${hiddenFromPlanner(sql`${lasts}::inet[]`)}) gone(last) cross join lateral (
        select ctid from free_blocks where subnet_id = ${subnetId}::integer and last between gone.last and gone.last offset 0
      ) gap
    ))`,
);

export const writeGaps = prepared<GapColumns>(
  'write_free_blocks',
  ({ subnetId, firsts, lasts, sizes }) => sql`
    insert into free_blocks (subnet_id, first, last, largest)
    select ${subnetId}::integer, gap.* from unnest(${firsts}::inet[], ${lasts}::inet[], ${sizes}::smallint[]) gap
    on conflict (subnet_id, last) do update set first = excluded.first, largest = excluded.largest`,
);
