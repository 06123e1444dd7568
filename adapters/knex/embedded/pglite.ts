import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { DatabaseFailure } from '../storage-error.js';
import type { DataFileOptions } from './data-files.js';
import type { DataPlace } from './data-place.js';
import { holdDirectory } from './directory-lock.js';
import { databaseIn, makeDirectory, openData } from './opening.js';

/** How the embedded database is used. */
export interface PGliteOptions {
  /** Whether a directory must hold a database already. */
  readonly mustExist?: boolean;
}

/** An embedded database: PostgreSQL in this process, on one connection. */
export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  /** Where it lies; undefined when it lies in memory. */
  readonly place?: DataPlace;
  /** Writes everything out. */
  close(): Promise<void>;
}

/** Opens a database that lives in memory only. */
export async function openInMemory(): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create();
  return { pglite, close: () => closeUnlessClosed(pglite) };
}

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
    const { pglite, place } = await openData(directory, options);
    void lock.lost.then(() => place.lose('the lock of the database has been removed or taken over'));
    return { pglite, place, close: () => closeUnlessClosed(pglite).finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function closeUnlessClosed(pglite: PGlite): Promise<void> {
  if (!pglite.closed) await pglite.close();
}
