import { chunksOf } from '../../../application/listing.js';
import type { ArchiveContent } from '../../../application/ports/archive.js';
import { SourceError } from '../../../application/ports/register.js';
import { migrations } from '../migrations/index.js';
import { migrateTo } from '../migrations/migrate.js';
import { quoted } from '../names.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import { DatabaseFailure } from '../storage-error.js';
import { type StoredTable, storedTables } from './archive-tables.js';
import { BulkInserts, rowsAtOnce, setIds, transactOnce, withoutIndexes } from './bulk-insert.js';
import { refuseFilled } from './register-load.js';

/** @param session whose transactions accept a schema of any version */
export function restoreRegister(session: Session, archive: ArchiveContent, replace: boolean): Promise<void> {
  const { schema } = archive.head;
  if (schema > migrations.length)
    throw new SourceError(
      `the archive is of a later version: its schema number is ${schema}, this version supports at most ${migrations.length}`,
    );
  if (!Number.isInteger(schema) || schema < 1) throw new SourceError('the archive has no valid schema number');
  const restored = transactOnce(session, async (transaction) => {
    await transaction.rows(knex.raw(`set local timezone = 'UTC'`));
    if (!replace) await refuseFilled(transaction);
    if (schema < migrations.length) await makeSchema(transaction, schema);
    await fill(transaction, archive);
    if (schema < migrations.length) await migrateTo(transaction, migrations.length);
  });
  return restored.catch((error: unknown) => {
    throw refusesRows(error) ? new SourceError(`${refused} (SQLSTATE ${error.code})`) : error;
  });
}

const refused = 'the archive is damaged: the database refuses its rows';

/** Whether the database rejects a value (classes 21, 22, 54) or a constraint is violated (23). */
const refusesRows = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseFailure && /^(2[123]|54)/.test(error.code ?? '');

async function makeSchema(session: Session, schema: number): Promise<void> {
  const stored = await session.rows<{ drop: string }>(sql`
    select format('drop table %I cascade', relname) as drop from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace(current_schema)
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = to_regnamespace(current_schema) and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`);
  for (const { drop } of stored) await session.rows(knex.raw(drop.replaceAll('?', '\\?')));
  await migrateTo(session, schema);
}

async function fill(session: Session, archive: ArchiveContent): Promise<void> {
  const tables = await storedTables(session);
  const derived = ['free_addresses', 'free_blocks', 'usage_changes', 'usage_counts', 'app_leases', 'rate_counts'];
  const there = await session.rows<{ name: string }>(
    sql`select t as name from unnest(${derived}::text[]) t where to_regclass(t) is not null`,
  );
  const all = [...tables, ...there].map(({ name }) => quoted(name)).join(', ');
  await session.rows(knex.raw(`lock table ${all} in access exclusive mode`));
  await session.rows(knex.raw(`truncate ${all}`));
  const names = tables.map(({ name }) => name);
  await withoutIndexes(session, names, async () => {
    await addRows(session, archive, tables);
    for (const { name, numbered } of tables)
      if (numbered !== null) await setIds(session, name, numbered, archive.head.lastIds[name] ?? '0');
    await verify(session, archive, names);
  });
  await session.rows(knex.raw(`analyze ${all}`));
}

async function addRows(session: Session, archive: ArchiveContent, tables: readonly StoredTable[]): Promise<void> {
  const inserts = new BulkInserts(session);
  for await (const { table, rows } of archive.tables()) {
    const stored = tables.find(({ name }) => name === table.name);
    if (!stored) throw new SourceError(unknownTable(table.name));
    const columns = table.columns.map((name) => {
      const column = stored.typed.find((known) => known.name === name);
      return column ?? wrongColumn(table.name, name);
    });
    for (const chunk of chunksOf(rows, rowsAtOnce(session))) await inserts.add(table.name, columns, chunk);
  }
  await inserts.done();
}

const unknownTable = (name: string): string => `the archive has a table ${quotedName(name)}, which its schema does not have`;

const quotedName = (name: string): string => JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}...` : name);

function wrongColumn(table: string, column: string): never {
  throw new SourceError(`the archive has a column ${quotedName(column)} of ${table}, which its schema does not have`);
}

/** @throws SourceError if the number of rows differs from the archive's head */
async function verify(session: Session, { head }: ArchiveContent, tables: readonly string[]): Promise<void> {
  for (const [name, count] of Object.entries(head.counts)) {
    if (!tables.includes(name)) throw new SourceError(unknownTable(name));
    const found = await session.row<{ count: string }>(knex(name).select(sql`count(*)::text as count`));
    if (Number(found?.count) !== count)
      throw new SourceError(`the archive declares ${count} rows of ${name}, but has ${found?.count}`);
  }
}
