import { openDatabase } from '../../../adapters/knex/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { ConsistencyCheck } from '../../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { atEndOfRun } from './at-end-of-run.js';
import type { TestDatabase } from './postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from './prepared-databases.js';

/** A database with the built-in rows, to be closed by whoever opened it. */
export interface OpenStorage extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  close(): Promise<void>;
}

/** What a variant may be unable to do; each with its reason where it is. */
export interface Deviations {
  /** Units of work that are under way at the same time. */
  readonly parallelUnits?: string;
}

/** A storage that the contract suites run over. */
export interface StorageVariant {
  readonly name: string;
  readonly skip: Deviations;
  /** Opens a fresh database. */
  open(): Promise<OpenStorage>;
  /** The one database of this process that suites share which do not mind the rows of others; closed at the end of the run. */
  shared(): Promise<Omit<OpenStorage, 'close'>>;
}

const allVariants: readonly StorageVariant[] = [
  variant('memory', { parallelUnits: 'its units of work run one after another' }, async () => createMemoryDatabase()),
  variant('PGlite', { parallelUnits: 'it has one connection' }, async () => openCopy(await createEmbeddedDatabase())),
  variant('PostgreSQL', {}, async () => openCopy(await createPostgresDatabase())),
];

/** Every storage that keeps the contracts of the ports, or those that STORAGES names: STORAGES=memory,pglite. */
export const storageVariants: readonly StorageVariant[] = wanted(process.env.STORAGES);

/** @throws Error that tells which storages there are */
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

/** Opens a copy of a migrated database, which is dropped when it is closed. */
async function openCopy({ url, drop }: TestDatabase): Promise<OpenStorage> {
  const database = await openDatabase({ url, sync: false });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}
