import { addressBits } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { type Building, type Condition, condition, markerOf } from '../records/condition.js';
import type { Given, Marker, Markers } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';

/** Holds for the networks that overlap a prefix; goes by an index that begins with the network. */
export const overlapping = (prefix: Prefix): Condition =>
  condition('overlapping', boundsOf(prefix), (query, given) =>
    query.where((either) => {
      restrictWithin(either, given).orWhere((outer) => restrictAround(outer, given));
    }),
  );

/** Leaves the networks `t` within a prefix, by its bounds. */
export const restrictWithin = (query: Building, given: Markers<Given>): Building =>
  query.whereBetween('t.network', [sql`${markerOf(given, 'lowest')}::cidr`, sql`${markerOf(given, 'highest')}::cidr`]);

/** Leaves the networks `t` around a prefix, by its bounds. */
export const restrictAround = (query: Building, given: Markers<Given>): Building =>
  query.where('t.network', '=', sql`any(${networksAround(markerOf(given, 'lowest'))})`);

/** The networks around a prefix, each once: an index finds each of them, where the operator for it would look at all networks. */
const networksAround = (prefix: Marker) => sql`
  array(select set_masklen(${prefix}::cidr, length) from generate_series(0, masklen(${prefix}::cidr) - 1) length)`;

/**
 * Those of the rows `t` whose networks lie around a prefix, of a query of few columns of an index that goes on with the network:
 * one look into it for each length of a mask. PostgreSQL before 17 reads everything that the other columns leave instead, when
 * it is given all networks around the prefix at once: 30 ms where a master has 50,000 children.
 */
export function rowsAround(rows: Building, lowest: Marker) {
  const prefix = hidden(lowest);
  const around = sql`set_masklen(${prefix}, length)`;
  return sql`
    select t.* from generate_series(0, 127) length
    cross join lateral (${rows.whereBetween('t.network', [around, around])} offset 0) t
    where length < masklen(${prefix})`;
}

/** Those of the rows `t` whose networks lie within a prefix, by its bounds; planned once, as rowsAround. */
export const rowsWithin = (rows: Building, lowest: Marker, highest: Marker): Building =>
  rows.whereBetween('t.network', [hidden(lowest), hidden(highest)]);

/** A network that no plan knows: one plan is as good as any other, and a new plan takes longer than the looks themselves. */
const hidden = (network: Marker) => sql`(select ${network}::cidr)`;

/** The lowest and the last network within a prefix. */
export const boundsOf = (prefix: Prefix): { readonly lowest: string; readonly highest: string } => ({
  lowest: prefix.toString(),
  highest: `${prefix.lastAddress}/${addressBits(prefix.family)}`,
});
