import { accessSync, constants, fstatSync, statfsSync, statSync, utimesSync } from 'node:fs';
import { StorageError } from '../../../application/ports/storage-error.js';

/**
 * An embedded database can go on no more. It is thrown through PostgreSQL, whose loop over messages passes over what it does not
 * know and runs on with what is left of them; as it asks for the status of what was thrown, that ends it.
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

const lockLost = 'the lock of the database has been removed or taken over';

/** Below so many free bytes nothing is written any more: PostgreSQL ends when its log finds no room. */
const minSpace = 64 * 1024 * 1024;

/** Where an open database lies. Once it is lost it stays so until it is opened anew. */
export class DataDirectory {
  readonly #directory: string;
  readonly #identity: string | undefined;
  readonly #minSpace: number;
  /** When the database can go on no more. */
  readonly lost: Promise<DatabaseLost>;
  #notify: (failure: DatabaseLost) => void = () => {};
  #failure: DatabaseLost | undefined;
  #isLocked: () => boolean = () => true;

  /** @param directory is there */
  constructor(directory: string, limits = { minSpace }) {
    this.#directory = directory;
    this.#identity = identityOf(directory);
    this.#minSpace = limits.minSpace;
    this.lost = new Promise((resolve) => {
      this.#notify = resolve;
    });
  }

  /** Sets the check of the directory's lock. @param isLocked whether this process still holds it */
  guardBy(isLocked: () => boolean): void {
    this.#isLocked = isLocked;
  }

  /** Why the database can go on no more. */
  get failure(): DatabaseLost | undefined {
    return this.#failure;
  }

  /** Says that the database can go on no more. @returns why, which is what was said first */
  lose(reason: string, cause?: unknown): DatabaseLost {
    return this.loseFor(new DatabaseLost(`${reason} (${this.#directory})`, cause));
  }

  /** Says that the database can go on no more, and why. @returns why, which is what was said first */
  loseFor(failure: DatabaseLost): DatabaseLost {
    this.#failure ??= failure;
    this.#notify(this.#failure);
    return this.#failure;
  }

  /** @param file number of an open file in it @throws DatabaseLost when the directory or the file has gone, or is another one */
  requireFile(file: number): void {
    this.#requireDirectory();
    if (fstatSync(file).nlink === 0) throw this.lose('the files of the database have been removed');
  }

  /** Ends the use of the database, as the lock of its directory is gone. */
  loseLock(): void {
    this.lose(lockLost);
  }

  /** To be called before a file is written. @throws DatabaseLost when the lock is gone: another process may have opened the files */
  requireOwner(): void {
    if (!this.#isLocked()) throw this.lose(lockLost);
  }

  /**
   * To be called between a commit and its acknowledgement.
   * @throws StorageError with an unknown outcome when the lock is gone: another process may have opened the files before the commit
   */
  requireLock(): void {
    if (this.#failure || this.#isLocked()) return;
    this.loseLock();
    throw new StorageError(`${lockLost} (${this.#directory})`, 'outcomeUnknown');
  }

  /** @throws StorageError when nothing can be written now */
  requireRoom(): void {
    if (this.#failure) throw this.#failure;
    this.#requireDirectory();
    this.requireOwner();
    try {
      accessSync(this.#directory, constants.W_OK);
    } catch (error) {
      throw new StorageError(`the directory of the database cannot be written (${this.#directory})`, 'unavailable', error);
    }
    const { bavail, bsize } = statfsSync(this.#directory);
    if (bavail * bsize < this.#minSpace)
      throw new StorageError(`too little room is left on the disk of the database (${this.#directory})`, 'unavailable');
  }

  /** As requireRoom, and tries the disk, which may be read-only although nobody says so. @throws StorageError */
  probe(): void {
    this.requireRoom();
    const now = new Date();
    try {
      utimesSync(this.#directory, now, now);
    } catch (error) {
      throw new StorageError(`the disk of the database takes no writes (${this.#directory})`, 'unavailable', error);
    }
  }

  #requireDirectory(): void {
    if (identityOf(this.#directory) !== this.#identity) throw this.lose('the directory of the database has been removed');
  }
}

/** What tells a directory from a later one in its place; undefined when there is none. */
function identityOf(directory: string): string | undefined {
  const status = statSync(directory, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev}:${status.ino}`;
}
