import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DatabaseFailure, DirectoryInUse } from '../storage-error.js';
import { DatabaseLost, type DataDirectory } from './data-directory.js';
import type { DataFileOptions } from './data-files.js';
import { type Engine, endOnBreakdown, localEngine } from './engine.js';
import { EngineThread } from './engine-thread.js';
import { holdDirectory } from './lock/directory-lock.js';
import { type KernelLock, lockByKernel } from './lock/kernel-lock.js';
import type { LockFile } from './lock/lock-file.js';
import { newCluster } from './new-cluster.js';
import { databaseIn, makeDirectory, openData } from './opening.js';

export interface PGliteOptions {
  readonly mustExist?: boolean;
  readonly ownThread?: boolean;
  readonly report?: ((problem: string) => void) | undefined;
}

/** An embedded database: PostgreSQL in this process, with one connection. */
export interface EmbeddedDatabase {
  readonly engine: Engine;
  /** Undefined in memory. */
  readonly dataDirectory?: DataDirectory;
  close(): Promise<void>;
}

export async function openInMemory(): Promise<EmbeddedDatabase> {
  const packed = await newCluster();
  const pglite = await PGlite.create(packed ? { loadDataDir: new Blob([packed]) } : {});
  endOnBreakdown(pglite, (reason, cause) => new DatabaseLost(reason, cause));
  const engine = localEngine(pglite);
  return { engine, close: () => engine.close() };
}

/** Creates a missing directory. @throws DatabaseFailure if another process owns the directory, or a required database is missing */
export async function openDirectory(directory: string, options: PGliteOptions & DataFileOptions): Promise<EmbeddedDatabase> {
  const missing = new DatabaseFailure(`there is no database in ${directory}`);
  if (options.mustExist && !existsSync(directory)) throw missing;
  makeDirectory(directory, options);
  const lock = await holdDirectory(directory, options);
  let ofDatabase: KernelLock | undefined;
  const release = (): Promise<void> => {
    ofDatabase?.release();
    return lock.release();
  };
  try {
    if (options.mustExist && !existsSync(databaseIn(directory))) throw missing; // no process creates it now
    ofDatabase = lockDatabase(directory);
    const { engine, dataDirectory } = await openEngine(directory, lock.file, options);
    ofDatabase ??= lockDatabase(directory);
    if (!lock.isByKernel) options.report?.(withoutKernelLock(directory));
    dataDirectory.guardBy(() => lock.isHeld());
    void lock.lost.then(() => dataDirectory.loseLock());
    return { engine, dataDirectory, close: () => engine.close().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Locks a file of the database itself, because lock files may be removed by hand.
 * @returns undefined without a database or kernel locks, and on Windows, where other threads could not read the file
 */
function lockDatabase(directory: string): KernelLock | undefined {
  const file = join(databaseIn(directory), 'PG_VERSION');
  const lock = process.platform === 'win32' || !existsSync(file) ? undefined : lockByKernel(file);
  if (lock === 'busy') throw new DirectoryInUse(`${directory} is in use by another process, whose lock file has been removed`);
  return lock;
}

const withoutKernelLock = (directory: string): string =>
  `the operating system cannot lock ${directory}: only a heartbeat detects a second process, so never start two`;

async function openEngine(
  directory: string,
  lockFile: LockFile,
  { ownThread, sync, maxOpenFiles }: PGliteOptions & DataFileOptions,
): Promise<Required<Pick<EmbeddedDatabase, 'engine' | 'dataDirectory'>>> {
  if (ownThread) {
    const engine = await EngineThread.start({ directory, lockFile, sync, maxOpenFiles });
    return { engine, dataDirectory: engine.dataDirectory };
  }
  const { pglite, dataDirectory } = await openData(directory, { lockFile, sync, maxOpenFiles });
  return { engine: localEngine(pglite), dataDirectory };
}
