import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DataDirectory } from './data-directory.js';
import { type DataFileOptions, startPGlite } from './data-files.js';
import { isCurrent, type LockFile } from './lock/lock-file.js';
import { newCluster, unpackCluster } from './new-cluster.js';
import { makePrivate } from './private-files.js';
import { syncNames, syncTree } from './synced-files.js';

/** Makes a directory, and those it lies in, for the user of this process alone; one that is there stays as it is. */
export function makeDirectory(directory: string, { sync }: DataFileOptions): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (first === undefined || !sync) return;
  for (let path = resolve(directory); ; path = dirname(path)) {
    syncNames(dirname(path));
    if (path === resolve(first)) return;
  }
}

/** A database that runs on the files of a data directory. */
export interface OpenData {
  readonly pglite: PGlite;
  readonly dataDirectory: DataDirectory;
}

/** How a data directory is opened. */
export interface OpeningOptions extends DataFileOptions {
  /** The lock file of this process: nothing is written any more when it is gone. */
  readonly lockFile?: LockFile;
}

/** Where the database lies in a data directory. */
export const databaseIn = (directory: string): string => join(directory, 'postgres');

/**
 * Starts the database in a data directory that this process holds. A new one gets its name when it is complete and on disk, so
 * that a start that was cut short leaves nothing half made. One that has been used is cleaned up first: nothing does so while
 * the database runs, as in a server. Files that were left behind by a process which did not sync are synced, and what others
 * may read is made private.
 */
export async function openData(directory: string, options: OpeningOptions): Promise<OpenData> {
  const data = databaseIn(directory);
  const isNew = !existsSync(data);
  if (isNew) await makeData(data, options);
  else if (options.sync) syncTree(data);
  if (options.sync) syncNames(directory);
  makePrivate(directory);
  const dataDirectory = new DataDirectory(data);
  const { lockFile } = options;
  if (lockFile) dataDirectory.guardBy(() => isCurrent(lockFile));
  const pglite = await startPGlite(data, options, dataDirectory);
  if (!isNew) await cleanUp(pglite);
  return { pglite, dataDirectory };
}

/** Statistics are those of the service's own tables: the catalogs change little, and they take as long as all else together. */
async function cleanUp(pglite: PGlite): Promise<void> {
  await pglite.query('vacuum');
  const tables = await pglite.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  if (tables.rows.length > 0) await pglite.query(`analyze ${tables.rows.map(({ name }) => name).join(', ')}`);
}

async function makeData(data: string, { sync }: DataFileOptions): Promise<void> {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const packed = await newCluster();
  if (packed) unpackCluster(packed, draft);
  else await (await startPGlite(draft, { sync: false })).close();
  if (sync) syncTree(draft);
  renameSync(draft, data);
}
