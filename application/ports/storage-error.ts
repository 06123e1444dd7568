/**
 * What a failure of the storage means for the work that met it. unavailable: nothing was kept, and another try may succeed
 * (the database is down, read-only, full, overloaded, or too slow). outcomeUnknown: the work may have been kept or not, as no
 * answer came to its commit; nobody may do it again as if it had failed. defect: nothing was kept, and another try will not
 * mend it (a wrong statement, a wrong schema).
 */
export type StorageTrouble = 'unavailable' | 'outcomeUnknown' | 'defect';

/** The storage failed, which is no mistake of whoever called. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
  readonly trouble: StorageTrouble;

  constructor(message: string, trouble: StorageTrouble, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.trouble = trouble;
  }
}

/** Another process uses a database that one process alone can use. */
export class StorageInUse extends StorageError {
  override readonly name: string = 'StorageInUse';

  constructor(message: string) {
    super(message, 'unavailable');
  }
}

/** What an error says; a host name with several addresses fails with a list of errors and no text of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
