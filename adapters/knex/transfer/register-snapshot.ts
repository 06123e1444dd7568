import type { ArchivedRow, ArchiveHead, Snapshot } from '../../../application/ports/archive.js';
import { quoted } from '../names.js';
import type { Session } from '../sessions/session.js';
import { knex, type Query, sql } from '../sessions/sql.js';
import { DatabaseFailure } from '../storage-error.js';
import { ordered, type StoredTable, storedTables } from './archive-tables.js';
import { rowsAtOnce } from './bulk-insert.js';

interface Reading {
  readonly size: number;
  run(query: Query): Promise<Readonly<Record<string, string | null>>[]>;
  /** Returns the `from` clause for rows after a key, in the order of the key. */
  from(table: StoredTable, behind: string, keys: string): string;
}

/**
 * Uses one transaction on a server, and short statements with a single connection.
 * @param session whose transactions execute nothing before the work
 */
export function runOnSnapshot<T>(session: Session, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return session.isAlone ? keepingRows(session, work) : inOneTransaction(session, work);
}

function inOneTransaction<T>(session: Session, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return session.transact(async (transaction) => {
    await transaction.rows(knex.raw('set transaction isolation level repeatable read, read only'));
    await transaction.allowLong();
    await transaction.rows(knex.raw('set local idle_in_transaction_session_timeout = 0')); // the reader may be slow
    await transaction.rows(knex.raw(`set local timezone = 'UTC'`));
    const reading: Reading = {
      size: rowsAtOnce(session),
      run: (query) => transaction.rows(query),
      from: ({ name }, behind) => `${quoted(name)} live where ${behind}`,
    };
    const tables = await storedTables(transaction);
    return work(snapshotOf(reading, tables, await headOf(transaction, tables, (table) => countOf(transaction, table))));
  });
}

/** @throws DatabaseFailure if another snapshot is being read */
async function keepingRows<T>(session: Session, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const reading: Reading = {
    size: rowsAtOnce(session),
    run: (query) =>
      session.transact(async (transaction) => {
        await transaction.rows(knex.raw(`set local timezone = 'UTC'`));
        return transaction.rows(query);
      }),
    from: (table, behind, keys) => beforeImages(table, behind, keys, rowsAtOnce(session)),
  };
  if (readingNow.has(session)) throw new DatabaseFailure('another export of the database is running', undefined, 'unavailable');
  readingNow.add(session);
  try {
    const { tables, lastIds } = await session.transact(async (transaction) => {
      const found = await storedTables(transaction);
      await beginKeeping(transaction, found);
      return { tables: found, lastIds: await headOf(transaction, found, async () => 0) };
    });
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table.name] = await countByKeys(reading, table);
    return await work(snapshotOf(reading, tables, { ...lastIds, counts }));
  } finally {
    readingNow.delete(session);
    await session.transact(endKeeping);
  }
}

const readingNow = new WeakSet<Session>();

/** Deletes before-images of a killed process. */
export async function dropBeforeImages(session: Session): Promise<void> {
  if (session.isAlone && (await isKeeping(session))) await session.transact(endKeeping);
}

const snapshotOf = (reading: Reading, tables: readonly StoredTable[], head: ArchiveHead): Snapshot => ({
  head,
  tables: tables.map(({ name, columns }) => ({ name, columns })),
  rows(name) {
    const table = tables.find((known) => known.name === name);
    if (!table) throw new Error(`no table ${name}`);
    return rowsOf(reading, table, table.columns);
  },
});

async function headOf(
  session: Session,
  tables: readonly StoredTable[],
  count: (table: StoredTable) => Promise<number>,
): Promise<ArchiveHead> {
  const last = await session.row<{ schema: number }>(knex('schema_migrations').max({ schema: 'number' }));
  const counts: Record<string, number> = {};
  const lastIds: Record<string, string | null> = {};
  for (const table of tables) {
    const { name, numbered } = table;
    counts[name] = await count(table);
    if (numbered === null) continue;
    const input = await session.row<{ last: string | null }>(sql`
      select pg_sequence_last_value(pg_get_serial_sequence(${quoted(name)}, ${numbered})::regclass)::text as last`);
    lastIds[name] = input?.last ?? null;
  }
  return { schema: last?.schema ?? 0, counts, lastIds };
}

