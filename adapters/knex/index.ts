/** Storage in PostgreSQL: a server, or one embedded in the process. */
export { type Database, type DatabaseOptions, openDatabase } from './database.js';
export { StorageError } from './storage-error.js';
