/** A failure of the database that is nobody's mistake: it cannot be reached, is overloaded, or a statement is wrong. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** SQLSTATE, where the database gave one. */
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = textOf(cause, 'code');
  }

  /** Whether the database asks to run the whole transaction again: serialization failure or deadlock. */
  get isTransient(): boolean {
    return this.code === '40001' || this.code === '40P01';
  }
}

/** Another process uses the directory of an embedded database. */
export class DirectoryInUse extends StorageError {}

/** A text property of something thrown. */
export function textOf(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value = (error as Record<string, unknown>)[property];
  return typeof value === 'string' ? value : undefined;
}
