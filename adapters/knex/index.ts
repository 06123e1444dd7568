/** Storage in PostgreSQL: a server, or one embedded in the process. */
export { type Database, type DatabaseOptions, embeddedDirectory, openDatabase } from './database.js';
export { DirectoryInUse, StorageError } from './storage-error.js';
