import { openDatabase } from '../../adapters/knex/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import type { ConsistencyCheck } from '../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { atEndOfRun, sharedPostgres } from './global-fixtures.js';
import { createDatabase, type TestDatabase } from './postgres-server.js';

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

/** Every storage that keeps the contracts of the ports. */
export const storageVariants: readonly StorageVariant[] = [
  variant('memory', { parallelUnits: 'its units of work run one after another' }, async () => createMemoryDatabase()),
  variant('PGlite', { parallelUnits: 'it has one connection' }, () => openMigrated('memory:')),
  variant('PostgreSQL', {}, openPostgres),
];

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

async function openMigrated(url: string): Promise<OpenStorage> {
  const database = await openDatabase({ url });
  await database.migrate();
  return database;
}

/** A migrated database that new ones are copied from, which is quicker than migrating each; made once in a process. */
let template: Promise<TestDatabase> | undefined;

async function makeTemplate(serverUrl: string): Promise<TestDatabase> {
  const database = await createDatabase(serverUrl);
  await (await openMigrated(database.url)).close();
  return database;
}

/** Opens a copy of the migrated template, which is dropped when it is closed. */
async function openPostgres(): Promise<OpenStorage> {
  const server = await sharedPostgres();
  template ??= makeTemplate(server.url);
  const copy = await createDatabase(server.url, await template);
  const database = await openDatabase({ url: copy.url });
  const close = async (): Promise<void> => {
    await database.close();
    await copy.drop();
  };
  return { ...database, close };
}
