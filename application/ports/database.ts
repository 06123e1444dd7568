import type { ConsistencyCheck } from './consistency.js';
import type { Clock } from './environment.js';
import type { RegisterArchive } from './moving/archive.js';
import type { RegisterLoader } from './moving/register.js';
import type { Observer } from './observer.js';
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

/** A read-only copy that follows a database with a delay. */
export interface ReadReplica {
  /** Failed reads are repeated on the primary database. */
  readonly readers: Readers;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Whether the copy is usable and contains all writes acknowledged before a time of `now`. */
  shows(moment: number): boolean;
  readonly isUsable: boolean;
  /** Upper limit of the delay in seconds, even if not usable; undefined while unknown. */
  readonly lag: number | undefined;
}

/** Facts about a database server, for `hexipam doctor`. */
export interface ServerFacts {
  readonly version: string;
  /** The server's time in milliseconds since 1970. */
  readonly now: number;
  readonly maxConnections: number;
  /** Whether the user may create tables in the schema. */
  readonly mayMigrate: boolean;
}

/** Stored inventory and identities. Call `migrate` first. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly replica?: ReadReplica | undefined;
  /** The clock of all stored expiry times. */
  readonly clock: Clock;
  /** Resolves when the database needs to be reopened; never for storages that recover by themselves. */
  readonly lost: Promise<StorageError>;
  /** Import, if supported. */
  readonly loader?: RegisterLoader;
  /** Export and restore, if supported. */
  readonly archive?: RegisterArchive;
  /** Software and schema version, if known. */
  readonly about?: { readonly software: string; readonly schema: string };
  /** @returns names of the completed migrations */
  migrate(): Promise<string[]>;
  /** @throws StorageError also when the database is of a newer version */
  pendingMigrations(): Promise<string[]>;
  /** @throws StorageError when the database does not answer */
  ping(): Promise<void>;
  /**
   * Tests writes, on a separate connection if possible.
   * @throws StorageError when they fail: the database is down, read-only, or has a full disk
   */
  probeWrites(): Promise<void>;
  /** Absent in storages without a server. @throws StorageError */
  describeServer?(): Promise<ServerFacts>;
  /** Absent in storages without connections. */
  connections?(): readonly ConnectionUse[];
  /** Waits a few seconds for running work, then fails it; flushes all writes. */
  close(): Promise<void>;
}

/** A storage ignores options of other storages. */
export interface DatabaseOptions {
  readonly url: string;
  /** Max connections to a server, at least 4; 12 by default. */
  readonly poolSize?: number;
  /**
   * Statement timeout of a server in milliseconds; 10,000 by default. The lock timeout is half of it. A connection without any
   * answer for 1.2 times as long is closed.
   */
  readonly timeout?: number;
  /**
   * Maximum wait in milliseconds for a free connection, or for a contended row; `timeout` by default. In an embedded database, a
   * statement outside of its unit of work waits for itself and fails after this time.
   */
  readonly acquireTimeout?: number;
  /**
   * Whether frequent statements become named prepared statements; true by default. Set false for connection poolers that share
   * server connections between transactions and do not support them.
   */
  readonly keepStatements?: boolean;
  /** Whether the directory must already contain a database. */
  readonly mustExist?: boolean;
  /**
   * Whether an embedded database in a directory syncs to disk before it acknowledges a write; true by default. Without it, a
   * power failure (not the end of the process) may lose the writes of the last half minute.
   */
  readonly sync?: boolean;
  /** Maximum of open files of an embedded database, at least 64; 1,000 by default. */
  readonly maxOpenFiles?: number;
  /**
   * Whether an embedded database in a directory has its own thread; true by default. Otherwise, and always in memory, its
   * statements block the opener's thread.
   */
  readonly ownThread?: boolean;
  /** Receives each message for the operator once. */
  readonly tell?: (problem: string) => void;
  /** URL of a streaming standby, with one host. */
  readonly replicaUrl?: string | undefined;
  /** Receives the reason when reads may not use the replica, and undefined when they may. */
  readonly tellReplica?: (problem: string | undefined) => void;
  readonly observer?: Observer;
}

export interface DatabaseUrlForm {
  readonly schemes: readonly string[];
  /** The form, for people. */
  readonly text: string;
  /** An explanation for people. */
  readonly about?: string;
  readonly pattern: RegExp;
}

/** An empty database for a restore that is compared and removed. */
export interface ScratchDatabase {
  readonly url: string;
  /** Removes it; nothing may have it open. */
  drop(): Promise<void>;
}

/** A kind of storage. */
export interface StorageDriver {
  readonly urls: readonly DatabaseUrlForm[];
  /** Whether several processes may share a database. */
  readonly isShared: boolean;
  /** Path of the local directory in a URL, if it has one. */
  directoryOf(url: string): string | undefined;
  /**
   * Opens a database; does not yet connect to a server.
   * @throws StorageInUse when another process uses a database that is not shared
   * @throws TypeError when the URL has none of the known forms
   */
  open(options: DatabaseOptions): Promise<Database>;
  /**
   * Creates a scratch database on the same server; absent in storages whose databases are directories.
   * @throws StorageError when the server is unavailable or refuses it
   */
  createScratch?(url: string): Promise<ScratchDatabase>;
}
