import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import knex, { type Knex } from 'knex';
import ClientPGlite from 'knex-pglite';
import { holdDirectory } from './directory-lock.js';
import type { DataFileOptions } from './embedded/data-files.js';
import { databaseIn, makeDirectory, openData } from './embedded/opening.js';
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
export async function openDirectory(directory: string, options: PGliteOptions & DataFileOptions): Promise<EmbeddedDatabase> {
  const missing = new DatabaseFailure(`there is none in ${directory}`);
  if (options.mustExist && !existsSync(directory)) throw missing;
  makeDirectory(directory, options);
  const lock = await holdDirectory(directory);
  try {
    if (options.mustExist && !existsSync(databaseIn(directory))) throw missing; // now that nobody is about to make it
    const { knex: opened, close } = await embedded(await openData(directory, options), options);
    const closeBoth = () => close().finally(() => lock.release());
    return { knex: opened, close: closeBoth };
  } catch (error) {
    await lock.release();
    throw error;
  }
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
