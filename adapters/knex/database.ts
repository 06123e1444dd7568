import type { Database, DatabaseOptions, ReadReplica, ServerFacts } from '../../application/ports/database.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { type Repositories, UndoneWork, type UnitOfWork, type UnitOfWorkOptions } from '../../application/ports/unit-of-work.js';
import { limitsOf } from './connection/limits.js';
import { readHosts } from './connection/server-hosts.js';
import { checkConsistency } from './consistency-check.js';
import { type DataDirectory, unitsInDirectory } from './embedded/data-directory.js';
import { embeddedDirectory, isInMemory } from './embedded/embedded-directory.js';
import { migrations } from './migrations/index.js';
import { migrate, pendingMigrations } from './migrations/migrate.js';
import { AddressIds, DryRunIds } from './records/new-ids.js';
import { repositoriesIn } from './repositories.js';
import { DatabaseClock } from './sessions/database-clock.js';
import { PoolSession } from './sessions/pool-session.js';
import { ReplicaSession } from './sessions/replica-session.js';
import { ReplicaWatch } from './sessions/replica-watch.js';
import { SchemaCheck } from './sessions/schema-check.js';
import type { Session } from './sessions/session.js';
import { knex, type NoValues, prepared, sql } from './sessions/sql.js';
import { isLockTimeout } from './storage-error.js';
import { loadRegister } from './transfer/register-load.js';
import { restoreRegister } from './transfer/register-restore.js';
import { dropBeforeImages, runOnSnapshot } from './transfer/register-snapshot.js';
import { Connections } from './waiting/connections.js';

/**
 * Implements StorageDriver.open.
 * @param options.url `postgres://...`; `file:DIR` for a database embedded in this process; `pglite:` or `file::memory:` for an
 * embedded database in memory
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connections, dataDirectory, close } = await connect(options);
  const { keepStatements = true, tell = () => {} } = options;
  const schemaCheck = connections.isServer ? new SchemaCheck(migrations.length, keepStatements, tell) : undefined;
  const schemaSession = new PoolSession(connections);
  const clock = new DatabaseClock({ ask: () => askForTime(schemaSession) });
  const session = new PoolSession(connections, { schemaCheck, clock });
  const probe = connections.isServer
    ? serverProbe(options.url)
    : { run: () => probeEmbedded(session, dataDirectory), close: async () => {} };
  const unitOfWork = new SqlUnitOfWork(session);
  const opened = replicaOf(options, session);
  let closed: Promise<void> | undefined;
  return {
    readers: repositoriesIn(session),
    unitOfWork: dataDirectory ? unitsInDirectory(unitOfWork, dataDirectory) : unitOfWork,
    replica: opened?.replica,
    clock,
    lost: dataDirectory?.lost ?? new Promise(() => {}),
    about: {
      software: connections.isServer ? 'PostgreSQL' : 'PostgreSQL, embedded',
      schema: `${migrations.length} (${migrations.at(-1)?.name ?? ''})`,
    },
    migrate: async () => {
      await dropBeforeImages(schemaSession);
      return migrate(schemaSession);
    },
    pendingMigrations: () => pendingMigrations(schemaSession),
    loader: { load: (replaced, work) => loadRegister(session, replaced, work) },
    archive: {
      snapshot: (work) => runOnSnapshot(schemaSession, work),
      restore: (archive, { replace }) => restoreRegister(schemaSession, archive, replace),
    },
    check: ({ repair }) => checkConsistency(session, repair),
    ping: async () => void (await session.rows(sql`select 1`)),
    probeWrites: probe.run,
    ...(connections.isServer ? { describeServer: () => describeServer(schemaSession) } : {}),
    connections: () => [...connections.use, ...(opened?.connections.useOfReplica ?? [])],
    close: () => {
      closed ??= Promise.all([connections.close(), probe.close(), opened?.close()]).then(close, close);
      return closed;
    },
  };
}

async function describeServer(session: Session): Promise<ServerFacts> {
  const facts = await session.row<ServerFacts>(sql`
    select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as now,
      current_setting('max_connections')::int as "maxConnections",
      has_schema_privilege(current_schema, 'create') as "mayMigrate"`);
  return facts ?? { version: 'unknown', now: Date.now(), maxConnections: 0, mayMigrate: true };
}

interface OpenReplica {
  readonly replica: ReadReplica;
  readonly connections: Connections;
  close(): Promise<void>;
}

/**
 * Starts the measurements of a replica without waiting.
 * @param database answers reads that fail on the replica
 * @throws TypeError if the URL of the replica names several hosts
 */
