import type { Comparable } from '../../../domain/listing/condition.js';
import { isText, type ListField } from '../../../domain/listing/list-field.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { isCut, type SortField, sortedCharacters } from '../../../domain/listing/sort.js';
import { type Condition, condition, fixed } from '../records/condition.js';
import type { Segment, SortKey } from '../records/keyset-list.js';
import { ofFolders, ofNetworks } from '../records/network-conditions.js';
import type { RecordTable } from '../records/record-table.js';
import { indexedWhereSet, type ListColumn, listColumn } from './list-column.js';

interface OrderKey extends SortKey {
  readonly keyOf: (value: Comparable | null) => string;
}

const byId: SortKey = { sql: 't.id', type: 'int' };

type Ordered = Pick<StoredQuery, 'sort' | 'after'>;

/**
 * If an index orders the rows with a value of the first sort field, the rows without a value form a separate segment. If the first
 * sort field is isFolder, folders and networks form separate segments.
 */
export function listSegments(table: RecordTable, where: readonly Condition[], { sort, after }: Ordered): readonly Segment[] {
  const [first] = sort;
  if (!first) return [segment(where, [], after)];
  if (isWhetherFolder(table, first.field)) return segmentsByFolder(table, where, { sort, after });
  if (after && isOrderedByIndex(table, first.field)) return segmentsBehind(table, where, sort, after);
  const indexed = indexedWhereSet(table, first.field);
  if (!indexed) return [segment(where, keysOf(table, sort), after)];
  const isUnset = (after?.values[0] ?? null) === null;
  const none = fixed(`no ${indexed}`, (query) => query.whereRaw(`${indexed} is null`));
  const unset = segment([...where, none], keysOf(table, sort, 1), isUnset ? after : undefined);
  const set = segmentWhereSet(table, where, { sort, after: isUnset ? undefined : after });
  if (first.descending) return after && isUnset ? [unset] : [...set, unset];
  return after && !isUnset ? set : [unset, ...set];
}

function segmentWhereSet(table: RecordTable, where: readonly Condition[], { sort, after }: Ordered): readonly Segment[] {
  const [first] = sort;
  const indexed = first && indexedWhereSet(table, first.field);
  if (!indexed) return [];
  const type = first.field.definition.type === 'prefix' ? ('cidr' as const) : ('text' as const);
  const key = { sql: indexed, type, descending: first.descending, index: 0, keyOf: String };
  const any = fixed(`any ${indexed}`, (query) => query.whereRaw(`${indexed} is not null`));
  return [segment([...where, any], [key, ...keysOf(table, sort, 1)], after)];
}

/** Separates folders, which have no network, so that an index of networks serves the others. */
function segmentsByFolder(table: RecordTable, where: readonly Condition[], { sort, after }: Ordered): readonly Segment[] {
  const [first, ...others] = sort;
  if (!first) return [];
  const folderFlags = first.descending ? [true, false] : [false, true];
  return folderFlags.flatMap((isFolder) => {
    const order = after ? compareFlags(isFolder, after.values[0] ?? null) * (first.descending ? -1 : 1) : 1;
    if (order < 0) return [];
    const behind = after && order === 0 ? { ...after, values: after.values.slice(1) } : undefined;
    return segmentsAfter(table, where, isFolder, { sort: others, after: behind });
  });
}

function segmentsAfter(
  table: RecordTable,
  where: readonly Condition[],
  isFolder: boolean,
  { sort, after }: Ordered,
): readonly Segment[] {
  const isOfNetwork = ({ field }: SortField) => field.definition.type === 'prefix';
  if (!isFolder) {
    const [first] = sort;
    if (first && isOfNetwork(first)) return segmentWhereSet(table, where, { sort, after });
    return listSegments(table, [...where, ofNetworks], { sort, after });
  }
  const values = after?.values.filter((_, index) => sort[index] && !isOfNetwork(sort[index]));
  return listSegments(table, [...where, ofFolders], {
    sort: sort.filter((each) => !isOfNetwork(each)),
    after: after && values && { ...after, values },
  });
}

const isWhetherFolder = ({ name: table }: RecordTable, { name, of }: ListField): boolean =>
  table === 'subnets' && of === 'field' && name === 'isFolder';

const compareFlags = (one: boolean, other: Comparable | null): number => Number(one) - (other === null ? -1 : Number(other));

type IndexedKey = OrderKey & { readonly index: number };

