import type { TextRow } from '../connection/statement.js';
import { quoted } from '../names.js';
import type { Session } from '../sessions/session.js';
import { knex, type Query, sql } from '../sessions/sql.js';
import { DatabaseFailure } from '../storage-error.js';

/** Maximum number of rows in one statement; fewer if all sessions share one connection. */
export const rowsAtOnce = ({ isAlone }: Session): number => (isAlone ? 500 : 2000);

/** Executes work in one transaction without the statement timeout. The work consumes its input, so it is not repeated. */
export function transactOnce<T>(session: Session, work: (transaction: Session) => Promise<T>): Promise<T> {
  let hasStarted = false;
  return session.transact(async (transaction) => {
    if (hasStarted) throw new DatabaseFailure('the transaction was rolled back: start again', undefined, 'unavailable');
    hasStarted = true;
    await transaction.allowLong({ locks: true });
    return work(transaction);
  });
}

export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

export async function columnsOf(session: Session, table: string): Promise<TypedColumn[]> {
  return session.rows<{ name: string; type: string }>(
    knex('pg_attribute')
      .select({ name: 'attname', type: sql`format_type(atttypid, atttypmod)` })
      .where({ attrelid: sql`to_regclass(${quoted(table)})`, attisdropped: false, attgenerated: '' })
      .where('attnum', '>', 0)
      .orderBy('attnum'),
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

const statement = (text: string): Query => knex.raw(text.replaceAll('?', '\\?'));

/**
 * Drops indexes and foreign keys while work fills empty tables, and creates them afterwards, which takes a fraction of the time.
 */
export async function withoutIndexes<T>(session: Session, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const references = await session.rows<{ drop: string; make: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid = any (select to_regclass(t) from unnest(${tables}::text[]) t)
    order by conrelid::regclass::text, conname`);
  const indexes = await session.rows<{ drop: string; make: string }>(sql`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index where indrelid = any (select to_regclass(t) from unnest(${tables}::text[]) t)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid::regclass::text`);
  for (const { drop } of [...references, ...indexes]) await session.rows(statement(drop));
  const result = await work();
  for (const { make } of [...indexes, ...references]) await session.rows(statement(make));
  return result;
}

export async function followIds(session: Session, tables: readonly string[]): Promise<void> {
  const columns = await session.rows<{ table: string; column: string }>(sql`
    select relname as table, attname as column from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and attrelid = any (select to_regclass(t) from unnest(${tables}::text[]) t)`);
  for (const { table, column } of columns) await setIds(session, table, column, '0');
}

/** Advances the id sequence of a table above the existing ids and the last generated one. */
export async function setIds(session: Session, table: string, column: string, last: string): Promise<void> {
  await session.rows(
    knex.raw(
      `select setval(pg_get_serial_sequence(?, ?), greatest(highest, 1), highest > 0)
      from (select greatest(coalesce(max(??), 0), ?::bigint) as highest from ??) ids`,
      [quoted(table), column, column, last, table],
    ),
  );
}
