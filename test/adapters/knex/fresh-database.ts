import { type Database, type DatabaseOptions, openDatabase } from '../../../adapters/knex/index.js';
import { createEmbeddedDatabase } from '../../support/databases/embedded-database.js';
import { createDatabase } from '../../support/databases/postgres-server.js';
import { sharedPostgres } from '../../support/global-fixtures.js';

/** Runs a test with an empty database on the shared server, which is dropped afterwards. */
export async function onPostgres(test: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createDatabase((await sharedPostgres()).url);
  try {
    await test(url);
  } finally {
    await drop();
  }
}

/** Runs a test with an open database that holds what a fresh one holds. */
export async function withMigrated(options: DatabaseOptions, test: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ sync: false, ...options });
  try {
    await database.migrate();
    await test(database);
  } finally {
    await database.close();
  }
}

/** Runs a test with an open embedded database that holds what a fresh one holds. */
export async function withEmbedded(
  test: (database: Database) => Promise<void>,
  options: Omit<DatabaseOptions, 'url'> = {},
): Promise<void> {
  const { url, drop } = await createEmbeddedDatabase();
  try {
    await withMigrated({ ...options, url }, test);
  } finally {
    await drop();
  }
}
