import { StorageError, type StorageTrouble } from '../../application/ports/storage-error.js';

/** A failure that PostgreSQL or its driver told. */
export class DatabaseFailure extends StorageError {
  override readonly name = 'DatabaseFailure';
  /** SQLSTATE, where the database gave one. */
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown, trouble: StorageTrouble = 'defect') {
    super(message, trouble, cause);
    this.code = textOf(cause, 'code');
  }

  /** Whether the database asks to run the whole transaction again: serialization failure or deadlock. */
  get isTransient(): boolean {
    return this.code === '40001' || this.code === '40P01';
  }
}

/** Another process uses the directory of an embedded database. */
export class DirectoryInUse extends StorageError {
  override readonly name = 'DirectoryInUse';

  constructor(message: string) {
    super(message, 'unavailable');
  }
}

/** A text property of something thrown. */
export function textOf(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = (error as Record<string, unknown>)[property];
  return typeof value === 'string' ? value : undefined;
}
