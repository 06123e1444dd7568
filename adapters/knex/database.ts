import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsistencyCheck } from '../../application/ports/consistency.js';
import type { Clock } from '../../application/ports/environment.js';
import type { StorageError } from '../../application/ports/storage-error.js';
import type { Readers, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { ClockedSession } from './clocked-session.js';
import { Connections } from './connection/connections.js';
import { limitsOf } from './connection/limits.js';
import { PoolSession } from './connection/pool-session.js';
import { SchemaCheck } from './connection/schema-check.js';
import { checkConsistency } from './consistency-check.js';
import { DatabaseClock } from './database-clock.js';
import type { DataPlace } from './embedded/data-place.js';
import { PlacedUnitOfWork } from './embedded/placed-unit-of-work.js';
import { migrate, pendingMigrations } from './migrate.js';
import { migrations } from './migrations/index.js';
import { openDirectory, openInMemory } from './pglite.js';
import { repositoriesIn } from './repositories.js';
import type { Session } from './session.js';
import { SqlUnitOfWork } from './unit-of-work.js';
import { probeEmbedded, probeServer } from './write-probe.js';

/** Which database, and how it is used. */
export interface DatabaseOptions {
  /** `postgres://...`; `file:DIR` for a database embedded in this process; `memory:` for one that is gone at its end. */
  readonly url: string;
  /** Most connections to a PostgreSQL server, at least 4; 12 by default. An embedded database has one. */
  readonly poolSize?: number;
  /**
   * How long a server may take for a statement, in milliseconds; 10,000 by default. Half of it for a lock; a fifth more until
   * a connection that has become silent counts as lost.
   */
  readonly timeout?: number;
  /**
   * How long somebody waits for a free connection, or for others who wait for the same row, in milliseconds; as `timeout` by
   * default. In an embedded database a statement that is outside of the unit of work it belongs to waits for itself, and
   * fails so.
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
  /** Is told what an operator should know and no caller is told, in plain words, once. */
  readonly tell?: (problem: string) => void;
}

/** Stored inventory and identities. `migrate` comes before anything else. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** The database's clock, whatever that of this machine says. */
  readonly clock: Clock;
  /** When a database in a directory can be used no more until it is opened anew, as the directory has gone or PostgreSQL ended. */
  readonly lost: Promise<StorageError>;
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
  const { connections, place, close } = await connect(options);
  const { keepStatements = true, tell = () => {} } = options;
  const schemaCheck = connections.isServer ? new SchemaCheck(migrations.length, keepStatements, tell) : undefined;
  const unclocked = new PoolSession(connections, schemaCheck);
  const clock = new DatabaseClock({ ask: () => askForTime(unclocked) });
  const session = new ClockedSession(unclocked, clock);
  const schemaSession = new PoolSession(connections);
  const probe = connections.isServer
    ? serverProbe(options.url)
    : { run: () => probeEmbedded(session, place), close: async () => {} };
  const unitOfWork = new SqlUnitOfWork(session);
  let closed: Promise<void> | undefined;
  return {
    readers: repositoriesIn(session),
    unitOfWork: place ? new PlacedUnitOfWork(unitOfWork, place) : unitOfWork,
    clock,
    lost: place?.lost ?? new Promise(() => {}),
    migrate: () => migrate(schemaSession),
    pendingMigrations: () => pendingMigrations(schemaSession),
    check: ({ repair }) => checkConsistency(session, repair),
    ping: async () => void (await session.rows('select 1')),
    probeWrites: probe.run,
    close: () => {
      closed ??= Promise.all([connections.close(), probe.close()]).then(close, close);
      return closed;
    },
  };
}

/** How long each part of the probe of a server may take, in milliseconds. */
const probeTimeout = 3000;

/** What load takes from the connections of requests does not matter to the probe, which has one of its own. */
function serverProbe(url: string): { readonly run: () => Promise<void>; readonly close: () => Promise<void> } {
  const connections = Connections.oneToServer(url, limitsOf(probeTimeout));
  const session = new PoolSession(connections);
  return { run: () => probeServer(session), close: () => connections.close() };
}

/** The server's time in milliseconds since 1970, at the moment when it answers. */
async function askForTime(session: Session): Promise<number> {
  const [row] = await session.lookup<{ time: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as time');
  return Number(row?.time);
}

async function connect({
  url,
  poolSize = 12,
  timeout = 10_000,
  acquireTimeout = timeout,
  keepStatements = true,
  mustExist = false,
  sync = true,
}: DatabaseOptions): Promise<{ connections: Connections; place?: DataPlace | undefined; close: () => Promise<void> }> {
  const limits = { ...limitsOf(timeout), wait: acquireTimeout };
  if (/^postgres(ql)?:/.test(url))
    return { connections: Connections.toServer(url, { poolSize, limits, keepStatements }), close: async () => {} };
  const directory = embeddedDirectory(url);
  if (url !== 'memory:' && directory === undefined)
    throw new TypeError(`a database URL starts with postgres: or file:, or is memory:, not ${url.replace(/:.*/s, ':...')}`);
  const { pglite, ...embedded } = await (directory === undefined
    ? openInMemory()
    : openDirectory(directory, { mustExist, sync }));
  return { connections: Connections.toEmbedded(pglite, limits, sync && directory !== undefined), ...embedded };
}

/** Path of the directory that a `file:` URL names; undefined for other URLs. */
export function embeddedDirectory(url: string): string | undefined {
  if (url.startsWith('file://')) return fileURLToPath(url);
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined;
}
