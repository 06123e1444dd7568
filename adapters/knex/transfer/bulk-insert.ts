import type { TextRow } from '../connection/statement.js';
import { quoted } from '../records/names.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

export async function columnsOf(session: Session, table: string): Promise<TypedColumn[]> {
  return session.rows<{ name: string; type: string }>(
    knex.raw(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass(?) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [quoted(table)],
    ),
  );
}

/** Inserts rows with their ids by one statement. A column is an array, or a single value if all rows have the same value. */
async function insertTexts(
  session: Session,
  table: string,
  columns: readonly TypedColumn[],
  rows: readonly TextRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const [alike, arrays, values]: [(string | null)[], string[], string[]] = [[], [], []];
  const [names, input, types]: [string[], string[], string[]] = [[], [], []];
  for (const [index, { name, type }] of columns.entries()) {
    names.push(quoted(name));
    if (index > 0 && isAlike(rows, index)) {
      values.push(`?::${type}`);
      alike.push(storable(rows[0]?.[index] ?? null));
    } else {
      const isArray = type.endsWith('[]'); // PostgreSQL has no arrays of arrays
      values.push(isArray ? `c${index}::${type}` : `c${index}`);
      input.push(`c${index}`);
      arrays.push(arrayOf(rows, index));
      types.push(isArray ? '?::text[]' : `?::${type}[]`);
    }
  }
  const text = `insert into ${quoted(table)} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${types.join(', ')}) given(${input.join(', ')})`;
  await session.rows(knex.raw(text, [...alike, ...arrays]));
}

function isAlike(rows: readonly TextRow[], index: number): boolean {
  const first = rows[0]?.[index] ?? null;
  for (const row of rows) if ((row[index] ?? null) !== first) return false;
  return true;
}

/** PostgreSQL's array format. The driver's conversion takes several times as long. */
function arrayOf(rows: readonly TextRow[], index: number): string {
  let text = '';
  for (const row of rows) {
    const value = row[index] ?? null;
    text += value === null ? ',NULL' : `,"${isPlain.test(value) ? value : value.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${storable(text.slice(1))}}`;
}

const isPlain = /^[^"\\]*$/;

/** Replaces NUL, which PostgreSQL cannot store in texts, by U+FFFD. */
const storable = <T extends string | null>(value: T): T | string =>
  value?.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** Each statement follows the one before. The next rows can be prepared while the database executes a statement. */
export class BulkInserts {
  readonly #session: Session;
  #last: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Waits for the previous statement only. @throws the error of that statement */
  async add(table: string, columns: readonly TypedColumn[], rows: readonly TextRow[]): Promise<void> {
    await this.#last;
    this.#last = insertTexts(this.#session, table, columns, rows);
    this.#last.catch(() => {}); // the next `add` or `done` reports the error
  }

  done(): Promise<void> {
    return this.#last;
  }
}
