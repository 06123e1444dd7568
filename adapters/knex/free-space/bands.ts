import type { Knex } from 'knex';
import type { Band } from '../../../domain/allocation/stored-range.js';
import { hiddenFromPlanner, type Marker, sql } from '../sessions/sql.js';

/** Numbers of bands in allocation order, as in the column `free_addresses.band`. */
export const bandNumbers: Readonly<Record<Band, number>> = { first: 0, open: 1, excluded: 2 };

const bandOfRange = sql`(case r.allocation when 'first' then 0 else 2 end)::smallint`;

export const bandOfAddress = (subnetId: Knex.Raw, ip: Knex.Raw): Knex.Raw => sql`
  coalesce((
    select case when r.first <= ${ip} then ${bandOfRange} end from ranges r
    where r.subnet_id = ${subnetId} and r.last >= ${ip} order by r.last limit 1
  ), 1::smallint)`;

export const hasRanges = (subnetId: Knex.Raw): Knex.Raw => sql`exists (select from ranges r where r.subnet_id = ${subnetId})`;

/** Splits gaps into maximal intervals of one band: columns first, last, band. @param gaps query with the columns first and last */
export const piecesOf = (subnetId: Knex.Raw, gaps: Knex.Raw): Knex.Raw => sql`
  select min(piece.first) as first, max(piece.last) as last, piece.band
  from (
    select part.*, count(*) filter (where part.begins) over (partition by part.gap_last order by part.first) as number
    from (
      select cut.*, lag(cut.band) over (partition by cut.gap_last order by cut.first) is distinct from cut.band as begins
      from (
        select point.gap_last, point.first,
          coalesce(lead(point.first) over (partition by point.gap_last order by point.first) - 1, point.gap_last) as last,
          ${bandOfAddress(subnetId, sql`point.first`)} as band
        from (
          select last as gap_last, first from ${gaps} g
          union
          select g.last, r.first from ${gaps} g join ranges r on r.subnet_id = ${subnetId} and r.first > g.first and r.first <= g.last
          union
          select g.last, r.last + 1 from ${gaps} g join ranges r on r.subnet_id = ${subnetId} and r.last >= g.first and r.last < g.last
        ) point
      ) cut
    ) part
  ) piece
  group by piece.gap_last, piece.number, piece.band`;

/** Runs of addresses of a subnet, ascending. */
interface RunMarkers {
  readonly subnetId: Marker;
  readonly starts: Marker;
  readonly ends: Marker;
}

/**
 * Query with the columns first, last, n (number of the run) and band. In a subnet with ranges, each row is a single address,
 * because a run may have several bands.
 */
export const bandedRuns = ({ subnetId, starts, ends }: RunMarkers): Knex.Raw => {
  const id = sql`${subnetId}::integer`;
  const hidden = (ips: Marker) => hiddenFromPlanner(sql`${ips}::inet[]`);
  return sql`
    select piece.first, case when piece.is_cut then piece.first else piece.last end as last, piece.n,
      case when piece.is_cut then ${bandOfAddress(id, sql`piece.first`)} else 1::smallint end as band
    from (
      select given.first + step as first, given.last, given.n, subnet.is_cut
      from (select ${hasRanges(id)} as is_cut offset 0) subnet
      cross join unnest(${hidden(starts)}, ${hidden(ends)}) with ordinality given(first, last, n)
      cross join lateral generate_series(0::bigint, case when subnet.is_cut then given.last - given.first else 0 end) step
    ) piece`;
};
