import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DataDirectory } from './data-directory.js';
import { type DataFileOptions, startPGlite } from './data-files.js';
import { makePrivate, syncNames, syncTree } from './disk-files.js';
import { isCurrent, type LockFile } from './lock/lock-file.js';
import { newCluster, unpackCluster } from './new-cluster.js';

/** Creates missing directories with mode 0700. The recursive form of Node.js does not return below /proc. */
export function makeDirectory(directory: string, { sync }: DataFileOptions): void {
  const missing: string[] = [];
  for (let path = resolve(directory); !isThere(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (!isThere(path)) throw error; // otherwise another process created it first
    }
    if (sync) syncNames(dirname(path));
  }
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

export interface OpenData {
  readonly pglite: PGlite;
  readonly dataDirectory: DataDirectory;
}

export interface OpeningOptions extends DataFileOptions {
  /** The lock file of this process, which must be current for each write. */
  readonly lockFile?: LockFile;
}

export const databaseIn = (directory: string): string => join(directory, 'postgres');

/**
 * Starts the database in a directory that this process has locked. A new database gets its final name only once it is on disk, so
 * that an interrupted start leaves no incomplete database under this name. An existing database is vacuumed, because autovacuum
 * does not run.
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

/** Vacuums and analyzes tables except the catalogs, whose statistics take as long as all others and change little. */
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
