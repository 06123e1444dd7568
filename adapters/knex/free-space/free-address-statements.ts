import { hiddenFromPlanner, knex, type Marker, type Markers, prepared, type Query, sql } from '../sessions/sql.js';
import { bandedRuns, hasRanges, piecesOf } from './bands.js';

export interface SpaceRow {
  readonly known: boolean;
  /** The network of the subnet; null for a folder. */
  readonly network: string | null;
  readonly has_children: boolean;
  readonly has_ranges: boolean;
  /** First and last address of each gap with its band, ordered by band and address; null for none. */
  readonly gaps: readonly (readonly [first: string, last: string, band: number])[] | null;
  /** End of the first address hold. */
  readonly held_until: string | null;
}

/** Gaps that end at or after `from`, by default the start of the network. Gaps in ranges with priority come first. */
type SpaceOf = { readonly subnetId: number; readonly from: string | null; readonly max: number };

export const freeSpace = prepared<SpaceOf, SpaceRow>(
  'free_space',
  ({ subnetId, from, max }) => sql`
    select s.free_addresses_known as known, s.network, exists (select from subnets where master_subnet_id = s.id) as has_children,
      ${hasRanges(sql`s.id`)} as has_ranges, (
      select json_agg(json_build_array(host(f.first), host(f.last), f.band) order by f.band, f.last)
      from (values (0::smallint), (1::smallint)) wanted(band) cross join lateral (
        select first, last, band from free_addresses
        where subnet_id = s.id and band = wanted.band
          and last >= coalesce(${from}::inet, set_masklen(s.network::inet, case family(s.network) when 4 then 32 else 128 end))
        order by last limit ${max}::integer
      ) f
    ) as gaps, (
      select held_until::text from addresses where subnet_id = s.id and held_until is not null order by held_until limit 1
    ) as held_until
    from subnets s where s.id = ${subnetId}::integer`,
);

export const lockFreeAddresses = prepared<{ id: number }, { known: boolean }>('lock_free_addresses', ({ id }) =>
  knex('subnets').select({ known: 'free_addresses_known' }).where({ id }).forNoKeyUpdate(),
);

/** A separate statement, because one that also waits for the lock would not see a range created meanwhile. */
export const selectHasRanges = (id: number): Query => sql`select ${hasRanges(sql`${id}::integer`)} as has_ranges`;

/** Number of used addresses that one statement reads to compute gaps. Short statements block others less. */
const window = 20_000;

/**
 * Inserts the gaps before the next used addresses. Returns the last of these used addresses.
 * @param isCut whether ranges divide the gaps
 */
export const gatherGaps = (subnetId: number, from: string, to: string, isCut: boolean): Query => sql`
  with used as (
    select ip from addresses where subnet_id = ${subnetId} and ip >= ${from}::inet and ip <= ${to}::inet order by ip limit ${window}
  ), placed as (
    select ip, lag(ip) over (order by ip) as before from used
  ), beside as (
    select coalesce(before + 1, ${from}::inet) as first, ip from placed
  ), gap as (
    select first, ip - 1 as last from beside where first < ip
  ), gathered as (
    insert into free_addresses (subnet_id, first, last, band)
    select ${subnetId}::integer, piece.first, piece.last, piece.band from (${bandedGaps(subnetId, isCut)}) piece
  )
  select host(max(ip)) as last from used`;

export const gatherGap = (subnetId: number, first: string, last: string, isCut: boolean): Query => sql`
  with gap as (select ${first}::inet as first, ${last}::inet as last)
  insert into free_addresses (subnet_id, first, last, band)
  select ${subnetId}::integer, piece.first, piece.last, piece.band from (${bandedGaps(subnetId, isCut)}) piece`;

const bandedGaps = (subnetId: number, isCut: boolean) =>
  isCut ? piecesOf(sql`${subnetId}::integer`, sql`gap`) : sql`select first, last, 1::smallint as band from gap`;

