import { Prefix } from '../../../domain/net/prefix.js';
import type { Fragment } from '../sessions/session.js';

/**
 * Selects from the networks `t` that meet a condition and overlap a prefix: those within it, and those around it. Unlike the
 * operator for it, this goes by an ordinary index that begins with the condition's column and goes on with the network.
 */
export function selectOverlapping(columns: string, prefix: Prefix, condition: Fragment): Fragment {
  const { around, highest } = boundsOf(prefix);
  const select = `select ${columns} from subnets t where ${condition.sql}`;
  return {
    sql: `${select} and t.network between ?::cidr and ?::cidr union all ${select} and t.network = any(?::cidr[])`,
    bindings: [...condition.bindings, prefix.toString(), highest, ...condition.bindings, around],
  };
}

/** Holds for the networks of a column that overlap a prefix; goes by an index that begins with the column. */
export function overlaps(column: string, prefix: Prefix): Fragment {
  const { around, highest } = boundsOf(prefix);
  const sql = `${column} between ?::cidr and ?::cidr or ${column} = any(?::cidr[])`;
  return { sql, bindings: [prefix.toString(), highest, around] };
}

/** The networks around a prefix, and the last one within it. */
export function boundsOf(prefix: Prefix): { around: string[]; highest: string } {
  const around: string[] = [];
  for (let length = 0; length < prefix.length; length++) around.push(Prefix.containing(prefix.network, length).toString());
  return { around, highest: `${prefix.lastAddress}/${prefix.family === 4 ? 32 : 128}` };
}
