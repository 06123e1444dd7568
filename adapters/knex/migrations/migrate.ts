import { newerSchema } from '../sessions/schema-check.js';
import type { Session } from '../sessions/session.js';
import { knex, type Query, sql } from '../sessions/sql.js';
import { DatabaseFailure } from '../storage-error.js';
import { migrations } from './index.js';
import { queriesOf } from './migration.js';

/** Returns the time zone of the process, under a name that PostgreSQL accepts. */
export function serviceZone(): string {
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name && /^[A-Z]/i.test(name) && name !== 'Etc/Unknown') return name;
  const minutes = new Date().getTimezoneOffset(); // a POSIX zone without a name: positive values are west of UTC
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `<local>${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Key of the advisory lock for migrations: "hexipam" as bytes. */
const lockKey = '29382405543060845';

/** The table of completed migrations. It must exist before the first migration, so no migration creates it. */
const bookkeeping = (): Query => sql`
  create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Migrates the schema to the latest version in one transaction. Concurrently started processes wait for it.
 * @returns names of the executed migrations
 * @throws DatabaseFailure also for a database of a newer version, or an unusable one
 */
export function migrate(session: Session): Promise<string[]> {
  return session.transact((transaction) => migrateTo(transaction, migrations.length));
}

/**
 * Migrates the schema to a version in the session's transaction. A newer schema is unchanged.
 * @param number of the last migration to execute
 * @returns names of the executed migrations
 */
export async function migrateTo(session: Session, number: number): Promise<string[]> {
  await checkServer(session);
  await session.allowLong({ locks: true });
  await session.rows(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
  await session.rows(bookkeeping());
  const last = await lastMigration(session);
  const names: string[] = [];
  for (const [index, migration] of migrations.entries()) {
    if (index < last || index >= number) continue;
    if (migration.inZoneOfService && last > 0) await session.rows(sql`select set_config('TimeZone', ${serviceZone()}, true)`);
    for (const query of queriesOf(migration)) await session.rows(query);
    await session.rows(knex('schema_migrations').insert({ number: index + 1, name: migration.name }));
    names.push(migration.name);
  }
  return names;
}

/** Number of the last completed migration. @throws DatabaseFailure for a database of a newer version */
async function lastMigration(session: Session): Promise<number> {
  const done = await session.row<{ last: number | null }>(knex('schema_migrations').max({ last: 'number' }));
  const last = done?.last ?? 0;
  if (last > migrations.length) throw new DatabaseFailure(newerSchema(last, migrations.length));
  return last;
}

/** Names of the pending migrations. @throws DatabaseFailure for a database of a newer version */
export async function pendingMigrations(session: Session): Promise<string[]> {
  const found = await session.row<{ known: boolean }>(sql`select to_regclass('schema_migrations') is not null as known`);
  const last = found?.known ? await lastMigration(session) : 0;
  return migrations.slice(last).map(({ name }) => name);
}

async function checkServer(session: Session): Promise<void> {
  const row = await session.row<{ version: number; encoding: string; dates: string }>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('DateStyle') as dates`);
  if (!row || row.version < 150000) throw new DatabaseFailure('PostgreSQL 15 or later is needed');
  if (row.encoding !== 'UTF8') throw new DatabaseFailure(`the encoding of the database is ${row.encoding}, UTF8 is needed`);
  if (!row.dates.startsWith('ISO')) throw new DatabaseFailure(`DateStyle of the database is ${row.dates}, ISO is needed`);
}
