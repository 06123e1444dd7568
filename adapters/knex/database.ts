import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import type { ConsistencyCheck } from '../../application/ports/consistency.js';
import type { Clock } from '../../application/ports/environment.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { ClockedSession } from './clocked-session.js';
import { ConnectionPool } from './connection-pool.js';
import { checkConsistency } from './consistency-check.js';
import { DatabaseClock } from './database-clock.js';
import { migrate, pendingMigrations } from './migrate.js';
import { openDirectory, openInMemory } from './pglite.js';
import { openPostgres } from './postgres.js';
import { repositoriesIn } from './repositories.js';
import type { Session } from './session.js';
import { PoolSession } from './sql-session.js';
import { SqlUnitOfWork } from './unit-of-work.js';
import { probeEmbedded, probeServer } from './write-probe.js';

/** Which database, and how it is used. */
export interface DatabaseOptions {
  /** `postgres://...`; `file:DIR` for a database embedded in this process; `memory:` for one that is gone at its end. */
  readonly url: string;
  /** Most connections to a PostgreSQL server; 10 by default. An embedded database has one. */
  readonly poolSize?: number;
  /**
   * How long a statement waits for a free connection before it fails, in milliseconds; 10,000 by default. In an embedded
   * database a statement that is outside of the unit of work it belongs to waits for itself, and fails so.
   */
  readonly acquireTimeout?: number;
  /**
   * Whether a PostgreSQL server keeps statements that are run often compiled, under names; true by default. Connection
   * poolers that share server connections between transactions and do not follow prepared statements need false.
   */
  readonly keepStatements?: boolean;
  /** Whether the directory of an embedded database must hold one already. */
  readonly mustExist?: boolean;
  /**
   * Whether an embedded database in a directory has on disk what it has acknowledged; true by default. Without, it is faster,
   * and a power failure (not the end of the process) may take what was written in the last half minute.
   */
  readonly sync?: boolean;
}

/** Stored inventory and identities. `migrate` comes before anything else. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** The database's clock, whatever that of this machine says. */
  readonly clock: Clock;
  /** Brings the schema up to date. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** Names of the migrations that would run now. @throws DatabaseFailure also when the database is of a newer version */
  pendingMigrations(): Promise<string[]>;
  /** @throws DatabaseFailure when the database does not answer */
  ping(): Promise<void>;
  /**
   * Tries whether the database takes writes, on a connection that nothing else uses where it can have several.
   * @throws DatabaseFailure when it takes none: it is down, read-only, or has a full disk
   */
  probeWrites(): Promise<void>;
  /** Waits for what is under way and writes everything out. */
  close(): Promise<void>;
}

/**
 * Opens a database. A PostgreSQL server is not asked for anything yet.
 * @throws DatabaseFailure when another process uses the directory
 * @throws TypeError when the URL is none of the known forms
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { knex, close, isServer } = await openKnex(options);
  const keepsStatements = isServer && (options.keepStatements ?? true);
  const unclocked = new PoolSession(new ConnectionPool(knex, { keepsStatements, sharesConnections: isServer }));
  const clock = new DatabaseClock({ ask: () => askForTime(unclocked) });
  const session = new ClockedSession(unclocked, clock);
  const probe = isServer
    ? serverProbe(options.url)
    : { run: () => probeEmbedded(session, embeddedDirectory(options.url)), close: async () => {} };
  let closed: Promise<void> | undefined;
  return {
    readers: repositoriesIn(session),
    unitOfWork: new SqlUnitOfWork(session),
    clock,
    migrate: () => migrate(session),
    pendingMigrations: () => pendingMigrations(session),
    check: ({ repair }) => checkConsistency(session, repair),
    ping: async () => void (await session.rows('select 1')),
    probeWrites: probe.run,
    close: () => {
      closed ??= Promise.all([close(), probe.close()]).then(() => {});
      return closed;
    },
  };
}

/** How long the probe of a server waits for its connection, in milliseconds. */
const probeTimeout = 3000;

/** What load takes from the connections of requests does not matter to the probe, which has one of its own. */
function serverProbe(url: string): { readonly run: () => Promise<void>; readonly close: () => Promise<void> } {
  const knex = openPostgres(url, { poolSize: 1, acquireTimeout: probeTimeout });
  const session = new PoolSession(new ConnectionPool(knex, { keepsStatements: false, sharesConnections: false }));
  return { run: () => probeServer(session), close: () => knex.destroy() };
}

/** The server's time in milliseconds since 1970, at the moment when it answers. */
async function askForTime(session: Session): Promise<number> {
  const [row] = await session.lookup<{ time: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as time');
  return Number(row?.time);
}

async function openKnex({
  url,
  poolSize = 10,
  acquireTimeout = 10_000,
  mustExist = false,
  sync = true,
}: DatabaseOptions): Promise<{ knex: Knex; close: () => Promise<void>; isServer: boolean }> {
  if (/^postgres(ql)?:/.test(url)) {
    const knex = openPostgres(url, { poolSize, acquireTimeout });
    return { knex, close: () => knex.destroy(), isServer: true };
  }
  if (url === 'memory:') return { ...(await openInMemory({ acquireTimeout })), isServer: false };
  const directory = embeddedDirectory(url);
  if (directory !== undefined)
    return { ...(await openDirectory(directory, { acquireTimeout, mustExist, sync })), isServer: false };
  throw new TypeError(`a database URL starts with postgres: or file:, or is memory:, not ${url.replace(/:.*/s, ':...')}`);
}

/** Path of the directory that a `file:` URL names; undefined for other URLs. */
export function embeddedDirectory(url: string): string | undefined {
  if (url.startsWith('file://')) return fileURLToPath(url);
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined;
}
