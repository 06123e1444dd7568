/** Fresh databases: copies of an original that is migrated once in a run, because a migration takes seconds. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../adapters/knex/index.js';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { copyTree } from './copy-tree.js';
import { createDatabase, type TestDatabase } from './postgres-server.js';
import { sharedPostgres } from './shared-postgres.js';

/** The originals: the directory of an embedded database, and the URL of a database on the server of the run. */
interface Originals {
  readonly directory: () => Promise<string>;
  readonly url: () => Promise<string>;
}

const originals: Originals = {
  directory: once('TEST_RUN_EMBEDDED_ORIGINAL', makeDirectory),
  url: once('TEST_RUN_POSTGRES_ORIGINAL', makeOnServer),
};

/** Creates the originals and sets their environment variables for later processes. */
export async function prepareDatabases(): Promise<void> {
  await Promise.all([originals.directory(), originals.url()]);
}

/** Returns the value of an environment variable. The first call sets a missing variable to the result of `make`. */
function once(variable: string, make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  const makeAndTell = async (): Promise<string> => {
    process.env[variable] = await make();
    return process.env[variable];
  };
  return () => {
    made ??= process.env[variable] === undefined ? makeAndTell() : Promise.resolve(process.env[variable]);
    return made;
  };
}

/** PostgreSQL fills shared_buffers at each start. The default of 128 MB takes a third of the start time. */
const littleMemory = '\nshared_buffers = 16MB\n';

async function makeDirectory(): Promise<string> {
  const { path } = makeTemporaryFolder();
  const url = `file:${path}`;
  await migrate(url);
  await migrate(url); // each start cleans up after the previous one, so that copies start faster
  appendFileSync(join(path, 'postgres', 'postgresql.conf'), littleMemory);
  return path;
}

async function makeOnServer(): Promise<string> {
  const { url } = await createDatabase((await sharedPostgres()).url);
  await migrate(url);
  return url;
}

async function migrate(url: string): Promise<void> {
  const database = await openDatabase({ url, sync: false });
  await database.migrate();
  await database.close();
}

/** Creates a migrated database in an empty or missing directory. */
export async function fillWithEmbeddedDatabase(directory: string): Promise<void> {
  copyTree(await originals.directory(), directory);
}

/** Creates a migrated embedded database in its own folder. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const folder = makeTemporaryFolder();
  await fillWithEmbeddedDatabase(folder.path);
  return { url: `file:${folder.path}`, drop: async () => folder.remove() };
}

/** Creates a migrated database on the server of the run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  return createDatabase((await sharedPostgres()).url, await originals.url());
}
