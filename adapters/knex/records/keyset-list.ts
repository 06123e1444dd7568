import type { Binding, Fragment, Row, Session } from '../sessions/session.js';
import { quoted } from './names.js';
import { documentRows, inOneDocument } from './row-document.js';

/** What rows are ordered by: never null within its segment. The keys of a segment tell any two rows apart. */
export interface SortKey {
  /** Expression over the row `t`. */
  readonly sql: string;
  /** Type of the expression, to compare it with the value of the last row read. */
  readonly type: 'int' | 'text' | 'cidr' | 'inet';
  readonly descending?: boolean;
}

/** Rows that come one after the other in a list, and in what order. */
export interface Segment {
  readonly where: readonly Fragment[];
  readonly keys: readonly SortKey[];
  /** Whether an index leads to the first rows in no time: then they are looked up. */
  readonly isNarrow?: boolean;
}

/** What a list selects. */
export interface Selection {
  /** Select list over `t` and the joined tables. */
  readonly columns: string;
  /** The table whose rows are listed as `t`, with what the order needs. */
  readonly from: Fragment;
  /** Joins that add columns to each row `t`, and no rows. */
  readonly joins?: {
    /** For few rows. */
    readonly each: string;
    /** For the many of a chunk, whose ids are at hand as `(select ids from chunk_ids)`. */
    readonly chunk: string;
  };
}

/** Rows of the first statement of a list; each further one reads twice as many, up to a limit that keeps statements short. */
const firstChunk = 250;
const largestChunk = 500;

/** How many rows are passed on in one go, so that work on them leaves others their turn. */
const part = 100;

/**
 * Lists rows chunk by chunk, each by a statement of its own that continues behind the last row read. So memory does not grow
 * with the list, and between chunks the connection is free. Rows that others write meanwhile may appear or not.
 */
export async function* listParts(
  session: Session,
  selection: Selection,
  segments: readonly Segment[],
): AsyncGenerator<readonly Row[], void, undefined> {
  let size = firstChunk;
  for (const segment of segments) {
    for (let last: Row | undefined, more = true; more; ) {
      const { sql, bindings } = chunkStatement(selection, segment, last, size);
      const way = last ? 'rows' : segment.isNarrow ? 'lookup' : 'prepared';
      const rows = documentRows(await session[way](sql, bindings));
      for (let start = 0; start < rows.length; start += part) yield rows.slice(start, start + part);
      more = rows.length === size;
      last = rows.at(-1);
      if (more) size = Math.min(2 * size, largestChunk);
    }
  }
}

/** The rows of listParts, one by one. */
export async function* listRows(...given: Parameters<typeof listParts>): AsyncGenerator<Row, void, undefined> {
  for await (const rows of listParts(...given)) yield* rows;
}

const keyColumn = (index: number): string => quoted(`key${index}`);

function chunkStatement(
  { columns, from, joins }: Selection,
  { where, keys, isNarrow = false }: Segment,
  last: Row | undefined,
  size: number,
): Fragment {
  const conditions = last ? [...where, continuation(keys, last)] : where;
  const keyed = keys.map(({ sql }, index) => `${sql} as ${keyColumn(index)}`).join(', ');
  const order = keys.map(({ descending }, index) => `${keyColumn(index)}${descending ? ' desc' : ''}`).join(', ');
  const condition = conditions.length > 0 ? `where ${conditions.map(({ sql }) => `(${sql})`).join(' and ')}` : '';
  const chunk = `select t.*, ${keyed} from ${from.sql} ${condition} order by ${order} limit ${size}`;
  const outer = keys.map((_key, index) => `t.${keyColumn(index)}`).join(', ');
  const sql =
    joins && !(isNarrow && !last)
      ? `with t as materialized (${chunk}), chunk_ids as materialized (select array(select id from t) as ids)
      select ${columns}, ${outer} from t ${joins.chunk} order by ${order}`
      : `select ${columns}, ${outer} from (${chunk}) t ${joins?.each ?? ''} order by ${order}`;
  return {
    sql: inOneDocument(sql),
    bindings: [...from.bindings, ...conditions.flatMap(({ bindings }) => bindings)],
  };
}

/** Holds for the rows behind one: the first key is beyond, or it is equal and the next key is beyond, and so on. */
function continuation(keys: readonly SortKey[], last: Row): Fragment {
  return keys.reduceRight<Fragment>(
    (next, { sql, type, descending }, index) => {
      const value = last[`key${index}`] as Binding;
      const beyond = `${sql} ${descending ? '<' : '>'} ?::${type}`;
      if (index === keys.length - 1) return { sql: beyond, bindings: [value] };
      const notBefore = `${sql} ${descending ? '<=' : '>='} ?::${type}`;
      return { sql: `${notBefore} and (${beyond} or (${next.sql}))`, bindings: [value, value, ...next.bindings] };
    },
    { sql: 'false', bindings: [] },
  );
}
