import type { Knex } from 'knex';
import { type Marker, prepared, sql } from '../sessions/sql.js';

/** Selects gaps that end at or after `from` and begin at or before `to`. */
export type GapsOf = {
  readonly subnetId: number;
  readonly band: number;
  readonly from: string;
  readonly to: string;
  readonly max: number;
};
/** Selects gaps of at least `minSize` addresses. `room` is the lowest value that such gaps have in the index. */
export type SizedGapsOf = GapsOf & { readonly room: number; readonly minSize: number };

export interface GapsRow {
  readonly known: boolean;
  readonly gaps: readonly (readonly [first: string, last: string])[] | null;
}

/** Maximum value of `room` in the index: 2^12 addresses or more. */
export const maxRoom = 12;

/**
 * Upper limit for the upper ends of gaps that overlap a range. The limit is the upper end of the gap that contains the end of the
 * range, or of the next gap. Without such a gap, it is the end of the range.
 */
const upper = (band: Marker, to: Marker) => sql`
  cross join lateral (
    select coalesce((
      select f.last from free_addresses f
      where f.subnet_id = s.id and f.band = ${band}::smallint and f.last >= ${to}::inet order by f.last limit 1
    ), ${to}::inet) as last
  ) upper`;

const gapsInOrder = (name: string, direction: Knex.Raw) =>
  prepared<GapsOf, GapsRow>(
    name,
    ({ subnetId, band, from, to, max }) => sql`
      select s.free_addresses_known as known, (
        select json_agg(json_build_array(host(gap.first), host(gap.last)) order by gap.last ${direction}) from (
          select f.first, f.last from free_addresses f
          where f.subnet_id = s.id and f.band = ${band}::smallint
            and f.last >= ${from}::inet and f.last <= upper.last and f.first <= ${to}::inet
          order by f.last ${direction} limit ${max}::integer
        ) gap
      ) as gaps
      from subnets s ${upper(band, to)} where s.id = ${subnetId}::integer`,
  );

/** One index lookup for each value of `room`. The size of each gap is compared only below the highest value. */
const sizedGapsInOrder = (name: string, direction: Knex.Raw) =>
  prepared<SizedGapsOf, GapsRow>(
    name,
    ({ subnetId, band, from, to, max, room, minSize }) => sql`
      select s.free_addresses_known as known, (
        select json_agg(json_build_array(host(gap.first), host(gap.last)) order by gap.last ${direction}) from (
          select found.first, found.last
          from generate_series(${room}::integer, ${maxRoom}::integer) size(room)
          cross join lateral (
            select f.first, f.last from free_addresses f
            where f.subnet_id = s.id and f.band = ${band}::smallint and f.room = size.room and f.last >= ${from}::inet and f.last <= upper.last
              and f.first <= ${to}::inet
              and case when f.room < ${maxRoom}::integer then f.last - f.first + 1 >= ${minSize}::bigint else true end
            order by f.last ${direction} limit ${max}::integer
          ) found
          order by found.last ${direction} limit ${max}::integer
        ) gap
      ) as gaps
      from subnets s ${upper(band, to)} where s.id = ${subnetId}::integer`,
  );

export const findGaps = {
  ascending: gapsInOrder('free_gaps_up', sql`asc`),
  descending: gapsInOrder('free_gaps_down', sql`desc`),
};
export const findSizedGaps = {
  ascending: sizedGapsInOrder('sized_gaps_up', sql`asc`),
  descending: sizedGapsInOrder('sized_gaps_down', sql`desc`),
};

type FreedOf = {
  readonly subnetId: number;
  readonly first: string;
  readonly last: string;
  readonly since: string;
  readonly max: number;
};

const freedInOrder = (name: string, direction: Knex.Raw) =>
  prepared<FreedOf, { readonly ip: string }>(
    name,
    ({ subnetId, first, last, since, max }) => sql`
      select host(ip) as ip from freed_addresses
      where subnet_id = ${subnetId}::integer and ip between ${first}::inet and ${last}::inet and freed_at > ${since}::timestamp
      order by freed_addresses.ip ${direction} limit ${max}::integer`,
  );

export const findFreed = {
  ascending: freedInOrder('freed_up', sql`asc`),
  descending: freedInOrder('freed_down', sql`desc`),
};

/** Records the release of all addresses of a subnet, before it happens. */
export const noteAllFreed = prepared<{ subnetId: number; at: string }>(
  'note_all_freed',
  ({ subnetId, at }) => sql`
    insert into freed_addresses (subnet_id, ip, freed_at)
    select subnet_id, ip, ${at}::timestamp from addresses where subnet_id = ${subnetId}::integer
    on conflict (subnet_id, ip) do update set freed_at = excluded.freed_at`,
);

export const moveFreed = prepared<{ from: number; to: number; first: string; last: string }>(
  'move_freed',
  ({ from, to, first, last }) => sql`
    with moved as (
      delete from freed_addresses where subnet_id = ${from}::integer and ip between ${first}::inet and ${last}::inet
      returning ip, freed_at
    )
    insert into freed_addresses (subnet_id, ip, freed_at) select ${to}::integer, ip, freed_at from moved on conflict do nothing`,
);

/** Deletes up to `some` records older than a timestamp, or above a maximum number. */
export const forgetFreed = prepared<{ before: string; max: number; some: number }>(
  'forget_freed',
  ({ before, max, some }) => sql`
    with excess as (
      select freed_at from freed_addresses order by freed_at desc offset ${max}::integer limit 1
    ), old as (
      select subnet_id, ip from freed_addresses
      where freed_at < ${before}::timestamp or freed_at <= (select freed_at from excess)
      order by freed_at limit ${some}::integer
    )
    delete from freed_addresses f using old where f.subnet_id = old.subnet_id and f.ip = old.ip returning 1 as gone`,
);
