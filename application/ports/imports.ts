import type { ImportJob } from '../../domain/transfer/import-job.js';

export interface ImportRow {
  readonly row: number;
  readonly cells: readonly unknown[];
}

export interface ImportChunk {
  /** Number of rows of the import before this chunk. */
  readonly first: number;
  readonly rows: readonly ImportRow[];
}

export interface ImportRowError {
  readonly row: number;
  /** Title of the column; null if the error concerns the row. */
  readonly column: string | null;
  readonly message: string;
  /** The message in German; absent in imports of earlier versions. */
  readonly german?: string;
}

export interface ImportReader {
  find(id: number): Promise<ImportJob | undefined>;
  list(userId: number): Promise<ImportJob[]>;
  /** The chunk with a row. @param index number of rows before the row */
  chunk(id: number, index: number): Promise<ImportChunk | undefined>;
  /** Errors after a row number, by row number. All errors of a row are included. @param max maximum number of rows */
  rowErrors(id: number, after: number, max: number): Promise<ImportRowError[]>;
}

/** Stores imports with their rows and errors. Deleting a user deletes the user's imports. */
export interface ImportRepository extends ImportReader {
  insert(job: Omit<ImportJob, 'id'>): Promise<number>;
  /** Locks an import until the unit of work ends. @returns its locked state */
  lock(id: number): Promise<ImportJob | undefined>;
  update(job: ImportJob): Promise<void>;
  /** Deletes an import with its rows and errors. */
  delete(id: number): Promise<boolean>;
  addChunk(id: number, chunk: ImportChunk): Promise<void>;
  addRowErrors(id: number, errors: readonly ImportRowError[]): Promise<void>;
  /** Reserves, until a time, the oldest running import without a reservation. @param holder unique name of the process */
  claim(holder: string, now: Date, until: Date): Promise<ImportJob | undefined>;
  /** Extends the reservation of a locked import. @returns false if another process has it */
  renew(id: number, holder: string, until: Date): Promise<boolean>;
  release(holder: string): Promise<void>;
  /**
   * Ids of imports that were created before `before` and are not running. If they have ended, they ended before `before` too.
   * @param before in the format of createdAt
   */
  outlived(before: string, max: number): Promise<readonly number[]>;
}