function replicaOf(options: DatabaseOptions, database: PoolSession): OpenReplica | undefined {
  const { replicaUrl, poolSize = 12, timeout = 10_000, keepStatements = true, observer = {}, tellReplica = () => {} } = options;
  if (replicaUrl === undefined) return undefined;
  const { hosts } = readHosts(replicaUrl);
  if (hosts.length !== 1) throw new TypeError('the URL of a replica must have exactly one host');
  const limits = limitsOf(timeout);
  const connections = Connections.toServer(replicaUrl, { poolSize, limits, keepStatements, observer, isReplica: true });
  const session = new PoolSession(connections);
  const watch = new ReplicaWatch(database, session, tellReplica);
  watch.start();
  return {
    replica: {
      readers: repositoriesIn(new ReplicaSession(connections, session, database, watch)),
      now: () => watch.now(),
      shows: (time) => watch.shows(time),
      get isUsable() {
        return watch.isUsable;
      },
      get lag() {
        return watch.lag;
      },
    },
    connections,
    close: () => {
      watch.close();
      return connections.close();
    },
  };
}

/** Timeout of each step of a server probe, in milliseconds. */
const probeTimeout = 3000;

/** The probe has its own connection, so that load on other connections does not delay the probe. */
function serverProbe(url: string): { readonly run: () => Promise<void>; readonly close: () => Promise<void> } {
  const connections = Connections.oneToServer(url, limitsOf(probeTimeout));
  const schemaCheck = new SchemaCheck(migrations.length, false, () => {}); // the session for writes reports a newer schema
  const session = new PoolSession(connections, { schemaCheck });
  return { run: () => probeServer(session), close: () => connections.close() };
}

const serverTime = prepared<NoValues, { time: number }>(
  'server_time',
  () => sql`select extract(epoch from clock_timestamp())::float8 * 1000 as time`,
);

async function askForTime(session: Session): Promise<number> {
  const [row] = await session.lookup(serverTime);
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
  ownThread = true,
  observer = {},
  tell,
  maxOpenFiles,
}: DatabaseOptions): Promise<{
  connections: Connections;
  dataDirectory?: DataDirectory | undefined;
  close: () => Promise<void>;
}> {
  const limits = { ...limitsOf(timeout), wait: acquireTimeout };
  if (/^postgres(ql)?:/.test(url))
    return { connections: Connections.toServer(url, { poolSize, limits, keepStatements, observer }), close: async () => {} };
  const directory = embeddedDirectory(url);
  if (directory === undefined && !isInMemory(url))
    throw new TypeError(`the database URL ${url.replace(/:.*/s, ':...')} must start with postgres: or file:, or be pglite:`);
  const { openDirectory, openInMemory } = await loadEmbedded();
  const { engine, ...embedded } = await (directory === undefined
    ? openInMemory()
    : openDirectory(directory, { mustExist, sync, ownThread, report: tell, maxOpenFiles }));
  return { connections: Connections.toEmbedded(engine, limits, sync && directory !== undefined, observer), ...embedded };
}

/** @throws StorageError if the optional package is not installed */
async function loadEmbedded(): Promise<typeof import('./embedded/pglite.js')> {
  try {
    return await import('./embedded/pglite.js');
  } catch (error) {
    if (!isMissing(error, '@electric-sql/pglite')) throw error;
    const how = 'run npm install @electric-sql/pglite, or use a PostgreSQL server (postgres://...)';
    throw new StorageError(`file: and pglite: need the package @electric-sql/pglite: ${how}`, 'defect', error);
  }
}

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${name}'`);

const insert = () => knex('write_probe').insert({ filler: 'x' });

/**
 * Inserts and deletes a row, then vacuums the table. The vacuum truncates the table, so that the next row needs new disk space.
 * Overwriting would succeed on a full disk.
 * @throws DatabaseFailure if the server accepts no writes
 */
async function probeServer(session: Session): Promise<void> {
  await session.transact(async (transaction) => {
    await transaction.rows(insert());
    await transaction.rows(knex('write_probe').delete());
  });
  await session.rows(sql`vacuum write_probe`).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error; // another session, or the server's autovacuum, may be vacuuming the table
  });
}

/**
 * Inserts a row and rolls it back, so that the log remains unchanged. `directory.probe` tests the disk.
 * @param directory undefined in memory
 * @throws StorageError if the database accepts no writes
 */
async function probeEmbedded(session: Session, directory: DataDirectory | undefined): Promise<void> {
  directory?.probe();
  const work = async (transaction: Session): Promise<never> => {
    await transaction.rows(insert());
    throw new UndoneWork();
  };
  await session.transact(work).catch((error: unknown) => {
    if (!(error instanceof UndoneWork)) throw error;
  });
}

/** Units of work as transactions. Each statement sees the state committed before its start (read committed). */
class SqlUnitOfWork implements UnitOfWork {
  readonly #session: Session;
  readonly #addressIds = new AddressIds();

  constructor(session: Session) {
    this.#session = session;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    if (options?.isDryRun) return this.#session.transact((session) => work(repositoriesIn(session, new DryRunIds())));
    let ids = this.#addressIds.ofUnit();
    try {
      const result = await this.#session.transact((session) => {
        ids = this.#addressIds.ofUnit();
        return work(repositoriesIn(session, ids));
      });
      ids.share();
      return result;
    } catch (error) {
      if (error instanceof StorageError) this.#addressIds.forget();
      throw error;
    }
  }
}
