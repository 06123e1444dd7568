/** Embedded databases that hold what a fresh one holds: copies of one that is made once, as making each takes seconds. */
import { cp } from 'node:fs/promises';
import { openDatabase } from '../../../adapters/knex/index.js';
import { makeTemporaryFolder } from '../temporary-folder.js';
import type { TestDatabase } from './postgres-server.js';

let original: Promise<string> | undefined;

async function makeOriginal(): Promise<string> {
  const { path } = makeTemporaryFolder();
  const database = await openDatabase({ url: `file:${path}`, sync: false });
  await database.migrate();
  await database.close();
  return path;
}

/** Makes a database that is up to date in a directory that is empty or not there. */
export async function fillWithEmbeddedDatabase(directory: string): Promise<void> {
  original ??= makeOriginal();
  await cp(await original, directory, { recursive: true });
}

/** A database that is up to date in a folder of its own. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const folder = makeTemporaryFolder();
  await fillWithEmbeddedDatabase(folder.path);
  return { url: `file:${folder.path}`, drop: async () => folder.remove() };
}
