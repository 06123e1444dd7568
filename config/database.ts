import { setTimeout as delay } from 'node:timers/promises';
import type { Database, DatabaseOptions } from '../application/ports/database.js';
import { reasonOf, StorageError } from '../application/ports/storage-error.js';
import { maxDatabaseFiles, requireOpenFiles } from './open-files.js';
import type { ServiceConfiguration } from './settings/settings.js';
import { storageOf } from './storages.js';

/** A database that the service cannot start with; its text is one line for people. */
export class DatabaseError extends StorageError {
  override readonly name = 'DatabaseError';

  constructor(cause: unknown) {
    super(`cannot use the database: ${reasonOf(cause)}`, cause instanceof StorageError ? cause.trouble : 'defect', cause);
  }
}

/** Opens the database. @throws DatabaseError e.g. when another process holds its directory */
export async function openStorage(url: string, options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  try {
    requireOpenFiles();
    return await storageOf(url).open({ url, maxOpenFiles: maxDatabaseFiles(), ...options });
  } catch (error) {
    throw new DatabaseError(error);
  }
}

/** What of the configuration says how the database is used. */
export type DatabaseConfiguration = Pick<
  ServiceConfiguration,
  'databaseUrl' | 'replicaUrl' | 'keepStatements' | 'databaseTimeout' | 'poolSize' | 'embeddedSync'
>;

/** As openStorage, in the way that the configuration says; with the replica for whoever is told of it. */
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

/** How long a command waits for a database that cannot be used yet. */
export interface Waiting {
  readonly seconds: number;
  /** Is told once that there is something to wait for, and for what. */
  readonly tell: (problem: string) => void;
  /** Settles when nobody wants to wait any more. */
  readonly stop?: Promise<unknown>;
}

/** How often a database that cannot be used is tried again, in milliseconds. */
const retryInterval = 500;

/**
 * Brings the database up to date.
 * @returns what was done
 * @throws DatabaseError e.g. when the server cannot be reached, also after having waited for it
 */
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
      const mayPass = error instanceof StorageError && error.trouble === 'unavailable';
      if (!mayPass || stopped || performance.now() >= end) throw new DatabaseError(error);
      if (tries === 1) waiting?.tell(reasonOf(error));
      await Promise.race([delay(retryInterval), ...(stop ? [stop] : [])]);
    }
  }
}
