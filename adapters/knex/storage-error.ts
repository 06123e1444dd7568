import { StorageError, StorageInUse, type StorageTrouble } from '../../application/ports/storage-error.js';

export { reasonOf } from '../../application/ports/storage-error.js';

/** What PostgreSQL says with it tells only where it could write no more. */
const diskFull = '53100';

/** A failure that PostgreSQL or its driver told. */
export class DatabaseFailure extends StorageError {
  override readonly name: string = 'DatabaseFailure';
  /** SQLSTATE, where the database gave one. */
  readonly code: string | undefined;

  /** @param trouble by default what the cause says */
  constructor(message: string, cause?: unknown, trouble: StorageTrouble = troubleOf(cause)) {
    const code = textOf(cause, 'code');
    super(code === diskFull ? `the disk of the database is full: ${message}` : message, trouble, cause);
    this.code = code;
  }

  /** Whether the database asks to run the whole transaction again: serialization failure or deadlock. */
  get isTransient(): boolean {
    return this.trouble !== 'outcomeUnknown' && (this.code === '40001' || this.code === '40P01');
  }
}

/** A connection broke, or gave no answer in time. What was sent on it and not answered may have been done or not. */
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
 * SQLSTATEs, or the classes they begin with, of failures that keep nothing and that another try may mend: no connection or no
 * permission to connect, transactions that are to be run again, no resources, shut down or stopped by an operator, locks and
 * statements that took too long, idle transactions that were ended, a read-only server, rights that were taken away, failures
 * of its disk, tables that are not there.
 */
const transientStates = ['08', '28', '3D', '40', '53', '55P03', '57', '25006', '25P03', '25P04', '42501', '42P01', '58'];

/** Named statements that a connection pooler has lost, or found in another session. */
const lostNames = ['26000', '42P05'];

/** What an error of PostgreSQL means for the transaction, or the statement, that met it. */
function troubleOf(error: unknown): StorageTrouble {
  const code = textOf(error, 'code') ?? '';
  const isAnswer = textOf(error, 'severity') !== undefined || code === '40001' || code === '40P01';
  if (!isAnswer) return 'defect';
  return [...transientStates, ...lostNames].some((known) => code.startsWith(known)) ? 'unavailable' : 'defect';
}

/** Whether a server lost track of named statements, which happens behind poolers that do not follow them. */
export const lostNamedStatement = (error: unknown): boolean => lostNames.includes(textOf(error, 'code') ?? '');

/** Whether a named statement cannot be run any more, as its columns have other types than when it was compiled. Nothing was done. */
export const isOutdatedStatement = (error: unknown): boolean =>
  textOf(error, 'code') === '0A000' && textOf(error, 'routine') === 'RevalidateCachedQuery'; // the message may be in any language

/** Whether something waited for a lock that another one held until its time was up. Nothing was done. */
export const isLockTimeout = (error: unknown): boolean => textOf(error, 'code') === '55P03';

/** Whether a server says that its answer was the last one on this connection. */
export const endsConnection = (error: unknown): boolean => ['FATAL', 'PANIC'].includes(textOf(error, 'severity') ?? '');

/** Whether it is the server that answered with this error. */
export const isAnswer = (error: unknown): boolean => textOf(error, 'severity') !== undefined;

/** A text property of something thrown. */
export function textOf(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : undefined;
}
