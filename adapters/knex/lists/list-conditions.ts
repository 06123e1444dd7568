import type { CustomCondition } from '../../../application/ports/inventory/records.js';
import type { Comparable, OneOf, Relation, StoredCondition } from '../../../domain/listing/condition.js';
import { isText } from '../../../domain/listing/list-field.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type Building, type Condition, condition } from '../records/condition.js';
import { hasCustom } from '../records/custom-condition.js';
import { boundsOf } from '../records/network-conditions.js';
import type { RecordTable } from '../records/record-table.js';
import { indexedWhereSet, type ListColumn, listColumn, successorOf } from './list-column.js';

/** The SQL text of these conditions depends on the request. Therefore they have no form (cache key of a statement). */
export function listConditions(table: RecordTable, listQuery: StoredQuery | undefined): Condition[] {
  const custom = customOf(listQuery);
  return [...furtherConditions(table, listQuery?.where), ...(custom ? [hasCustom(custom)] : [])];
}

export const furtherConditions = (table: RecordTable, where: readonly StoredCondition[] | undefined): Condition[] =>
  where ? [...where.map((stored) => conditionOf(table, stored)), ofNoForm] : [];

/** Prevents caching of the statement: requests would fill the cache. */
const ofNoForm: Condition = condition(undefined, {}, () => undefined);

/** Returns a custom value that all records of a list have, for an index search. */
export function customOf(listQuery: StoredQuery | undefined): CustomCondition | undefined {
  for (const stored of listQuery?.where ?? []) {
    if (stored.is !== 'oneOf' || stored.field.of !== 'custom' || stored.negated || stored.orUnset) continue;
    const [value, another] = stored.values;
    if (another === undefined && value !== undefined && typeof value !== 'object')
      return { field: stored.field.name, value, ignoresCase: isText(stored.field) };
  }
  return undefined;
}

function conditionOf(table: RecordTable, stored: StoredCondition): Condition {
  const column = listColumn(table, stored.field);
  return condition(undefined, {}, (query) => restrict(query, table, column, stored));
}

function restrict(query: Building, table: RecordTable, column: ListColumn, stored: StoredCondition): Building {
  const { sql, texts, type } = column;
  switch (stored.is) {
    case 'oneOf':
      return restrictToOneOf(query, column, stored);
    case 'within':
      return restrictToNetwork(query, column, stored.prefix);
    case 'prefix':
      if (indexedWhereSet(table, stored.field)) return restrictToRange(query, sql, storable(stored.text));
      return query.whereRaw(`starts_with(${sql}, ?::text)`, [...texts, storable(stored.text)]);
    case 'contains':
      return query.whereRaw(`strpos(${sql}, ?::text) > 0`, [...texts, storable(stored.text)]);
    default:
      return query.whereRaw(`${sql} ${signs[stored.is]} ?::${type}`, [...texts, bound(type, stored.value)]);
  }
}

const signs: Readonly<Record<Relation, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

function restrictToOneOf(query: Building, { sql, texts, type }: ListColumn, { values, orUnset, negated }: OneOf): Building {
  const alternatives: string[] = [];
  const bindings: (string | string[])[] = [];
  if (values.length > 0) {
    alternatives.push(values.length === 1 ? `${sql} = ?::${type}` : `${sql} = any(?::${type}[])`);
    const input = values.map((value) => bound(type, value));
    bindings.push(...texts, input.length === 1 ? (input[0] ?? '') : input);
  }
  if (orUnset) {
    alternatives.push(`${sql} is null`);
    bindings.push(...texts);
  }
  const whole = alternatives.length === 0 ? 'false' : alternatives.join(' or ');
  return query.whereRaw(negated ? `not coalesce((${whole}), false)` : `(${whole})`, bindings);
}

function restrictToNetwork(query: Building, { sql, type }: ListColumn, prefix: Prefix): Building {
  const { lowest, highest } = boundsOf(prefix);
  const bounds = type === 'cidr' ? [lowest, highest] : [prefix.network.toString(), prefix.lastAddress.toString()];
  return query.whereRaw(`${sql} >= ?::inet and ${sql} <= ?::inet`, bounds);
}

function restrictToRange(query: Building, sql: string, from: string): Building {
  const to = successorOf(from);
  query.whereRaw(`${sql} >= ?::text`, [from]);
  return to === undefined ? query : query.whereRaw(`${sql} < ?::text`, [to]);
}

/** PostgreSQL cannot store these characters. A search for them has no results. */
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

function bound(type: string, value: Comparable): string {
  if (type === 'jsonb') return JSON.stringify(value);
  return value instanceof IpAddress || value instanceof Prefix ? value.toString() : storable(String(value));
}
