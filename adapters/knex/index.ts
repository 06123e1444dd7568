/** Storage in PostgreSQL, on a server or embedded in the process. */
export type { Database, DatabaseOptions } from '../../application/ports/database.js';
export { openDatabase } from './database.js';
export { embeddedPostgres, postgresServer } from './drivers.js';
export { DatabaseFailure } from './storage-error.js';
