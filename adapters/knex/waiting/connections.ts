import type { ConnectionUse } from '../../../application/ports/database.js';
import type { Observer } from '../../../application/ports/observer.js';
import type { Connection } from '../connection/connection.js';
import type { Limits } from '../connection/limits.js';
import { type ConnectionPurpose, openEmbeddedConnection } from '../connection/open-connection.js';
import { readHosts, ServerHosts } from '../connection/server-hosts.js';
import type { Answer, Channel, Statement } from '../connection/statement.js';
import { SuspectConnections } from '../connection/suspect-connections.js';
import type { Engine } from '../embedded/engine.js';
import { DatabaseFailure, isLockTimeout } from '../storage-error.js';
import { ConnectionPool } from './connection-pool.js';
import { beginWaiting, LockedTables } from './locked-tables.js';
import { SharedConnections } from './shared-connections.js';

export interface ServerOptions {
  /** Maximum number of connections; at least 4. */
  readonly poolSize: number;
  readonly limits: Limits;
  /** Whether the server caches frequent statements by name. */
  readonly keepStatements: boolean;
  readonly observer?: Observer;
  /** Whether the database is a replica, with other pool names and without writes. */
  readonly isReplica?: boolean;
}

interface Pools {
  /** For short reads by an index; many of them share a connection. */
  readonly lookups: ConnectionPool;
  readonly reads: ConnectionPool;
  readonly unitsOfWork: ConnectionPool;
}

/** Units of work have their own pool, because all of them may wait for locks. An embedded database has a single connection. */
export class Connections {
  readonly limits: Limits;
  readonly isServer: boolean;
  readonly unitsOfWork: ConnectionPool;
  /** Set if commits must be flushed to disk and all of them use one connection. */
  readonly groupFlush: GroupFlush | undefined;
  readonly #pools: Pools;
  readonly #lookups: SharedConnections;
  /** Undefined with a single connection. */
  readonly #lockedTables: LockedTables | undefined;
  readonly keepsStatements: boolean;
  readonly observer: Observer;
  readonly begin: Statement;

  private constructor(
    pools: Pools,
    limits: Limits,
    isServer: boolean,
    keepStatements: boolean,
    { groupsFlushes = false, observer = {} }: { readonly groupsFlushes?: boolean; readonly observer?: Observer } = {},
  ) {
    this.observer = observer;
    this.limits = limits;
    this.begin = isServer ? beginWaiting(limits) : { text: 'begin', rows: 'texts' };
    this.isServer = isServer;
    this.unitsOfWork = pools.unitsOfWork;
    this.groupFlush = groupsFlushes ? new GroupFlush(pools.unitsOfWork) : undefined;
    this.#pools = pools;
    this.#lookups = new SharedConnections(pools.lookups);
    this.#lockedTables = pools.reads === pools.unitsOfWork ? undefined : new LockedTables(pools.reads, limits);
    this.keepsStatements = keepStatements;
  }

  /** @throws TypeError if target_session_attrs of the URL is not any, read-write or primary */
  static toServer(
    url: string,
    { poolSize, limits, keepStatements, observer = {}, isReplica = false }: ServerOptions,
  ): Connections {
    const hosts = new ServerHosts(readHosts(url), limits);
    const suspects = new SuspectConnections(hosts, limits);
    const pool = (name: string, max: number, purpose: ConnectionPurpose = {}): ConnectionPool => {
      const open = observed(isReplica ? inReplica(name) : name, observer, () => suspects.open(purpose));
      return new ConnectionPool({ max, wait: limits.wait, open });
    };
    const lookups = poolSize < 8 ? 1 : 2;
    const reads = Math.max(1, Math.floor(poolSize / 4));
    const pools = {
      lookups: pool('lookups', lookups, { plansOnce: keepStatements }),
      reads: pool('reads', reads),
      unitsOfWork: pool('unitsOfWork', Math.max(1, poolSize - lookups - reads)),
    };
    return new Connections(pools, limits, true, keepStatements, { observer }).#judgedBy(suspects);
  }

  /** Opens one connection to a server for all uses, without named statements. @throws TypeError as toServer does */
  static oneToServer(url: string, limits: Limits): Connections {
    const suspects = new SuspectConnections(new ServerHosts(readHosts(url), limits), limits);
    const pool = new ConnectionPool({ max: 1, wait: limits.wait, open: () => suspects.open({}) });
    return new Connections({ lookups: pool, reads: pool, unitsOfWork: pool }, limits, true, false).#judgedBy(suspects);
  }

