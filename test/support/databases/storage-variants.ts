import { openDatabase } from '../../../adapters/knex/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { Deviations, OpenStorage, StorageVariant } from '../../contracts/support/storage.js';
import { atEndOfRun } from './at-end-of-run.js';
import type { TestDatabase } from './postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from './prepared-databases.js';

export type { OpenStorage, StorageVariant } from '../../contracts/support/storage.js';

const allVariants: readonly StorageVariant[] = [
  variant(
    'memory',
    { parallelUnits: 'its units of work run one after another', reopening: 'it ends with its process' },
    async () => createMemoryDatabase(),
  ),
  variant('PGlite', { parallelUnits: 'it has one connection' }, async () => openCopy(await createEmbeddedDatabase())),
  variant('PostgreSQL', {}, async () => openCopy(await createPostgresDatabase())),
];

/** All storages for the contract suites, or those of STORAGES, e.g. STORAGES=memory,pglite. */
export const storageVariants: readonly StorageVariant[] = wanted(process.env.STORAGES);

/** @throws Error with the list of storages for an unknown name */
function wanted(names: string | undefined): readonly StorageVariant[] {
  if (!names) return allVariants;
  return names.split(',').map((name) => {
    const found = allVariants.find((candidate) => candidate.name.toLowerCase() === name.trim().toLowerCase());
    if (found) return found;
    throw new Error(`STORAGES names ${name}: there are ${allVariants.map((each) => each.name.toLowerCase()).join(', ')}`);
  });
}

function variant(name: string, skip: Deviations, open: () => Promise<OpenStorage>): StorageVariant {
  let opened: Promise<OpenStorage> | undefined;
  const shared = (): Promise<OpenStorage> => {
    if (!opened) {
      opened = open();
      atEndOfRun(async () => (await opened)?.close());
    }
    return opened;
  };
  return { name, skip, open, shared };
}

/** Opens a copy of a migrated database. `close` drops it. */
async function openCopy(copy: TestDatabase): Promise<OpenStorage> {
  const database = await openDatabase({ url: copy.url, sync: false });
  const close = async (): Promise<void> => {
    await database.close();
    await copy.drop();
  };
  const reopen = async (): Promise<OpenStorage> => {
    await database.close();
    return openCopy(copy);
  };
  return { ...database, close, reopen };
}
