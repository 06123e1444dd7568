import type { CustomCondition } from '../../../application/ports/inventory.js';
import type { Comparable, OneOf, Relation, StoredCondition } from '../../../domain/listing/condition.js';
import { isText } from '../../../domain/listing/list-field.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { type Building, type Condition, condition } from '../records/condition.js';
import { hasCustom } from '../records/custom-condition.js';
import { boundsOf } from '../records/network-conditions.js';
import type { RecordTable } from '../records/record-table.js';
import { indexedWhereSet, type ListColumn, listColumn } from './list-column.js';
import { successorOf } from './text-range.js';

/** Returns the conditions of a list request. Their text depends on the request, so none has a form. */
export function listConditions(table: RecordTable, listQuery: StoredQuery | undefined): Condition[] {
  const custom = customOf(listQuery);
  return [...furtherConditions(table, listQuery?.where), ...(custom ? [hasCustom(custom)] : [])];
}

/** Returns conditions without the index of custom fields. */
export const furtherConditions = (table: RecordTable, where: readonly StoredCondition[] | undefined): Condition[] =>
  where ? [...where.map((wanted) => conditionOf(table, wanted)), ofNoForm] : [];

/** Prevents caching of the statement: requests would fill the cache. */
const ofNoForm: Condition = condition(undefined, {}, () => undefined);

/** Returns a custom value that all records of a list have, for an index search. */
export function customOf(listQuery: StoredQuery | undefined): CustomCondition | undefined {
  for (const wanted of listQuery?.where ?? []) {
    if (wanted.is !== 'oneOf' || wanted.field.of !== 'custom' || wanted.negated || wanted.orUnset) continue;
    const [value, another] = wanted.values;
    if (another === undefined && value !== undefined && typeof value !== 'object')
      return { field: wanted.field.name, value, ignoresCase: isText(wanted.field) };
  }
  return undefined;
}

function conditionOf(table: RecordTable, wanted: StoredCondition): Condition {
  const column = listColumn(table, wanted.field);
  return condition(undefined, {}, (query) => restrict(query, table, column, wanted));
}

function restrict(query: Building, table: RecordTable, column: ListColumn, wanted: StoredCondition): Building {
  const { sql, texts, type } = column;
  switch (wanted.is) {
    case 'oneOf':
      return restrictToOneOf(query, column, wanted);
    case 'within':
      return restrictToNetwork(query, column, wanted.prefix);
    case 'prefix':
      if (indexedWhereSet(table, wanted.field)) return restrictToRange(query, sql, storable(wanted.text));
      return query.whereRaw(`starts_with(${sql}, ?::text)`, [...texts, storable(wanted.text)]);
    case 'contains':
      return query.whereRaw(`strpos(${sql}, ?::text) > 0`, [...texts, storable(wanted.text)]);
    default:
      return query.whereRaw(`${sql} ${signs[wanted.is]} ?::${type}`, [...texts, bound(type, wanted.value)]);
  }
}

const signs: Readonly<Record<Relation, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

function restrictToOneOf(query: Building, { sql, texts, type }: ListColumn, { values, orUnset, negated }: OneOf): Building {
  const parts: string[] = [];
  const bindings: (string | string[])[] = [];
  if (values.length > 0) {
    parts.push(values.length === 1 ? `${sql} = ?::${type}` : `${sql} = any(?::${type}[])`);
    const given = values.map((value) => bound(type, value));
    bindings.push(...texts, given.length === 1 ? (given[0] ?? '') : given);
  }
  if (orUnset) {
    parts.push(`${sql} is null`);
    bindings.push(...texts);
  }
  const whole = parts.length === 0 ? 'false' : parts.join(' or ');
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

/** Removes characters that PostgreSQL cannot store. A search for them has no results. */
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

function bound(type: string, value: Comparable): string {
  if (type === 'jsonb') return JSON.stringify(value);
  return value instanceof IpAddress || value instanceof Prefix ? value.toString() : storable(String(value));
}
