/**
 * unavailable: nothing was stored, and a retry may succeed (the database is down, read-only, full, overloaded, or too slow).
 * outcomeUnknown: the commit was not answered; the work may be stored and must not be retried as if it had failed. defect:
 * nothing was stored, and a retry fails again (a wrong statement, a wrong schema).
 */
export type StorageTrouble = 'unavailable' | 'outcomeUnknown' | 'defect';

/** A failure of the storage, not a mistake of the caller. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
  readonly trouble: StorageTrouble;

  constructor(message: string, trouble: StorageTrouble, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.trouble = trouble;
  }

  /** Whether the storage refuses all writes but answers reads: its disk is full, or it is read-only. */
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

/** A host name with several addresses fails with a list of errors and no text of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
