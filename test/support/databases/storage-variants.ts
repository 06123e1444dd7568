import { openDatabase } from '../../../adapters/knex/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { ConsistencyCheck } from '../../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { atEndOfRun, sharedPostgres } from '../global-fixtures.js';
import { createEmbeddedDatabase } from './embedded-database.js';
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
  variant('PGlite', { parallelUnits: 'it has one connection' }, async () => openCopy(await createEmbeddedDatabase())),
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

/** Opens a copy of a migrated database, which is dropped when it is closed. */
async function openCopy({ url, drop }: TestDatabase): Promise<OpenStorage> {
  const database = await openDatabase({ url, sync: false });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

/** A migrated database on the server that new ones are copied from, as migrating each takes longer; made once in a process. */
let template: Promise<TestDatabase> | undefined;

async function makeTemplate(serverUrl: string): Promise<TestDatabase> {
  const made = await createDatabase(serverUrl);
  const database = await openDatabase({ url: made.url });
  await database.migrate();
  await database.close();
  return made;
}

async function openPostgres(): Promise<OpenStorage> {
  const server = await sharedPostgres();
  template ??= makeTemplate(server.url);
  return openCopy(await createDatabase(server.url, await template));
}