const keysOf = (table: RecordTable, sort: StoredQuery['sort'], from = 0): readonly IndexedKey[] =>
  sort.flatMap((each, index) => (index < from ? [] : orderKeys(table, each).map((key) => ({ ...key, index }))));

const segment = (where: readonly Condition[], keys: readonly IndexedKey[], after: StoredQuery['after']): Segment => ({
  where,
  keys: [...keys, byId],
  ...(after ? { behind: [...keys.map(({ keyOf, index }) => keyOf(after.values[index] ?? null)), String(after.id)] } : {}),
});

/**
 * Splits the rows after a position into two segments, for an index by a field and the address. The first segment has the rows whose
 * value of the field equals that of the position, in the order of the next keys. The second segment has the rows after this value.
 * Without the split, each page would read all rows with the same value again.
 */
function segmentsBehind(
  table: RecordTable,
  where: readonly Condition[],
  [first, ...others]: StoredQuery['sort'],
  { values, id }: NonNullable<StoredQuery['after']>,
): readonly Segment[] {
  const [key] = first ? orderKeys(table, first) : [];
  if (!first || !key) return [];
  const value = key.keyOf(values[0] ?? null);
  const rest = others.flatMap((each, index) => orderKeys(table, each).map((own) => ({ own, value: values[index + 1] ?? null })));
  const keys = rest.map(({ own }) => own);
  const compared = (sign: '=' | '<' | '>') =>
    condition(undefined, {}, (query) => query.whereRaw(`${key.sql} ${sign} ?::${key.type}`, [value]));
  const behind = [...rest.map(({ own, value: input }) => own.keyOf(input)), String(id)];
  return [
    { where: [...where, compared('=')], keys: [...keys, byId], behind },
    { where: [...where, compared(first.descending ? '<' : '>')], keys: [key, ...keys, byId] },
  ];
}

const isOrderedByIndex = ({ name: table }: RecordTable, { name, of }: ListField): boolean =>
  table === 'addresses' && of === 'field' && name === 'lastSeen';

/** The keys are never null. Unset values are below all others. */
function orderKeys(table: RecordTable, { field, descending }: SortField): readonly OrderKey[] {
  const column = listColumn(table, field);
  if (column.type === 'cidr')
    return [
      { sql: `(${column.sql} is not null)::int`, type: 'int', descending, keyOf: (value) => (value === null ? '0' : '1') },
      { sql: `coalesce(${column.sql}, '0.0.0.0/0')`, type: 'cidr', descending, keyOf: (value) => String(value ?? '0.0.0.0/0') },
    ];
  const { sql, type, unset } = keyOf(field, column, isAlwaysSet(table, field));
  return [{ sql, type, descending, texts: column.texts, keyOf: (value) => keyText(type, value) ?? unset }];
}

/** Indexed fields with a value in every row. */
const isAlwaysSet = ({ name: table }: RecordTable, { name, of }: ListField): boolean =>
  of === 'id' || (of === 'field' && table === 'addresses' && (name === 'ip' || name === 'subnetId'));

function keyOf(field: ListField, { sql, type }: ListColumn, isSet: boolean): Pick<SortKey, 'sql' | 'type'> & { unset: string } {
  switch (type) {
    case 'text': {
      const cut = isText(field) && isCut(field) ? `left(${sql}, ${sortedCharacters})` : sql;
      return { sql: `coalesce(${cut}, '') collate "C"`, type, unset: '' };
    }
    case 'jsonb':
      return { sql: `coalesce(${sql}, 'null')`, type, unset: 'null' };
    case 'inet':
      return { sql, type, unset: '' };
    case 'boolean':
      return { sql: `coalesce(${sql}::int, -1)`, type: 'int', unset: '-1' };
    case 'double precision':
      return { sql: `coalesce(${sql}, '-infinity')`, type: 'float8', unset: '-Infinity' };
    case 'timestamp':
    case 'date':
      return { sql: `coalesce(${sql}::timestamp, '-infinity')`, type: 'timestamp', unset: '-infinity' };
    default:
      return isSet ? { sql, type: 'bigint', unset: '' } : { sql: `coalesce(${sql}, ${lowest})`, type: 'bigint', unset: lowest };
  }
}

const lowest = '-9223372036854775808';

function keyText(type: SortKey['type'], value: Comparable | null): string | undefined {
  if (value === null) return undefined;
  if (type === 'jsonb') return JSON.stringify(value);
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
