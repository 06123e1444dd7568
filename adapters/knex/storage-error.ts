import { StorageError, type StorageFailure, StorageInUse } from '../../application/ports/storage-error.js';

export { reasonOf } from '../../application/ports/storage-error.js';

/** SQLSTATE of a full disk. PostgreSQL's message states only the failed write. */
const diskFull = '53100';
/** SQLSTATE of a write on a standby, or in a read-only database, role or transaction. */
const readOnly = '25006';

/** A failure reported by PostgreSQL or its driver. */
export class DatabaseFailure extends StorageError {
  override readonly name: string = 'DatabaseFailure';
  /** SQLSTATE, if the database reported one. */
  readonly code: string | undefined;

  /** @param failure derived from the cause by default */
  constructor(message: string, cause?: unknown, failure: StorageFailure = failureOf(cause)) {
    const code = textOf(cause, 'code');
    super(code === diskFull ? `the disk of the database is full: ${message}` : message, failure, cause);
    this.code = code;
  }

  override get refusesWrites(): boolean {
    return this.code === diskFull || this.code === readOnly;
  }

  /** Whether the whole transaction should run again: serialization failure or deadlock. */
  get isTransient(): boolean {
    return this.failure !== 'outcomeUnknown' && (this.code === '40001' || this.code === '40P01');
  }
}

/** A connection broke, or an answer timed out. The outcome of statements without an answer is unknown. */
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
 * SQLSTATEs, or their classes, of failures without effects that may succeed on another attempt: no connection or permission to
 * connect, transaction conflicts, no resources, shutdown or cancellation, timeouts of locks, statements and idle transactions, a
 * read-only server, revoked permissions, disk failures, missing tables.
 */
const transientStates = ['08', '28', '3D', '40', '53', '55P03', '57', '25006', '25P03', '25P04', '42501', '42P01', '58'];

/** SQLSTATEs for named statements that a connection pooler has lost, or found in another session. */
const lostNames = ['26000', '42P05'];

function failureOf(error: unknown): StorageFailure {
  const code = textOf(error, 'code') ?? '';
  const isAnswer = textOf(error, 'severity') !== undefined || code === '40001' || code === '40P01';
  if (!isAnswer) return 'defect';
  return [...transientStates, ...lostNames].some((known) => code.startsWith(known)) ? 'unavailable' : 'defect';
}

/** Whether the server does not know a named statement, as with a pooler that does not support named statements. */
export const lostNamedStatement = (error: unknown): boolean => lostNames.includes(textOf(error, 'code') ?? '');

/** Whether a named statement is outdated because the types of its columns have changed. The statement had no effect. */
export const isOutdatedStatement = (error: unknown): boolean =>
  textOf(error, 'code') === '0A000' && textOf(error, 'routine') === 'RevalidateCachedQuery'; // the message may be in any language

/** Whether a lock timeout expired. The statement had no effect. */
export const isLockTimeout = (error: unknown): boolean => textOf(error, 'code') === '55P03';

export const endsConnection = (error: unknown): boolean => ['FATAL', 'PANIC'].includes(textOf(error, 'severity') ?? '');

export const isAnswer = (error: unknown): boolean => textOf(error, 'severity') !== undefined;

export function textOf(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : undefined;
}
