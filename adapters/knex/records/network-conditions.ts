import { addressBits } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Marker, Markers, StatementParameters } from '../sessions/prepared-statement.js';
import { sql } from '../sessions/query.js';
import { type Building, type Condition, condition, fixed, markerOf } from './condition.js';

/** Holds for the subnets that are folders, and for all others. */
export const ofFolders = fixed('folders', (query) => query.whereNull('t.network'));
export const ofNetworks = fixed('networks', (query) => query.whereNotNull('t.network'));

/** Holds for the networks that overlap a prefix; goes by an index that begins with the network. */
export const overlapping = (prefix: Prefix): Condition =>
  condition('overlapping', boundsOf(prefix), (query, given) =>
    query.where((either) => {
      restrictWithin(either, given).orWhere((outer) => restrictAround(outer, given));
    }),
  );

/** Leaves the networks `t` within a prefix, by its bounds. */
export const restrictWithin = (query: Building, given: Markers<StatementParameters>): Building =>
  query.whereBetween('t.network', [sql`${markerOf(given, 'lowest')}::cidr`, sql`${markerOf(given, 'highest')}::cidr`]);

/** Leaves the networks `t` around a prefix, by its bounds. */
export const restrictAround = (query: Building, given: Markers<StatementParameters>): Building =>
  query.where('t.network', '=', sql`any(${networksAround(markerOf(given, 'lowest'))})`);

/** The networks around a prefix, each once: an index finds each of them, where the operator for it would look at all networks. */
const networksAround = (prefix: Marker) => sql`
  array(select set_masklen(${prefix}::cidr, length) from generate_series(0, masklen(${prefix}::cidr) - 1) length)`;

/**
 * The rows `t` of a query whose networks lie around a prefix: one look into an index for each length of a mask. The query
 * compares few columns, with which that index begins; behind them it has the network. One comparison with all networks around
 * (`= any`) makes PostgreSQL before 17 read everything that those columns leave: 30 ms where a master has 50,000 children.
 */
export function rowsAround(rows: Building, lowest: Marker) {
  const prefix = hidden(lowest);
  const around = sql`set_masklen(${prefix}, length)`;
  return sql`
    select t.* from generate_series(0, 127) length
    cross join lateral (${rows.whereBetween('t.network', [around, around])} offset 0) t
    where length < masklen(${prefix})`;
}

/** The rows `t` of a query whose networks lie within a prefix, by its bounds. The database plans it once, as rowsAround. */
export const rowsWithin = (rows: Building, lowest: Marker, highest: Marker): Building =>
  rows.whereBetween('t.network', [hidden(lowest), hidden(highest)]);

/** A network that the database does not know when it plans: so it keeps one plan. To plan anew takes longer than the looks. */
const hidden = (network: Marker) => sql`(select ${network}::cidr)`;

/** The lowest and the last network within a prefix. */
export const boundsOf = (prefix: Prefix): { readonly lowest: string; readonly highest: string } => ({
  lowest: prefix.toString(),
  highest: `${prefix.lastAddress}/${addressBits(prefix.family)}`,
});
