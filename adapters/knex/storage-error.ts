import { StorageError, StorageInUse, type StorageTrouble } from '../../application/ports/storage-error.js';

export { reasonOf } from '../../application/ports/storage-error.js';

/** PostgreSQL's message for it reveals only where a write failed. */
const diskFull = '53100';
/** Of a standby, and of a database, a role or a transaction that is read-only. */
const readOnly = '25006';

/** A failure reported by PostgreSQL or its driver. */
export class DatabaseFailure extends StorageError {
  override readonly name: string = 'DatabaseFailure';
  /** SQLSTATE, where the database reported one. */
  readonly code: string | undefined;

  /** @param trouble derived from the cause by default */
  constructor(message: string, cause?: unknown, trouble: StorageTrouble = troubleOf(cause)) {
    const code = textOf(cause, 'code');
    super(code === diskFull ? `the disk of the database is full: ${message}` : message, trouble, cause);
    this.code = code;
  }

  override get refusesWrites(): boolean {
    return this.code === diskFull || this.code === readOnly;
  }

  /** Whether the whole transaction should run again: serialization failure or deadlock. */
  get isTransient(): boolean {
    return this.trouble !== 'outcomeUnknown' && (this.code === '40001' || this.code === '40P01');
  }
}

/** A connection broke, or got no answer in time. The outcome of statements without an answer is unknown. */
export class ConnectionFailure extends DatabaseFailure {
  override readonly name = 'ConnectionFailure';

  constructor(message: string, cause?: unknown) {
    super(message, cause, 'unavailable');
  }
}

/** Another process uses the directory of an embedded database. */
export class DirectoryInUse extends StorageInUse {
  override readonly name = 'DirectoryInUse';
}

/**
 * SQLSTATEs, or their classes, of failures without effects that may succeed on another try: no connection or permission to
 * connect, transaction conflicts, no resources, shutdown or cancellation, timeouts of locks, statements and idle transactions, a
 * read-only server, revoked permissions, disk failures, missing tables.
 */
const transientStates = ['08', '28', '3D', '40', '53', '55P03', '57', '25006', '25P03', '25P04', '42501', '42P01', '58'];

/** Named statements that a connection pooler has lost, or found in another session. */
const lostNames = ['26000', '42P05'];

/** The consequence of a PostgreSQL error for its transaction or statement. */
function troubleOf(error: unknown): StorageTrouble {
  const code = textOf(error, 'code') ?? '';
  const isAnswer = textOf(error, 'severity') !== undefined || code === '40001' || code === '40P01';
  if (!isAnswer) return 'defect';
  return [...transientStates, ...lostNames].some((known) => code.startsWith(known)) ? 'unavailable' : 'defect';
}

/** Whether an error means that the server does not know a named statement: a pooler without support for named statements. */
export const lostNamedStatement = (error: unknown): boolean => lostNames.includes(textOf(error, 'code') ?? '');

/**
 * Whether an error means that a named statement is outdated, because the types of its columns have changed. The statement had no
 * effect.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  textOf(error, 'code') === '0A000' && textOf(error, 'routine') === 'RevalidateCachedQuery'; // the message may be in any language

/** Whether an error means that a lock timeout expired. The statement had no effect. */
export const isLockTimeout = (error: unknown): boolean => textOf(error, 'code') === '55P03';

export const endsConnection = (error: unknown): boolean => ['FATAL', 'PANIC'].includes(textOf(error, 'severity') ?? '');

export const isAnswer = (error: unknown): boolean => textOf(error, 'severity') !== undefined;

export function textOf(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : undefined;
}
