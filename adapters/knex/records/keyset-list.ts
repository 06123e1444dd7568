import type { TextRow } from '../connection/statement.js';
import type { Session } from '../sessions/session.js';
import { compiledTexts, knex, type Markers, type Query, type StatementParameters } from '../sessions/sql.js';
import { applyAll, type Building, type Condition, formOf, markerOf, valuesOf } from './condition.js';
import type { SelectedColumn } from './record-table.js';
import { firstSize, maxSizeAlone, RowChunk } from './row-chunk.js';
import { statementOf, type TextStatement } from './statement-cache.js';

/** A sort expression, never null within its segment. The keys of a segment identify a row. */
export interface SortKey {
  /** SQL expression on the row `t`. */
  readonly sql: string;
  /** Values of the question marks in the expression. */
  readonly texts?: readonly string[];
  /** Type of the expression, for comparisons with the last read row. */
  readonly type: 'int' | 'bigint' | 'float8' | 'text' | 'cidr' | 'inet' | 'timestamp' | 'jsonb';
  readonly descending?: boolean;
}

export interface Segment {
  readonly where: readonly Condition[];
  readonly keys: readonly SortKey[];
  /** Sort keys of the row after which the list starts. */
  readonly behind?: TextRow;
  /** Whether an index finds the first rows directly, so that reading them is a lookup. */
  readonly isNarrow?: boolean;
}

export interface Selection {
  readonly name: string;
  /** The listed table, with the alias `t`. */
  readonly table: string;
  readonly columns: readonly SelectedColumn[];
  /** Joins that add columns to each row `t`, and no rows. */
  readonly joins?: {
    readonly each: string;
    /** Joins for a chunk, whose rows have the ids `(select ids from chunk_ids)`. */
    readonly chunk: string;
  };
}

/**
 * Lists rows in chunks. Each chunk starts after the last row of the previous chunk. The connection is released between chunks.
 * Concurrent writes may appear or not. Each row contains the selected columns, then the sort keys that are not among them.
 * @param first number of rows that the first statement reads
 */
export async function* listChunks(
  session: Session,
  selection: Selection,
  segments: readonly Segment[],
  first = firstSize,
): AsyncGenerator<readonly TextRow[], void, undefined> {
  let size = first;
  for (const segment of segments) {
    const keys = selectedKeys(selection, segment);
    for (let behind = segment.behind, more = true; more; ) {
      const statement = chunkStatement(selection, segment, size, behind !== undefined);
      const way = segment.isNarrow && !behind ? 'lookup' : 'prepared';
      const parameters = { ...valuesOf(segment.where), ...parametersOf(behind) };
      const chunk = new RowChunk(await session[way](statement, parameters));
      for (let batch = chunk.nextChunk(); batch; batch = chunk.nextChunk()) {
        const last = batch.at(-1);
        behind = last && keys.map(({ position }) => last[position] ?? null);
        yield batch;
      }
      more = chunk.read === size || !chunk.isComplete;
      if (more) size = Math.min(chunk.nextSize, session.isAlone ? maxSizeAlone : Number.POSITIVE_INFINITY);
    }
  }
}

export async function* listRows(...input: Parameters<typeof listChunks>): AsyncGenerator<TextRow, void, undefined> {
  for await (const rows of listChunks(...input)) yield* rows;
}

/** @param max upper bound of the count */
export async function countRows(session: Session, table: string, where: readonly Condition[], max?: number): Promise<number> {
  const statement = compiledTexts((markers) => {
    const rows = applyAll(where, knex({ t: table }), markers);
    return max === undefined ? rows.count() : knex(rows.select(knex.raw('1')).limit(max).as('t')).count();
  });
  const [[count] = []] = await session.prepared(statement, valuesOf(where));
  return Number(count);
}

const keyColumn = (index: number): string => `key${index}`;

interface SelectedKey extends SortKey {
  readonly column: string;
  readonly isAdded: boolean;
  readonly position: number;
}

function selectedKeys({ columns }: Selection, { keys }: Segment): readonly SelectedKey[] {
  let end = columns.length;
  return keys.map((key, index) => {
    const position = columns.indexOf(key.sql);
    if (position >= 0) return { ...key, column: key.sql, isAdded: false, position };
    return { ...key, column: keyColumn(index), isAdded: true, position: end++ };
  });
}

const parametersOf = (keys: TextRow | undefined): StatementParameters =>
  Object.fromEntries((keys ?? []).map((key, index) => [keyColumn(index), key]));

/** Servers cache only the statement of the first chunk, because short lists have no other. */
function chunkStatement(selection: Selection, segment: Segment, size: number, isBehind: boolean): TextStatement {
  const conditions = formOf(segment.where);
  const order = segment.keys.map(({ sql, descending }) => `${sql} ${descending}`).join();
  const form = conditions === undefined ? undefined : `${size} ${segment.isNarrow} ${isBehind} where${conditions} by ${order}`;
  return statementOf({ name: selection.name, form, isNamed: !isBehind }, (markers) =>
    chunkQuery(selection, segment, { size, isBehind, markers }),
  );
}

interface Chunk {
  readonly size: number;
  readonly isBehind: boolean;
  readonly markers: Markers<StatementParameters>;
}

function chunkQuery(selection: Selection, segment: Segment, { size, isBehind, markers }: Chunk): Query {
  const { table, columns, joins } = selection;
  const { where, isNarrow } = segment;
  const keys = selectedKeys(selection, segment);
  const added = keys.filter(({ isAdded }) => isAdded);
  const query = applyAll(where, knex({ t: table }), markers).limit(size);
  if (isBehind) query.where((behind) => restrictBehind(behind, keys, markers));
  const keyed = added.map(({ sql, texts = [], column }) => knex.raw('? as ??', [knex.raw(sql, [...texts]), column]));
  if (!joins) return inOrder(query.select(...columns, ...keyed), keys);
  const rows = inOrder(query.select('t.*', ...keyed), keys);
  const outer = [...columns, ...added.map(({ column }) => `t.${column}`)];
  if (isNarrow && !isBehind) return inOrder(knex(rows.as('t')).joinRaw(joins.each).select(outer), keys);
  return inOrder(
    knex
      .withMaterialized('t', rows)
      .withMaterialized('chunk_ids', knex.select(knex.raw('array(select id from t) as ids')))
      .from('t')
      .joinRaw(joins.chunk)
      .select(outer),
    keys,
  );
}

const inOrder = (query: Building, keys: readonly SelectedKey[]): Building =>
  query.orderBy(keys.map(({ column, descending }) => ({ column, order: descending ? 'desc' : 'asc' })));

/** Selects the rows after a row: the first key is later in its order, or the first key is equal and the next key is later, etc. */
function restrictBehind(query: Building, keys: readonly SortKey[], markers: Markers<StatementParameters>, index = 0): void {
  const key = keys[index];
  if (!key) return;
  const [expression, value] = [
    knex.raw(key.sql, [...(key.texts ?? [])]),
    knex.raw(`?::${key.type}`, [markerOf(markers, keyColumn(index))]),
  ];
  const beyond = key.descending ? '<' : '>';
  if (index === keys.length - 1) return void query.where(expression, beyond, value);
  query.where(expression, `${beyond}=`, value).where((either) => {
    either.where(expression, beyond, value).orWhere((next) => restrictBehind(next, keys, markers, index + 1));
  });
}
