import { quoted } from '../records/names.js';
import type { Session } from '../sessions/session.js';
import { knex, type Query, sql } from '../sessions/sql.js';
import type { StoredTable } from './archive-tables.js';

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

export async function beginKeeping(session: Session, tables: readonly StoredTable[]): Promise<void> {
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
export async function endKeeping(session: Session): Promise<void> {
  await session.rows(sql`drop function if exists keep_row cascade`);
  await session.rows(sql`drop table if exists export_kept`);
}

export async function isKeeping(session: Session): Promise<boolean> {
  const found = await session.row<{ there: boolean }>(sql`select to_regclass(${beforeImageTable}) is not null as there`);
  return found?.there === true;
}

/** The `from` clause for a table's state at the snapshot, after a key, ordered by the key and limited. */
export function beforeImages({ name, key }: StoredTable, behind: string, keys: string, size: number): string {
  const own = `jsonb_build_array(${key.map((column) => `live.${quoted(column)}`).join(', ')})`;
  return `(
    (select live.* from ${quoted(name)} live where ${behind}
      and not exists (select from export_kept where name = '${name.replaceAll("'", "''")}' and key = ${own}) order by ${keys} limit ${size})
    union all
    (select (live."row"::${quoted(name)}).* from export_kept live where live.name = '${name.replaceAll("'", "''")}' and live."row" is not null)
  ) live where ${behind}`;
}
