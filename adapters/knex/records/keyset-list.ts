import type { TextRow } from '../connection/statement.js';
import { compiledTexts, type Markers, type StatementParameters } from '../sessions/prepared-statement.js';
import { knex, type Query } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { applyAll, type Building, type Condition, formOf, markerOf, valuesOf } from './condition.js';
import type { SelectedColumn } from './record-statements.js';
import { firstSize, maxSizeAlone, RowChunk } from './row-chunk.js';
import { statementOf, type TextStatement } from './statement-cache.js';

/** What rows are ordered by: never null within its segment. The keys of a segment tell any two rows apart. */
export interface SortKey {
  /** Expression over the row `t`. */
  readonly sql: string;
  /** Texts that stand in the expression for its question marks. */
  readonly texts?: readonly string[];
  /** Type of the expression, to compare it with the value of the last row read. */
  readonly type: 'int' | 'bigint' | 'float8' | 'text' | 'cidr' | 'inet' | 'timestamp' | 'jsonb';
  readonly descending?: boolean;
}

/** Rows that come one after the other in a list, and in what order. */
export interface Segment {
  readonly where: readonly Condition[];
  readonly keys: readonly SortKey[];
  /** The keys of a row behind which the list begins. */
  readonly behind?: TextRow;
  /** Whether an index leads to the first rows in no time: then they are looked up. */
  readonly isNarrow?: boolean;
}

/** What a list selects. */
export interface Selection {
  /** No other selection has it. */
  readonly name: string;
  /** The table whose rows are listed as `t`. */
  readonly table: string;
  /** Columns of `t` and of the joined tables. */
  readonly columns: readonly SelectedColumn[];
  /** Joins that add columns to each row `t`, and no rows. */
  readonly joins?: {
    /** For few rows. */
    readonly each: string;
    /** For the many of a chunk, whose ids are at hand as `(select ids from chunk_ids)`. */
    readonly chunk: string;
  };
}

/**
 * Lists rows chunk by chunk, each by a statement of its own that continues behind the last row passed on. So memory does not
 * grow with the list, and between chunks the connection is free. Rows that others write meanwhile may appear or not. Behind the
 * selected columns a row has those of its keys that are none of them.
 * @param first how many rows the first statement reads
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
      const given = { ...valuesOf(segment.where), ...parametersOf(behind) };
      const chunk = new RowChunk(await session[way](statement, given));
      for (let part = chunk.nextChunk(); part; part = chunk.nextChunk()) {
        const last = part.at(-1);
        behind = last && keys.map(({ place }) => last[place] ?? null);
        yield part;
      }
      more = chunk.read === size || !chunk.isComplete;
      if (more) size = Math.min(chunk.nextSize, session.isAlone ? maxSizeAlone : Number.POSITIVE_INFINITY);
    }
  }
}

/** The rows of listChunks, one by one. */
export async function* listRows(...given: Parameters<typeof listChunks>): AsyncGenerator<TextRow, void, undefined> {
  for await (const rows of listChunks(...given)) yield* rows;
}

/** How many rows meet some conditions. @param max no more than that are counted */
export async function countRows(session: Session, table: string, where: readonly Condition[], max?: number): Promise<number> {
  const statement = compiledTexts((given) => {
    const rows = applyAll(where, knex({ t: table }), given);
    return max === undefined ? rows.count() : knex(rows.select(knex.raw('1')).limit(max).as('t')).count();
  });
  const [[count] = []] = await session.prepared(statement, valuesOf(where));
  return Number(count);
}

const keyColumn = (index: number): string => `key${index}`;

/** A key, and where its value is. */
interface SelectedKey extends SortKey {
  /** The column by which rows are ordered: a selected one, or one that is added for it. */
  readonly column: string;
  readonly isAdded: boolean;
  /** Its place in a row. */
  readonly place: number;
}

/** The keys of a segment: what is selected anyway is not selected once more. */
function selectedKeys({ columns }: Selection, { keys }: Segment): readonly SelectedKey[] {
  let end = columns.length;
  return keys.map((key, index) => {
    const place = columns.indexOf(key.sql);
    if (place >= 0) return { ...key, column: key.sql, isAdded: false, place };
    return { ...key, column: keyColumn(index), isAdded: true, place: end++ };
  });
}

/** The keys of a row, as parameters of the statement that continues behind it. */
const parametersOf = (keys: TextRow | undefined): StatementParameters =>
  Object.fromEntries((keys ?? []).map((key, index) => [keyColumn(index), key]));

/** The statement of a chunk: the first one is kept by servers too, as short lists have no other. */
function chunkStatement(selection: Selection, segment: Segment, size: number, isBehind: boolean): TextStatement {
  const conditions = formOf(segment.where);
  const order = segment.keys.map(({ sql, descending }) => `${sql} ${descending}`).join();
  const form = conditions === undefined ? undefined : `${size} ${segment.isNarrow} ${isBehind} where${conditions} by ${order}`;
  return statementOf({ name: selection.name, form, isNamed: !isBehind }, (given) =>
    chunkQuery(selection, segment, { size, isBehind, given }),
  );
}

interface Chunk {
  readonly size: number;
  /** Whether it continues behind a row. */
  readonly isBehind: boolean;
  readonly given: Markers<StatementParameters>;
}

function chunkQuery(selection: Selection, segment: Segment, { size, isBehind, given }: Chunk): Query {
  const { table, columns, joins } = selection;
  const { where, isNarrow } = segment;
  const keys = selectedKeys(selection, segment);
  const added = keys.filter(({ isAdded }) => isAdded);
  const query = applyAll(where, knex({ t: table }), given).limit(size);
  if (isBehind) query.where((behind) => restrictBehind(behind, keys, given));
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

/** Leaves the rows behind one: the first key is beyond its, or it is equal and the next key is beyond, and so on. */
function restrictBehind(query: Building, keys: readonly SortKey[], given: Markers<StatementParameters>, index = 0): void {
  const key = keys[index];
  if (!key) return;
  const [expression, value] = [
    knex.raw(key.sql, [...(key.texts ?? [])]),
    knex.raw(`?::${key.type}`, [markerOf(given, keyColumn(index))]),
  ];
  const beyond = key.descending ? '<' : '>';
  if (index === keys.length - 1) return void query.where(expression, beyond, value);
  query.where(expression, `${beyond}=`, value).where((either) => {
    either.where(expression, beyond, value).orWhere((next) => restrictBehind(next, keys, given, index + 1));
  });
}
