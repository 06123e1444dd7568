import type { TextRow } from '../connection/statement.js';
import { quoted } from '../records/names.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** A column with its type, as PostgreSQL calls it. */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

/** Columns of a table, in their order, with their types. */
export async function columnsOf(session: Session, table: string): Promise<TypedColumn[]> {
  return session.rows<{ name: string; type: string }>(
    knex.raw(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass(?) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [quoted(table)],
    ),
  );
}

/**
 * Adds rows of a table by one statement, values as PostgreSQL prints them. Ids that the database gives are taken as they are.
 * Each column goes as one array; one that has the same value throughout, as most have, as that value.
 */
async function insertTexts(
  session: Session,
  table: string,
  columns: readonly TypedColumn[],
  rows: readonly TextRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const [alike, arrays, values]: [(string | null)[], string[], string[]] = [[], [], []];
  const [names, given, types]: [string[], string[], string[]] = [[], [], []];
  for (const [index, { name, type }] of columns.entries()) {
    names.push(quoted(name));
    if (index > 0 && isAlike(rows, index)) {
      values.push(`?::${type}`);
      alike.push(storable(rows[0]?.[index] ?? null));
    } else {
      const isArray = type.endsWith('[]'); // there are no arrays of arrays
      values.push(isArray ? `c${index}::${type}` : `c${index}`);
      given.push(`c${index}`);
      arrays.push(arrayOf(rows, index));
      types.push(isArray ? '?::text[]' : `?::${type}[]`);
    }
  }
  const text = `insert into ${quoted(table)} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${types.join(', ')}) given(${given.join(', ')})`;
  await session.rows(knex.raw(text, [...alike, ...arrays]));
}

function isAlike(rows: readonly TextRow[], index: number): boolean {
  const first = rows[0]?.[index] ?? null;
  for (const row of rows) if ((row[index] ?? null) !== first) return false;
  return true;
}

/** A column of rows as PostgreSQL writes arrays. The driver does the same, in several times as long. */
function arrayOf(rows: readonly TextRow[], index: number): string {
  let text = '';
  for (const row of rows) {
    const value = row[index] ?? null;
    text += value === null ? ',NULL' : `,"${isPlain.test(value) ? value : value.replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${storable(text.slice(1))}}`;
}

const isPlain = /^[^"\\]*$/;

/** PostgreSQL keeps no NUL in texts. */
const storable = <T extends string | null>(value: T): T | string =>
  value?.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** Adds rows by one statement after the other: while the database is busy with one, the rows of the next can be made. */
export class BulkInserts {
  readonly #session: Session;
  #last: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Waits for the statement before only. @throws what that one has */
  async add(table: string, columns: readonly TypedColumn[], rows: readonly TextRow[]): Promise<void> {
    await this.#last;
    this.#last = insertTexts(this.#session, table, columns, rows);
    this.#last.catch(() => {}); // whoever waits for it is told
  }

  /** Waits until all rows are there. */
  done(): Promise<void> {
    return this.#last;
  }
}
