import { setTimeout as delay } from 'node:timers/promises';
import type { Database, DatabaseOptions } from '../application/ports/database.js';
import { reasonOf, StorageError } from '../application/ports/storage-error.js';
import { maxDatabaseFiles, requireOpenFiles } from './open-files.js';
import type { ServiceConfiguration } from './settings/settings.js';
import { storageOf } from './storages.js';

/** The service cannot start with this database. The message is one line. */
export class DatabaseError extends StorageError {
  override readonly name = 'DatabaseError';

  constructor(cause: unknown) {
    super(`cannot use the database: ${reasonOf(cause)}`, cause instanceof StorageError ? cause.failure : 'defect', cause);
  }
}

/** @throws DatabaseError, e.g. if another process has opened the directory */
export async function openStorage(url: string, options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  try {
    requireOpenFiles();
    return await storageOf(url).open({ url, maxOpenFiles: maxDatabaseFiles(), ...options });
  } catch (error) {
    throw new DatabaseError(error);
  }
}

export type DatabaseConfiguration = Pick<
  ServiceConfiguration,
  'databaseUrl' | 'replicaUrl' | 'keepStatements' | 'databaseTimeout' | 'poolSize' | 'embeddedSync'
>;

/** Uses the configured replica only with `tellReplica`. */
export const openConfigured = (
  { databaseUrl, replicaUrl, keepStatements, databaseTimeout, poolSize, embeddedSync: sync }: DatabaseConfiguration,
  options: Pick<DatabaseOptions, 'mustExist' | 'tell' | 'tellReplica' | 'observer'> = {},
): Promise<Database> =>
  openStorage(databaseUrl, {
    replicaUrl: options.tellReplica && replicaUrl ? replicaUrl : undefined,
    keepStatements,
    timeout: databaseTimeout * 1000,
    poolSize,
    sync,
    ...options,
  });

export interface Waiting {
  readonly seconds: number;
  /** Called once, with the reason of the wait. */
  readonly tell: (problem: string) => void;
  readonly stop?: Promise<unknown>;
}

/** In milliseconds. */
const retryInterval = 500;

/** Returns the applied migrations. @throws DatabaseError, e.g. if the server is unavailable after the wait */
export async function migrateDatabase(database: Database, waiting?: Waiting): Promise<readonly string[]> {
  const end = performance.now() + (waiting?.seconds ?? 0) * 1000;
  let stopped = false;
  const stop = waiting?.stop?.then(() => {
    stopped = true;
  });
  for (let tries = 1; ; tries++) {
    try {
      return await database.migrate();
    } catch (error) {
      const mayPass = error instanceof StorageError && error.failure === 'unavailable';
      if (!mayPass || stopped || performance.now() >= end) throw new DatabaseError(error);
      if (tries === 1) waiting?.tell(reasonOf(error));
      await Promise.race([delay(retryInterval), ...(stop ? [stop] : [])]);
    }
  }
}
