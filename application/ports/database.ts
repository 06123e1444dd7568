import type { RegisterArchive } from './archive.js';
import type { ConsistencyCheck } from './consistency.js';
import type { Clock } from './environment.js';
import type { Observer } from './observer.js';
import type { RegisterLoader } from './register.js';
import type { StorageError } from './storage-error.js';
import type { Readers, UnitOfWork } from './unit-of-work.js';

export interface ConnectionUse {
  readonly pool: string;
  readonly lent: number;
  readonly idle: number;
  readonly opening: number;
  readonly waiting: number;
  readonly max: number;
}

/** A read-only replica with a replication lag. */
export interface ReadReplica {
  /** Failed reads are repeated on the primary. */
  readonly readers: Readers;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Whether the replica is usable and contains all writes acknowledged before a time of `now`. */
  shows(timestamp: number): boolean;
  readonly isUsable: boolean;
  /** Upper bound of the replication lag in seconds, also while the replica is not usable; undefined if unknown. */
  readonly lag: number | undefined;
}

export interface ServerFacts {
  readonly version: string;
  /** Server time in milliseconds since 1970. */
  readonly now: number;
  readonly maxConnections: number;
  /** Whether the user may create tables in the schema. */
  readonly mayMigrate: boolean;
}

/** A database of inventory and identities. Call `migrate` first. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly replica?: ReadReplica | undefined;
  /** The clock for all stored expiry times. */
  readonly clock: Clock;
  /** Resolves when the database must be reopened. Never resolves for storages that recover themselves. */
  readonly lost: Promise<StorageError>;
  readonly loader?: RegisterLoader;
  readonly archive?: RegisterArchive;
  readonly about?: { readonly software: string; readonly schema: string };
  /** @returns names of the applied migrations */
  migrate(): Promise<string[]>;
  /** @throws StorageError also if the database has a newer version */
  pendingMigrations(): Promise<string[]>;
  /** @throws StorageError if the database does not respond */
  ping(): Promise<void>;
  /** Tests writes, on a separate connection if possible. @throws StorageError if the database is down, read-only or full */
  probeWrites(): Promise<void>;
  /** undefined for storages without a server. @throws StorageError */
  describeServer?(): Promise<ServerFacts>;
  /** undefined for storages without connections. */
  connections?(): readonly ConnectionUse[];
  /** Waits a few seconds for running work, then fails it. Flushes all writes. */
  close(): Promise<void>;
}

/** Options of all storages. A storage ignores options of others. */
export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections to a server, at least 4. Default: 12. */
  readonly poolSize?: number;
  /**
   * Statement timeout of a server in milliseconds. Default: 10,000. The lock timeout is half of it. A connection without a
   * response for 1.2 times as long is closed.
   */
  readonly timeout?: number;
  /**
   * Maximum wait for a free connection or a contended row, in milliseconds. Default: `timeout`. An embedded
   * database has one connection: a statement outside of the unit of work that waits for this statement fails after this time.
   */
  readonly acquireTimeout?: number;
  /** Whether frequent statements are named prepared statements. Default: true. Some poolers in transaction mode need false. */
  readonly keepStatements?: boolean;
  /** Whether the directory must contain a database. */
  readonly mustExist?: boolean;
  /**
   * Whether an embedded database in a directory syncs to disk before it acknowledges a write. Default: true. Without sync, a power
   * failure may lose the writes of the last half minute. The end of the process loses no writes.
   */
  readonly sync?: boolean;
  /** Maximum number of open files of an embedded database, at least 64. Default: 1,000. */
  readonly maxOpenFiles?: number;
  /**
   * Whether an embedded database in a directory has its own thread. Default: true. Without the thread, statements block the
   * caller. A database in memory never has the thread.
   */
  readonly ownThread?: boolean;
  /** Receives each message for the operator once, such as a warning about the schema. */
  readonly tell?: (problem: string) => void;
  /** URL of a streaming standby with one host. */
  readonly replicaUrl?: string | undefined;
  /** Receives the reason if reads may not use the replica, and undefined if they may. */
  readonly tellReplica?: (problem: string | undefined) => void;
  readonly observer?: Observer;
}

export interface DatabaseUrlForm {
  readonly schemes: readonly string[];
  readonly text: string;
  readonly about?: string;
  readonly pattern: RegExp;
}

export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface StorageDriver {
  readonly urls: readonly DatabaseUrlForm[];
  /** Whether several processes may share a database. */
  readonly isShared: boolean;
  directoryOf(url: string): string | undefined;
  /**
   * Opens a database. Does not connect to a server yet.
   * @throws StorageInUse if another process uses an unshared database
   * @throws TypeError for an unknown URL form
   */
  open(options: DatabaseOptions): Promise<Database>;
  /** Creates a scratch database on the same server. Absent for databases in directories. @throws StorageError */
  createScratch?(url: string): Promise<ScratchDatabase>;
}
