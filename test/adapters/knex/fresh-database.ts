import { mkdirSync } from 'node:fs';
import { limitsOf } from '../../../adapters/knex/connection/limits.js';
import { startPGlite } from '../../../adapters/knex/embedded/data-files.js';
import { databaseIn } from '../../../adapters/knex/embedded/opening.js';
import { type Database, type DatabaseOptions, openDatabase } from '../../../adapters/knex/index.js';
import { PoolSession } from '../../../adapters/knex/sessions/pool-session.js';
import type { Session } from '../../../adapters/knex/sessions/session.js';
import type { Query } from '../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../adapters/knex/waiting/connections.js';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import { inTemporaryDirectory } from './temporary-directory.js';

/** Runs a test with an empty database on the shared server, which is dropped afterwards. */
export async function onEmptyPostgres(test: (url: string) => Promise<void>): Promise<void> {
  await on(await createDatabase((await sharedPostgres()).url), test);
}

/** Like onEmptyPostgres, with an embedded database as PGlite itself creates it. */
export function onEmptyEmbedded<T>(test: (url: string) => Promise<T>): Promise<T> {
  return inTemporaryDirectory(async (directory) => {
    const data = databaseIn(directory);
    mkdirSync(data);
    await (await startPGlite(data, { sync: false })).close();
    return test(`file:${directory}`);
  });
}

/** Like onEmptyPostgres, with a migrated database. */
export async function onPostgres(test: (url: string) => Promise<void>): Promise<void> {
  await on(await createPostgresDatabase(), test);
}

/** Like onPostgres, with a session that has run the given statements. */
export function withSession(statements: readonly Query[], test: (session: Session) => Promise<void>): Promise<void> {
  return onPostgres(async (url) => {
    const connections = Connections.toServer(url, { poolSize: 4, limits: limitsOf(10_000), keepStatements: true });
    try {
      const session = new PoolSession(connections);
      for (const statement of statements) await session.rows(statement);
      await test(session);
    } finally {
      await connections.close();
    }
  });
}

async function on({ url, drop }: TestDatabase, test: (url: string) => Promise<void>): Promise<void> {
  try {
    await test(url);
  } finally {
    await drop();
  }
}

/** Runs a test with an open, migrated database. */
export async function withMigrated(options: DatabaseOptions, test: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ sync: false, ...options });
  try {
    await database.migrate();
    await test(database);
  } finally {
    await database.close();
  }
}

/** Runs a test with an open, migrated embedded database. */
export async function withEmbedded(
  test: (database: Database) => Promise<void>,
  options: Omit<DatabaseOptions, 'url'> = {},
): Promise<void> {
  await on(await createEmbeddedDatabase(), (url) => withMigrated({ ...options, url }, test));
}
