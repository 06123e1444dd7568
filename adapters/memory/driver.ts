import type { StorageDriver } from '../../application/ports/database.js';

export const memoryStorage: StorageDriver = {
  urls: [{ schemes: ['memory'], text: 'memory:', about: 'in memory, lost at exit', pattern: /^memory:$/ }],
  isShared: false,
  directoryOf: () => undefined,
  open: async () => (await import('./index.js')).createMemoryDatabase(),
};