export const forgetGaps = prepared<{ subnetId: number }>(
  'forget_gaps',
  ({ subnetId }) => sql`
    with unknown as (
      update subnets set free_addresses_known = false where id = ${subnetId}::integer and free_addresses_known returning id
    )
    delete from free_addresses where subnet_id = (select id from unknown)`,
);

/**
 * Divides the gaps around an interval again, after a change of the ranges in the interval. `from` and `to` are the addresses before
 * and after the interval. At the limits of an IP version, they are the ends of the interval.
 */
export const cutAgain = prepared<{ subnetId: number; from: string; to: string }>(
  'cut_gaps_again',
  ({ subnetId, from, to }) => sql`
    with upper as materialized (
      select wanted.band, coalesce((
        select f.last from free_addresses f
        where f.subnet_id = ${subnetId}::integer and f.band = wanted.band and f.last >= ${to}::inet order by f.last limit 1
      ), ${to}::inet) as last
      from (values (0::smallint), (1::smallint), (2::smallint)) wanted(band)
    ), gone as (
      delete from free_addresses f using upper
      where f.subnet_id = ${subnetId}::integer and f.band = upper.band
        and f.last >= ${from}::inet and f.last <= upper.last and f.first <= ${to}::inet
      returning f.first, f.last
    ), piece as (
      select first, last, coalesce(lag(last) over (order by first) + 1 <> first, true) as begins from gone
    ), numbered as (
      select first, last, count(*) filter (where begins) over (order by first) as number from piece
    ), gap as materialized (
      select min(first) as first, max(last) as last from numbered group by number
    )
    insert into free_addresses (subnet_id, first, last, band)
    select ${subnetId}::integer, cut.first, cut.last, cut.band from (${piecesOf(sql`${subnetId}::integer`, sql`gap`)}) cut`,
);

/** A gap, identified by its upper end, with its new lower end after an allocation. */
export type LowerEnd = { readonly subnetId: number; readonly band: number; readonly newFirst: string; readonly last: string };

export const raiseLowerEnd = ({ subnetId, band, newFirst, last }: Markers<LowerEnd>) => sql`
  update free_addresses set first = ${newFirst}::inet
  where subnet_id = ${subnetId}::integer and band = ${band}::smallint and last = ${last}::inet`;

/** Removes runs of addresses from the gaps that contain them. No effect for used addresses, or without stored gaps. */
export const takeAddressRuns = prepared<{ subnetId: number; starts: readonly string[]; ends: readonly string[] }>(
  'take_addresses',
  ({ subnetId, starts, ends }) => sql`
    with run as materialized (
      ${bandedRuns({ subnetId, starts, ends })}
    ), hit as materialized (
      select run.first as taken_first, run.last as taken_last, gap.last, run.band, subnet.id,
        coalesce(lag(run.last) over (partition by gap.last order by run.first) + 1, gap.first) as first
      from run
      cross join (select ${subnetId}::integer as id) subnet
      cross join lateral (
        select f.first, f.last from free_addresses f
        where f.subnet_id = subnet.id and f.band = run.band and f.last >= run.last order by f.last limit 1
      ) gap
      where gap.first <= run.first
    ), upper as materialized (
      select id, band, last, max(taken_last) as taken_last from hit group by id, band, last
    ), gone as (
      delete from free_addresses f using upper
      where f.subnet_id = upper.id and f.band = upper.band and f.last = upper.last and upper.last = upper.taken_last
    ), cut as (
      update free_addresses f set first = upper.taken_last + 1
      from upper where f.subnet_id = upper.id and f.band = upper.band and f.last = upper.last and upper.last > upper.taken_last
    )
    insert into free_addresses (subnet_id, first, last, band)
    select id, first, taken_first - 1, band from hit where first < taken_first`,
);

/** Runs of addresses, ascending, with the addresses before and after each; null at the limits of a family. */
type FreedRuns = {
  readonly subnetId: number;
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly befores: readonly (string | null)[];
  readonly afters: readonly (string | null)[];
};

