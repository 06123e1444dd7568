import { accessSync, constants, fstatSync, statfsSync, statSync, utimesSync } from 'node:fs';
import { StorageError, WritesRefused } from '../../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';

/**
 * The embedded database is unusable. PostgreSQL's message loop ignores unknown exceptions, but reads their `status`; the throwing
 * getter ends the loop.
 */
export class DatabaseLost extends StorageError {
  override readonly name = 'DatabaseLost';

  constructor(message: string, cause?: unknown) {
    super(message, 'unavailable', cause);
  }

  get status(): never {
    throw this;
  }
}

const lockLost = 'the lock of the database was removed, or another process owns it';

/** Free bytes required for writes: without space for its log, PostgreSQL ends. */
const minSpace = 64 * 1024 * 1024;

/** The directory of an open database. A lost database remains lost until it is reopened. */
export class DataDirectory {
  readonly #directory: string;
  readonly #identity: string | undefined;
  readonly #minSpace: number;
  /** Resolves when the database becomes unusable. */
  readonly lost: Promise<DatabaseLost>;
  #notify: (failure: DatabaseLost) => void = () => {};
  #failure: DatabaseLost | undefined;
  #isLocked: () => boolean = () => true;

  constructor(directory: string, limits = { minSpace }) {
    this.#directory = directory;
    this.#identity = identityOf(directory);
    this.#minSpace = limits.minSpace;
    this.lost = new Promise((resolve) => {
      this.#notify = resolve;
    });
  }

  /** @param isLocked whether this process still owns the lock of the directory */
  guardBy(isLocked: () => boolean): void {
    this.#isLocked = isLocked;
  }

  get failure(): DatabaseLost | undefined {
    return this.#failure;
  }

  /** Marks the database as unusable. @returns the first failure */
  lose(reason: string, cause?: unknown): DatabaseLost {
    return this.loseFor(new DatabaseLost(`${reason} (${this.#directory})`, cause));
  }

  loseFor(failure: DatabaseLost): DatabaseLost {
    this.#failure ??= failure;
    this.#notify(this.#failure);
    return this.#failure;
  }

  /** @param file descriptor of an open file @throws DatabaseLost if the directory or the file was removed or replaced */
  requireFile(file: number): void {
    this.#requireDirectory();
    if (fstatSync(file).nlink === 0) throw this.lose('the files of the database have been removed');
  }

  loseLock(): void {
    this.lose(lockLost);
  }

  /** Called before a write. @throws DatabaseLost if the lock is lost, because another process may have opened the files */
  requireOwner(): void {
    if (!this.#isLocked()) throw this.lose(lockLost);
  }

  /** Called between a commit and its acknowledgement. @throws StorageError with an unknown outcome if the lock is lost */
  requireLock(): void {
    if (this.#failure || this.#isLocked()) return;
    this.loseLock();
    throw new StorageError(`${lockLost} (${this.#directory})`, 'outcomeUnknown');
  }

  /** @throws StorageError if the database cannot be written at the moment */
  requireRoom(): void {
    if (this.#failure) throw this.#failure;
    this.#requireDirectory();
    this.requireOwner();
    try {
      accessSync(this.#directory, constants.W_OK);
    } catch (error) {
      throw new WritesRefused(`the directory of the database cannot be written (${this.#directory})`, error);
    }
    const { bavail, bsize } = statfsSync(this.#directory);
    if (bavail * bsize < this.#minSpace) throw new WritesRefused(`the disk of the database is nearly full (${this.#directory})`);
  }

  /** Checks as requireRoom does, then writes: this also detects an unreported read-only disk. @throws StorageError */
  probe(): void {
    this.requireRoom();
    const now = new Date();
    try {
      utimesSync(this.#directory, now, now);
    } catch (error) {
      throw new WritesRefused(`the disk of the database refuses writes (${this.#directory})`, error);
    }
  }

  #requireDirectory(): void {
    if (identityOf(this.#directory) !== this.#identity) throw this.lose('the directory of the database has been removed');
  }
}

/** Requires free space at the start of a unit of work, and the lock of the directory before the acknowledgement. */
export const unitsInDirectory = (unitOfWork: UnitOfWork, dataDirectory: DataDirectory): UnitOfWork => ({
  async run(work, options) {
    dataDirectory.requireRoom();
    const result = await unitOfWork.run(work, options);
    dataDirectory.requireLock();
    return result;
  },
});

/** Undefined without a directory. A replacement with the same path has another identity. */
function identityOf(directory: string): string | undefined {
  const status = statSync(directory, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev}:${status.ino}`;
}