async function countOf(session: Session, { name }: StoredTable): Promise<number> {
  const found = await session.row<{ count: string }>(knex(name).select(sql`count(*)::text as count`));
  return Number(found?.count ?? 0);
}

async function countByKeys(reading: Reading, table: StoredTable): Promise<number> {
  let count = 0;
  for await (const rows of rowsOf(reading, table, table.key)) count += rows.length;
  return count;
}

async function* rowsOf(
  { size, run, from }: Reading,
  table: StoredTable,
  columns: readonly string[],
): AsyncGenerator<readonly ArchivedRow[], void, undefined> {
  const positions = table.key.map((name) => columns.indexOf(name));
  const keys = table.key.map((name) => ordered(table, name)).join(', ');
  const typed = table.key.map((name) => `?::${table.typed.find((column) => column.name === name)?.type}`).join(', ');
  const selected = columns.map((name, index) => `live.${quoted(name)}::text as c${index}`).join(', ');
  for (let last: ArchivedRow | undefined; ; ) {
    const behind = last ? `(${keys}) > (${typed})` : 'true';
    const text = `select ${selected} from ${from(table, behind, keys)} order by ${keys} limit ${size}`;
    const key = positions.map((position) => last?.[position] ?? null);
    const bindings = Array.from({ length: text.split('?').length - 1 }, (_, index) => key[index % key.length] ?? '');
    const rows = await run(knex.raw(text, bindings));
    const texts = rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null));
    if (texts.length > 0) yield texts;
    last = texts.at(-1);
    if (texts.length < size) return;
  }
}

/**
 * Table of the rows before their change during a snapshot, so that several statements can read a table as of one time. Triggers
 * store the first state of each changed row, or that the row did not exist. A long transaction would block the only connection.
 */
const beforeImageTable = 'export_kept';

const makeTable = (): Query => sql`
  create table export_kept (name text, key jsonb, "row" text, primary key (name, key))`;

const makeFunction = (): Query =>
  knex.raw(`
  create function keep_row() returns trigger language plpgsql as $keep$
    declare
      before jsonb := case when tg_op <> 'INSERT' then (select jsonb_agg(to_jsonb(old) -> name order by place) from unnest(tg_argv) with ordinality key(name, place)) end;
      after jsonb := case when tg_op <> 'DELETE' then (select jsonb_agg(to_jsonb(new) -> name order by place) from unnest(tg_argv) with ordinality key(name, place)) end;
    begin
      if before is not null then
        insert into export_kept values (tg_table_name, before, old::text) on conflict do nothing;
      end if;
      if after is not null and after is distinct from before then
        insert into export_kept values (tg_table_name, after, null) on conflict do nothing;
      end if;
      return null;
    end
  $keep$`);

async function beginKeeping(session: Session, tables: readonly StoredTable[]): Promise<void> {
  await endKeeping(session);
  await session.rows(makeTable());
  await session.rows(makeFunction());
  for (const { name, key } of tables) {
    const names = key.map((column) => `'${column.replaceAll("'", "''")}'`).join(', ');
    await session.rows(
      knex.raw(
        `create trigger keep_row after insert or update or delete on ${quoted(name)} for each row execute function keep_row(${names})`,
      ),
    );
  }
}

/** Also removes the before-images of a killed process. */
async function endKeeping(session: Session): Promise<void> {
  await session.rows(sql`drop function if exists keep_row cascade`);
  await session.rows(sql`drop table if exists export_kept`);
}

async function isKeeping(session: Session): Promise<boolean> {
  const found = await session.row<{ there: boolean }>(sql`select to_regclass(${beforeImageTable}) is not null as there`);
  return found?.there === true;
}

/** The `from` clause for a table's state at the snapshot, after a key, ordered by the key and limited. */
function beforeImages({ name, key }: StoredTable, behind: string, keys: string, size: number): string {
  const own = `jsonb_build_array(${key.map((column) => `live.${quoted(column)}`).join(', ')})`;
  return `(
    (select live.* from ${quoted(name)} live where ${behind}
      and not exists (select from export_kept where name = '${name.replaceAll("'", "''")}' and key = ${own}) order by ${keys} limit ${size})
    union all
    (select (live."row"::${quoted(name)}).* from export_kept live where live.name = '${name.replaceAll("'", "''")}' and live."row" is not null)
  ) live where ${behind}`;
}
