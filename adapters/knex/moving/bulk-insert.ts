import { quoted } from '../records/names.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import type { TextRow } from '../sessions/statement.js';

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

/** Adds rows of a table by one statement, values as PostgreSQL prints them. Ids that the database gives are taken as they are. */
export async function insertTexts(
  session: Session,
  table: string,
  columns: readonly TypedColumn[],
  rows: readonly TextRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => quoted(name));
  const values = columns.map(({ type }, index) => `c${index}::${type}`);
  const given = columns.map(() => '?::text[]');
  const text = `insert into ${quoted(table)} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${given.join(', ')}) given(${columns.map((_, index) => `c${index}`).join(', ')})`;
  const byColumn = columns.map((_, index) => rows.map((row) => storable(row[index] ?? null)));
  await session.rows(knex.raw(text, byColumn as never));
}

/** PostgreSQL keeps no NUL in texts. */
const storable = (value: string | null): string | null => (value?.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value);