const hidden = (ips: Marker) => hiddenFromPlanner(sql`${ips}::inet[]`);

/** Merges freed runs with adjacent gaps. Each result is an updated or a new gap. An array makes the planner use the index. */
export const giveRuns = prepared<FreedRuns>(
  'give_addresses',
  ({ subnetId, starts, ends, befores, afters }) => sql`
    with subnet as materialized (
      select id from subnets where id = ${subnetId}::integer and free_addresses_known
    ), freed as materialized (
      select subnet.id, run.first, run.last, run.band,
        case when run.first = given.first then given.before else run.first - 1 end as before,
        case when run.last = given.last then given.after else run.last + 1 end as after
      from subnet
      cross join (${bandedRuns({ subnetId, starts, ends })}) run
      join unnest(${hidden(starts)}, ${hidden(ends)}, ${hidden(befores)}, ${hidden(afters)}) with ordinality
        given(first, last, before, after, n) on given.n = run.n
    ), beside as materialized (
      select gap.first, gap.last, gap.band from freed cross join lateral (
        select f.first, f.last, f.band from free_addresses f
        where f.subnet_id = freed.id and f.band = freed.band and f.last = freed.before offset 0
      ) gap
      union
      select gap.first, gap.last, gap.band from freed cross join lateral (
        select f.first, f.last, f.band from free_addresses f
        where f.subnet_id = freed.id and f.band = freed.band and f.last > freed.last order by f.last limit 1
      ) gap where gap.first = freed.after
    ), piece as (
      select first, last, band, family(first) as family,
        coalesce(lag(last) over (partition by family(first), band order by first) + 1 <> first, true) as begins
      from (select first, last, band from freed union all select first, last, band from beside) each_one
    ), numbered as (
      select first, last, band, family, count(*) filter (where begins) over (partition by family, band order by first) as number
      from piece
    ), joined as materialized (
      select min(first) as first, max(last) as last, band from numbered group by family, band, number
    ), gone as (
      delete from free_addresses where subnet_id = ${subnetId}::integer and band = any (array[0, 1, 2]::smallint[])
        and last = any (array(select last from beside where last not in (select last from joined)))
    ), grown as (
      update free_addresses f set first = (select joined.first from joined where joined.last = f.last)
      where f.subnet_id = ${subnetId}::integer and f.band = any (array[0, 1, 2]::smallint[])
        and f.last = any (array(select last from joined))
    )
    insert into free_addresses (subnet_id, first, last, band)
    select subnet.id, joined.first, joined.last, joined.band from subnet cross join joined
    where not exists (select from beside where beside.last = joined.last)`,
);

export const countGapMistakes = (subnetId: number): Query => sql`
  with subnet as (select ${subnetId}::integer as id),
  space(lowest, highest) as (
    values ('0.0.0.0'::inet, '255.255.255.255'::inet), ('::'::inet, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'::inet)
  ), used as (
    select a.ip, lag(a.ip) over (partition by family(a.ip) order by a.ip) as before
    from addresses a join subnet on a.subnet_id = subnet.id
  ), ahead as materialized (
    select coalesce(used.before + 1, space.lowest) as first, used.ip
    from used join space on family(space.lowest) = family(used.ip)
  ), behind as materialized (
    select space.lowest, space.highest, (select max(ip) from used where family(ip) = family(space.lowest)) as ip from space
  ), gap as materialized (
    select first, ip - 1 as last from ahead where first < ip
    union all select coalesce(ip + 1, lowest), highest from behind where ip is null or ip < highest
  ), expected as (
    ${piecesOf(sql`${subnetId}::integer`, sql`gap`)}
  ), stored as (
    select f.first, f.last, f.band from free_addresses f join subnet on f.subnet_id = subnet.id
  )
  select count(*) as mistakes from (
    (select * from expected except select * from stored) union all (select * from stored except select * from expected)
  ) mistake`;
