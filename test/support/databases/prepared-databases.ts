/** Databases that hold what a fresh one holds: copies of one that is made once in a run, as making each takes seconds. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../adapters/knex/index.js';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { copyTree } from './copy-tree.js';
import { createDatabase, type TestDatabase } from './postgres-server.js';
import { sharedPostgres } from './shared-postgres.js';

/** What copies are made of: an embedded database's directory, and the URL of a database on the server of the run. */
interface Originals {
  readonly directory: () => Promise<string>;
  readonly url: () => Promise<string>;
}

const originals: Originals = {
  directory: once('TEST_RUN_EMBEDDED_ORIGINAL', makeDirectory),
  url: once('TEST_RUN_POSTGRES_ORIGINAL', makeOnServer),
};

/** Makes what copies are made of, and tells processes that are started from now on where it is. */
export async function prepareDatabases(): Promise<void> {
  await Promise.all([originals.directory(), originals.url()]);
}

/** Makes something when it is first asked for, unless a variable of the environment names it, which it does from then on. */
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

/** Memory for tables in copies: PostgreSQL fills all of its usual 128 MB at each start, which takes it a third of the start. */
const littleMemory = '\nshared_buffers = 16MB\n';

async function makeDirectory(): Promise<string> {
  const { path } = makeTemporaryFolder();
  const url = `file:${path}`;
  await migrate(url);
  await migrate(url); // each start cleans up after the one before: copies have little left to clean up
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

/** Makes a database that is up to date in a directory that is empty or not there. */
export async function fillWithEmbeddedDatabase(directory: string): Promise<void> {
  copyTree(await originals.directory(), directory);
}

/** An embedded database that is up to date, in a folder of its own. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const folder = makeTemporaryFolder();
  await fillWithEmbeddedDatabase(folder.path);
  return { url: `file:${folder.path}`, drop: async () => folder.remove() };
}

/** A database that is up to date, on the server of the run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  return createDatabase((await sharedPostgres()).url, await originals.url());
}
