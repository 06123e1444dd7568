import { Prefix } from '../../../domain/net/prefix.js';
import { type Building, type Condition, condition, markerOf } from '../records/condition.js';
import type { Given, Markers } from '../sessions/prepared-statement.js';
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
  query.where('t.network', '=', sql`any(${markerOf(given, 'around')}::cidr[])`);

/** The networks around a prefix, the lowest and the last one within it. */
export function boundsOf(prefix: Prefix): { readonly around: string[]; readonly lowest: string; readonly highest: string } {
  const around: string[] = [];
  for (let length = 0; length < prefix.length; length++) around.push(Prefix.containing(prefix.network, length).toString());
  return { around, lowest: prefix.toString(), highest: `${prefix.lastAddress}/${prefix.family === 4 ? 32 : 128}` };
}
