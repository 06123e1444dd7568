/**
 * unavailable: nothing was stored; a retry may succeed (the database is down, read-only, full, overloaded, or too slow).
 * outcomeUnknown: the commit got no response; the work may be stored, so it must not be retried. defect: nothing was stored; a
 * retry fails again (a wrong statement or schema).
 */
export type StorageFailure = 'unavailable' | 'outcomeUnknown' | 'defect';

/** A failure of the storage, not caused by the caller. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
  readonly failure: StorageFailure;

  constructor(message: string, failure: StorageFailure, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.failure = failure;
  }

  /** @deprecated Use failure. */
  get trouble(): StorageFailure {
    return this.failure;
  }

  get refusesWrites(): boolean {
    return false;
  }
}

/** The storage answers reads, but refuses all writes: its disk is full, or it is read-only. */
export class WritesRefused extends StorageError {
  override readonly name: string = 'WritesRefused';

  constructor(message: string, cause?: unknown) {
    super(message, 'unavailable', cause);
  }

  override get refusesWrites(): boolean {
    return true;
  }
}

export const refusesWrites = (error: unknown): error is StorageError => error instanceof StorageError && error.refusesWrites;

export class StorageInUse extends StorageError {
  override readonly name: string = 'StorageInUse';

  constructor(message: string) {
    super(message, 'unavailable');
  }
}

/**
 * The message of an error. For an AggregateError, the messages of its errors: a connection to a host name with several addresses
 * fails with an AggregateError.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of the system or a library, e.g. ENOENT; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
