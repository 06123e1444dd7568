/** Storage in PostgreSQL: a server, or one embedded in the process. */
export { type Database, type DatabaseOptions, embeddedDirectory, openDatabase } from './database.js';
export { DatabaseFailure, DirectoryInUse, reasonOf } from './storage-error.js';