  /** @param groupsFlushes whether commits must be flushed to disk */
  static toEmbedded(engine: Engine, limits: Limits, groupsFlushes = false, observer: Observer = {}): Connections {
    const open = observed('embedded', observer, () => openEmbeddedConnection(engine));
    const pool = new ConnectionPool({ max: 1, wait: limits.wait, open });
    return new Connections({ lookups: pool, reads: pool, unitsOfWork: pool }, limits, false, true, { groupsFlushes, observer });
  }

  /** While a connection is suspect, idle connections are probed before use, and no lookup uses a suspect connection. */
  #judgedBy(suspects: SuspectConnections): this {
    suspects.onSuspicion(() => {
      this.#lookups.retire();
      for (const pool of this.#distinct) pool.probeIdle(this.limits.suspicion / 2, this.limits.suspicion / 2);
    });
    return this;
  }

  /** Executes a statement outside of a transaction. A failed statement has no effect, or has broken the connection. */
  async run(statement: Statement, values: readonly unknown[], channel: Channel): Promise<Answer> {
    const lockedTables = this.#lockedTables;
    if (lockedTables?.mustWait(statement)) return lockedTables.wait(statement, values);
    try {
      const answer = await (channel === 'lookup' ? this.#lookups.run(statement, values) : this.#read(statement, values));
      lockedTables?.noteUnlocked(statement);
      return answer;
    } catch (error) {
      if (!lockedTables || !isLockTimeout(error)) throw error;
      lockedTables.noteLocked(statement);
      return lockedTables.wait(statement, values);
    }
  }

  async #read(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const connection = await this.#pools.reads.acquire();
    try {
      return await connection.run(statement, values);
    } finally {
      this.#pools.reads.release(connection);
    }
  }

  /** Retires all connections: new connections may lead to another server, and have no compiled statements. */
  retire(): void {
    this.#lookups.retire();
    for (const pool of this.#distinct) pool.retire();
  }

  /** Waits for pending work up to the close timeout, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#distinct.map((pool) => pool.close(this.limits.close)));
  }

  /** Use of all pools except the pool of units of work, because a replica executes none. */
  get useOfReplica(): readonly ConnectionUse[] {
    return this.use.slice(0, 2).map((use) => ({ ...use, pool: inReplica(use.pool) }));
  }

  get use(): readonly ConnectionUse[] {
    const { lookups, reads, unitsOfWork } = this.#pools;
    if (lookups === unitsOfWork) return [{ pool: 'embedded', ...unitsOfWork.use }];
    return Object.entries({ lookups, reads, unitsOfWork }).map(([pool, { use }]) => ({ pool, ...use }));
  }

  get #distinct(): readonly ConnectionPool[] {
    const { lookups, reads, unitsOfWork } = this.#pools;
    return [...new Set([lookups, reads, unitsOfWork])];
  }
}

const inReplica = (pool: string): string => `replica ${pool}`;

function observed(pool: string, { statementEnded }: Observer, open: () => Promise<Connection>): () => Promise<Connection> {
  if (!statementEnded) return open;
  return async () => {
    const connection = await open();
    connection.observe((milliseconds, failed) => statementEnded(pool, milliseconds, failed));
    return connection;
  };
}

const flush = { text: "select pg_logical_emit_message(false, 'hexipam', '', true)" };

/** Flushes the commits of several units of work together, if other work waits for the connection. Reads wait for the flush too. */
class GroupFlush {
  readonly #pool: ConnectionPool;
  /** The requested flush. No commit runs concurrently, because the flush occupies the connection. */
  #flush: Promise<void> | undefined;
  #isDirty = false;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** To be called before a commit. @returns whether other work waits for the connection, so that the commit is flushed later */
  defers(): boolean {
    if (this.#pool.isWaitedFor) this.#isDirty = true;
    return this.#pool.isWaitedFor;
  }

  /** Waits until the latest commit is on disk. @throws DatabaseFailure with trouble outcomeUnknown */
  async afterCommit(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('it is unknown whether the changes are on disk', error, 'outcomeUnknown');
    }
  }

  /** Waits until the data just read is on disk. @throws DatabaseFailure if the flush fails, so that this is unknown */
  async afterRead(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('it is unknown whether the data read is on disk', error, 'unavailable');
    }
  }

  async #flushed(): Promise<void> {
    if (this.#isDirty) this.#flush ??= this.#run();
    await this.#flush;
  }

  async #run(): Promise<void> {
    try {
      const connection = await this.#pool.acquire();
      try {
        await connection.run(flush, []);
        this.#isDirty = false;
      } finally {
        this.#flush = undefined; // the next owner of the connection may commit after this flush
        this.#pool.release(connection);
      }
    } catch (error) {
      this.#flush = undefined;
      throw error;
    }
  }
}
