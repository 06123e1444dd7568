import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../adapters/knex/index.js';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import type { ConsistencyCheck } from '../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { sharedPostgres } from './global-fixtures.js';
import { createDatabase } from './postgres-server.js';

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
  /** The one database that suites share which do not mind the rows of others; closed at the end of the run. */
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
      atEnd.push(async () => (await opened)?.close());
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

/** What the run has to put away, the latest first. */
const atEnd: (() => Promise<void>)[] = [];

after(async () => {
  for (const putAway of atEnd.splice(0).reverse()) await putAway();
});

/** A migrated database that new ones are copied from, which is quicker than migrating each; made once. */
let template: Promise<string> | undefined;

async function migratedTemplate(serverUrl: string): Promise<string> {
  const { url, drop } = await createDatabase(serverUrl);
  atEnd.unshift(drop);
  const database = await openMigrated(url);
  await database.close();
  return new URL(url).pathname.slice(1);
}

/** Opens a copy of the migrated template, which is dropped when it is closed. */
async function openPostgres(): Promise<OpenStorage> {
  const server = await sharedPostgres();
  template ??= migratedTemplate(server.url);
  const name = `hexipam_contract_${randomBytes(8).toString('hex')}`;
  await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ${await template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  const close = async (): Promise<void> => {
    await database.close();
    await onServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { ...database, close };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
