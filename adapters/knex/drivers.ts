import type { DatabaseOptions, StorageDriver } from '../../application/ports/database.js';
import { embeddedDirectory } from './embedded/embedded-directory.js';

/** Loads the rest when a database is opened: a command that a running service carries out starts in a fifth of the time. */
const open = async (options: DatabaseOptions) => (await import('./database.js')).openDatabase(options);

/** A PostgreSQL server: `postgres://...`. */
export const postgresServer: StorageDriver = { isShared: true, directoryOf: () => undefined, open };

/** PostgreSQL embedded in this process: `file:DIR`, or `memory:` for a database that is gone at its end. */
export const embeddedPostgres: StorageDriver = { isShared: false, directoryOf: embeddedDirectory, open };
