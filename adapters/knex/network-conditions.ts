import { Prefix } from '../../domain/net/prefix.js';
import type { Fragment } from './session.js';

/**
 * Holds for the networks that overlap a prefix: those within it, and those around it. Unlike the operator for it, this goes
 * by an ordinary index on the column, also together with other columns before it.
 */
export function withinOrAround(column: string, prefix: Prefix): Fragment {
  const around: string[] = [];
  for (let length = 0; length < prefix.length; length++) around.push(Prefix.containing(prefix.network, length).toString());
  const highest = `${prefix.lastAddress}/${prefix.family === 4 ? 32 : 128}`;
  return {
    sql: `(${column} between ?::cidr and ?::cidr or ${column} = any(?::cidr[]))`,
    bindings: [prefix.toString(), highest, around],
  };
}
