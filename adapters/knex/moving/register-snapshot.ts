import type { ArchivedRow, ArchiveHead, Snapshot } from '../../../application/ports/moving/archive.js';
import { quoted } from '../records/names.js';
import { knex, type Query, sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { ordered, type StoredTable, storedTables } from './archive-tables.js';

/** Rows that one statement reads; fewer where everybody waits for it. */
const maxRows = 2000;
const maxRowsAlone = 500;

/** Runs work on what is stored at one moment. @param session one whose transactions run nothing before the work */
export function takeSnapshot<T>(session: Session, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return session.transact(async (transaction) => {
    await transaction.rows(knex.raw('set transaction isolation level repeatable read, read only'));
    await transaction.allowLong();
    await transaction.rows(knex.raw(`set local idle_in_transaction_session_timeout = 0`)); // whoever takes it may be slow
    await transaction.rows(knex.raw(`set local timezone = 'UTC'`));
    return work(await snapshotIn(transaction));
  });
}

async function snapshotIn(session: Session): Promise<Snapshot> {
  const tables = await storedTables(session);
  const head = await headOf(session, tables);
  return {
    head,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    rows(name) {
      const table = tables.find((known) => known.name === name);
      if (!table) throw new Error(`no table ${name}`);
      return rowsOf(session, table);
    },
  };
}

async function headOf(session: Session, tables: readonly StoredTable[]): Promise<ArchiveHead> {
  const last = await session.row<{ schema: number }>(knex('schema_migrations').max({ schema: 'number' }));
  const counts: Record<string, number> = {};
  const lastIds: Record<string, string | null> = {};
  for (const { name, numbered } of tables) {
    const found = await session.row<{ count: string }>(sql`select count(*)::text as count from ${knex.ref(name)}`);
    counts[name] = Number(found?.count ?? 0);
    if (numbered === null) continue;
    const given = await session.row<{ last: string | null }>(sql`
      select pg_sequence_last_value(pg_get_serial_sequence(${quoted(name)}, ${numbered})::regclass)::text as last`);
    lastIds[name] = given?.last ?? null;
  }
  return { schema: last?.schema ?? 0, counts, lastIds };
}

async function* rowsOf(session: Session, table: StoredTable): AsyncGenerator<readonly ArchivedRow[], void, undefined> {
  const size = session.isAlone ? maxRowsAlone : maxRows;
  const places = table.key.map((name) => table.columns.indexOf(name));
  for (let last: ArchivedRow | undefined; ; ) {
    const rows = await session.rows<Readonly<Record<string, string | null>>>(
      nextRows(
        table,
        places.map((place) => last?.[place] ?? ''),
        last !== undefined,
        size,
      ),
    );
    const texts = rows.map((row) => table.columns.map((_, index) => row[`c${index}`] ?? null));
    if (texts.length > 0) yield texts;
    last = texts.at(-1);
    if (texts.length < size) return;
  }
}

/** The rows behind one with a key, in texts. */
function nextRows(table: StoredTable, key: readonly string[], isBehind: boolean, size: number): Query {
  const columns = table.columns.map((name, index) => `${quoted(name)}::text as c${index}`);
  const keys = table.key.map((name) => ordered(table, name));
  const typed = table.key.map((name) => `?::${table.typed.find((column) => column.name === name)?.type}`);
  const behind = isBehind ? `where (${keys.join(', ')}) > (${typed.join(', ')})` : '';
  return knex.raw(
    `select ${columns.join(', ')} from ${quoted(table.name)} ${behind} order by ${keys.join(', ')} limit ${size}`,
    isBehind ? [...key] : [],
  );
}
