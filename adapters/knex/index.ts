/** Storage in PostgreSQL: a server, or one embedded in the process. */
export type { Database, DatabaseOptions } from '../../application/ports/database.js';
export { embeddedPostgres, openDatabase, postgresServer } from './database.js';
export { DatabaseFailure } from './storage-error.js';
