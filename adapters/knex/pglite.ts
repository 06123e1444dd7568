import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import knex, { type Knex } from 'knex';
import ClientPGlite from 'knex-pglite';
import { holdDirectory } from './directory-lock.js';
import { plannerSettings } from './planner-settings.js';
import { quiet } from './quiet.js';
import { DatabaseFailure } from './storage-error.js';
import { parsers } from './value-types.js';

/** How the embedded database is used. */
export interface PGliteOptions {
  readonly acquireTimeout: number;
  /** Whether a directory must hold a database already. */
  readonly mustExist?: boolean;
}

/** An embedded database: PostgreSQL in this process, on one connection. */
export interface EmbeddedDatabase {
  readonly knex: Knex;
  close(): Promise<void>;
}

/** Opens a database that lives in memory only. */
export const openInMemory = async (options: PGliteOptions): Promise<EmbeddedDatabase> =>
  embedded(await PGlite.create({ parsers }), options);

/**
 * Opens the database in a directory, which is made if need be. One process at a time holds it.
 * @throws DatabaseFailure when another process holds it, or it must hold a database and does not
 */
export async function openDirectory(directory: string, options: PGliteOptions): Promise<EmbeddedDatabase> {
  const data = join(directory, 'postgres');
  const missing = new DatabaseFailure(`there is none in ${directory}`);
  if (options.mustExist && !(await exists(directory))) throw missing;
  await mkdir(directory, { recursive: true });
  const lock = await holdDirectory(directory);
  try {
    if (options.mustExist && !(await exists(data))) throw missing; // now that nobody is about to make it
    const { knex: opened, close } = await embedded(await openData(data), options);
    const closeBoth = () => close().finally(() => lock.release());
    return { knex: opened, close: closeBoth };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * A new data directory gets its name when it is complete, so that a start that was cut short leaves nothing half made. One
 * that has been used is cleaned up first: nothing does so while the database runs, as in a server.
 */
async function openData(directory: string): Promise<PGlite> {
  const isNew = !(await exists(directory));
  if (isNew) {
    const draft = `${directory}.new`;
    await rm(draft, { recursive: true, force: true });
    await (await PGlite.create({ dataDir: draft })).close();
    await rename(draft, directory);
  }
  const pglite = await PGlite.create({ dataDir: directory, parsers });
  if (!isNew) await pglite.query('vacuum (analyze)');
  return pglite;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function embedded(pglite: PGlite, { acquireTimeout }: PGliteOptions): Promise<EmbeddedDatabase> {
  await pglite.exec(plannerSettings);
  const connection = () => ({ pglite }) as object;
  const opened = knex({ client: ClientPGlite, connection, acquireConnectionTimeout: acquireTimeout, ...quiet });
  const close = async () => {
    await opened.destroy();
    if (!pglite.closed) await pglite.close();
  };
  return { knex: opened, close };
}
