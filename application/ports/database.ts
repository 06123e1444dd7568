import type { ConsistencyCheck } from './consistency.js';
import type { Clock } from './environment.js';
import type { RegisterArchive } from './moving/archive.js';
import type { RegisterLoader } from './moving/register.js';
import type { Observer } from './observer.js';
import type { StorageError } from './storage-error.js';
import type { Readers, UnitOfWork } from './unit-of-work.js';

/** How the connections of a pool are used. */
export interface ConnectionUse {
  readonly pool: string;
  readonly lent: number;
  readonly idle: number;
  readonly opening: number;
  /** Those who wait for one. */
  readonly waiting: number;
  /** Most of them at the same time. */
  readonly max: number;
}

/** A copy of a database that follows it, some time behind, and can only be read. */
export interface ReadReplica {
  /** Reads of the copy; what it fails to answer, the database itself does. */
  readonly readers: Readers;
  /** Now, in milliseconds of a clock of this process that nobody sets. */
  now(): number;
  /** Whether the copy may be read now, and shows all that was acknowledged before a moment (as `now` tells it). */
  shows(moment: number): boolean;
  /** Whether the copy may be read now. */
  readonly isUsable: boolean;
  /** How far it is behind at most, in seconds, also when it is too far behind to be read; undefined while that is unknown. */
  readonly lag: number | undefined;
}

/** Stored inventory and identities. `migrate` comes before anything else. */
export interface Database extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** A copy that takes reads off it, where one is given. */
  readonly replica?: ReadReplica | undefined;
  /** The clock by which everything ends that is stored for a time, whatever that of this machine says. */
  readonly clock: Clock;
  /** Comes when the database can be used no more until it is opened anew; never where it always comes back by itself. */
  readonly lost: Promise<StorageError>;
  /** Takes a whole register at once; undefined where the storage takes none. */
  readonly loader?: RegisterLoader;
  /** Writes all out, and takes it back; undefined where the storage cannot. */
  readonly archive?: RegisterArchive;
  /** What it is, for people: the software, and the version of the schema; not there where nobody says. */
  readonly about?: { readonly software: string; readonly schema: string };
  /** Brings the schema up to date. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** Names of the migrations that would run now. @throws StorageError also when the database is of a newer version */
  pendingMigrations(): Promise<string[]>;
  /** @throws StorageError when the database does not answer */
  ping(): Promise<void>;
  /**
   * Tries whether the database takes writes, on a connection that nothing else uses where it can have several.
   * @throws StorageError when it takes none: it is down, read-only, or has a full disk
   */
  probeWrites(): Promise<void>;
  /** How connections are used now; where there are none, it is not there. */
  connections?(): readonly ConnectionUse[];
  /** Waits for what is under way, a few seconds at most, and writes everything out. What takes longer fails. */
  close(): Promise<void>;
}

/** Which database, and how it is used. What does not concern a sort of storage it passes over. */
export interface DatabaseOptions {
  readonly url: string;
  /** Max connections to a server, at least 4; 12 by default. */
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
   * Whether a server keeps statements that are run often compiled, under names; true by default. Connection poolers that share
   * server connections between transactions and do not follow prepared statements need false.
   */
  readonly keepStatements?: boolean;
  /** Whether the directory of an embedded database must hold one already. */
  readonly mustExist?: boolean;
  /**
   * Whether an embedded database in a directory has on disk what it has acknowledged; true by default. Without, it is faster,
   * and a power failure (not the end of the process) may take what was written in the last half minute.
   */
  readonly sync?: boolean;
  /** Files that an embedded database in a directory may have open, at least 64; 1,000 by default. */
  readonly maxOpenFiles?: number;
  /**
   * Whether an embedded database in a directory runs in a thread of its own; true by default. In the thread of whoever opens
   * it, where databases in memory are always, its statements keep everything else there waiting.
   */
  readonly ownThread?: boolean;
  /** Is told what an operator should know and no caller is told, in plain words, once. */
  readonly tell?: (problem: string) => void;
  /** A server that follows that of `url`: a streaming standby, by a URL with one host. */
  readonly replicaUrl?: string | undefined;
  /** Is told when reads may go to the replica, and when they may not, and why. */
  readonly tellReplica?: (problem: string | undefined) => void;
  /** Is told of statements, of units of work that begin anew, and of gaps that are gathered. */
  readonly observer?: Observer;
}

/** URLs of one form that name databases. */
export interface DatabaseUrlForm {
  readonly schemes: readonly string[];
  /** How they look, for people. */
  readonly text: string;
  /** What they name, for people, where the form does not say it. */
  readonly about?: string;
  /** Matches those that can be opened. */
  readonly pattern: RegExp;
}

/** A sort of storage: how databases of it are opened, and what those must know who run the service. */
export interface StorageDriver {
  /** The URLs by which databases of it are named. */
  readonly urls: readonly DatabaseUrlForm[];
  /** Whether several processes may use one database at the same time. */
  readonly isShared: boolean;
  /** Path of the directory of this machine that a URL names; undefined where the database is not in one. */
  directoryOf(url: string): string | undefined;
  /**
   * Opens a database. A server is not asked for anything yet.
   * @throws StorageInUse when another process uses a database that is not shared
   * @throws TypeError when the URL is none of the known forms
   */
  open(options: DatabaseOptions): Promise<Database>;
}
