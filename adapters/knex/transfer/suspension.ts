import { quoted } from '../records/names.js';
import type { Session } from '../sessions/session.js';
import { knex, type Query, sql } from '../sessions/sql.js';

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
