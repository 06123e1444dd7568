import type { ConsistencyCheck } from './consistency.js';
import type { Clock } from './environment.js';
import type { RegisterArchive } from './moving/archive.js';
import type { RegisterLoader } from './moving/register.js';
import type { Observer } from './observer.js';
import type { StorageError } from './storage-error.js';
import type { Readers, UnitOfWork } from './unit-of-work.js';

/** Usage of a connection pool. */
export interface ConnectionUse {
  readonly pool: string;
  readonly lent: number;
  readonly idle: number;
  readonly opening: number;
  /** Requests waiting for a connection. */
  readonly waiting: number;
  /** Maximum number of connections. */
  readonly max: number;
}

/** A read-only copy of a database that follows it with a delay. */
export interface ReadReplica {
  /** Reads of the copy; failed reads are repeated on the primary database. */
  readonly readers: Readers;
  /** Milliseconds of a monotonic clock of this process. */
  now(): number;
  /** Whether the copy is usable and contains all writes acknowledged before a time of `now`. */
  shows(moment: number): boolean;
  /** Whether the copy may be read now. */
  readonly isUsable: boolean;
  /** Upper limit of the delay in seconds, also of a copy that is not usable; undefined while unknown. */
  readonly lag: number | undefined;
}

/** Stored inventory and identities. Call `migrate` first. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** A replica that serves reads, if configured. */
  readonly replica?: ReadReplica | undefined;
  /** The clock for all expiry times of stored records, independent of this machine's clock. */
  readonly clock: Clock;
  /** Resolves when the database is unusable until it is reopened; never for storages that recover by themselves. */
  readonly lost: Promise<StorageError>;
  /** Import of a whole register, if the storage supports it. */
  readonly loader?: RegisterLoader;
  /** Export and restore, if the storage supports them. */
  readonly archive?: RegisterArchive;
  /** Software and schema version, for people, if known. */
  readonly about?: { readonly software: string; readonly schema: string };
  /** Migrates the schema. @returns names of the completed migrations */
  migrate(): Promise<string[]>;
  /**
   * Names of the pending migrations.
   * @throws StorageError also when the database is of a newer version
   */
  pendingMigrations(): Promise<string[]>;
  /** @throws StorageError when the database does not answer */
  ping(): Promise<void>;
  /**
   * Tests whether the database accepts writes, on a separate connection if it can have several.
   * @throws StorageError when it does not: it is down, read-only, or has a full disk
   */
  probeWrites(): Promise<void>;
  /** Current usage of the pools; absent in storages without connections. */
  connections?(): readonly ConnectionUse[];
  /** Waits a few seconds for running work and flushes all writes. Work that takes longer fails. */
  close(): Promise<void>;
}

/** Location and options of a database. A storage ignores options of other storages. */
export interface DatabaseOptions {
  readonly url: string;
  /** Max connections to a server, at least 4; 12 by default. */
  readonly poolSize?: number;
  /**
   * Statement timeout of a server in milliseconds; 10,000 by default. The lock timeout is half of it. A connection without any
   * answer for 1.2 times as long counts as lost.
   */
  readonly timeout?: number;
  /**
   * Maximum wait for a free connection, or for a row that others wait for, in milliseconds; `timeout` by default. In an embedded
   * database, a statement outside of its unit of work waits for itself and fails after this time.
   */
  readonly acquireTimeout?: number;
  /**
   * Whether frequent statements become named prepared statements of the server; true by default. Set false for connection poolers
   * that share server connections between transactions and do not support prepared statements.
   */
  readonly keepStatements?: boolean;
  /** Whether the directory must already contain an embedded database. */
  readonly mustExist?: boolean;
  /**
   * Whether an embedded database in a directory syncs to disk before it acknowledges a write; true by default. Without it, writes
   * are faster, and a power failure (not the end of the process) may lose those of the last half minute.
   */
  readonly sync?: boolean;
  /** Maximum of open files of an embedded database in a directory, at least 64; 1,000 by default. */
  readonly maxOpenFiles?: number;
  /**
   * Whether an embedded database in a directory runs in its own thread; true by default. In the opener's thread, where databases
   * in memory always run, its statements block all other work.
   */
  readonly ownThread?: boolean;
  /** Receives messages for the operator that no caller gets, each once. */
  readonly tell?: (problem: string) => void;
  /** URL of a streaming standby of the server of `url`, with one host. */
  readonly replicaUrl?: string | undefined;
  /** Called with undefined when reads may use the replica, and with the reason when they may not. */
  readonly tellReplica?: (problem: string | undefined) => void;
  /** Observes statements, retried units of work and gathered gaps. */
  readonly observer?: Observer;
}

/** A form of database URLs. */
export interface DatabaseUrlForm {
  readonly schemes: readonly string[];
  /** The form as shown to people. */
  readonly text: string;
  /** An explanation for people, if the form needs one. */
  readonly about?: string;
  /** Matches the supported URLs. */
  readonly pattern: RegExp;
}

/** A kind of storage: opens its databases and describes them to the operator. */
export interface StorageDriver {
  /** The supported URLs. */
  readonly urls: readonly DatabaseUrlForm[];
  /** Whether several processes may use one database at the same time. */
  readonly isShared: boolean;
  /** Path of the local directory in a URL; undefined for a database outside of directories. */
  directoryOf(url: string): string | undefined;
  /**
   * Opens a database; does not yet connect to a server.
   * @throws StorageInUse when another process uses a database that is not shared
   * @throws TypeError when the URL has none of the known forms
   */
  open(options: DatabaseOptions): Promise<Database>;
}
