import type { DatabaseOptions, StorageDriver } from '../../application/ports/database.js';
import { embeddedDirectory } from './embedded/embedded-directory.js';

/** Loaded on demand. Commands that query a running service open no database and start five times as fast. */
const open = async (options: DatabaseOptions) => (await import('./database.js')).openDatabase(options);

export const postgresServer: StorageDriver = {
  urls: [{ schemes: ['postgres', 'postgresql'], text: 'postgres://...', pattern: /^postgres(ql)?:\/\/.+$/s }],
  isShared: true,
  directoryOf: () => undefined,
  open,
  createScratch: async (url) => (await import('./scratch-database.js')).createScratchDatabase(url),
};

export const embeddedPostgres: StorageDriver = {
  urls: [
    { schemes: ['file'], text: 'file:DIRECTORY', about: 'embedded', pattern: /^file:.*[^\s/].*$/s },
    { schemes: ['pglite'], text: 'pglite:', about: 'embedded, lost at exit', pattern: /^pglite:$/ },
  ],
  isShared: false,
  directoryOf: embeddedDirectory,
  open,
};
