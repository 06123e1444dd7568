import type { ImportJob } from '../../domain/transfer/import-job.js';

/** A row as received: cells of texts or JSON values. */
export interface ImportRow {
  /** Row number in the file. */
  readonly row: number;
  readonly cells: readonly unknown[];
}

/** Consecutive rows of an import. */
export interface ImportChunk {
  /** Number of rows of the import before these. */
  readonly first: number;
  readonly rows: readonly ImportRow[];
}

/** An error of a refused row. */
export interface ImportMistake {
  readonly row: number;
  /** Title of the column, if the error belongs to one. */
  readonly column: string | null;
  readonly message: string;
}

/** Reads stored imports. */
export interface ImportReader {
  find(id: number): Promise<ImportJob | undefined>;
  /** The imports of a user, newest first. */
  list(userId: number): Promise<ImportJob[]>;
  /**
   * The chunk that contains a row.
   * @param index number of rows of the import before the row
   */
  chunk(id: number, index: number): Promise<ImportChunk | undefined>;
  /** Mistakes of rows above a row number, by row number; all mistakes of the rows that they concern. @param max number of rows */
  mistakes(id: number, after: number, max: number): Promise<ImportMistake[]>;
}

/** Stores imports with their rows and mistakes. Those of a user are deleted with the user. */
export interface ImportRepository extends ImportReader {
  /** @returns the id */
  insert(job: Omit<ImportJob, 'id'>): Promise<number>;
  /** Locks the import until the end of the unit of work. @returns its state then */
  lock(id: number): Promise<ImportJob | undefined>;
  /** Replaces the import with the id. */
  update(job: ImportJob): Promise<void>;
  /** Deletes it with its rows and mistakes. @returns whether it existed */
  delete(id: number): Promise<boolean>;
  addChunk(id: number, chunk: ImportChunk): Promise<void>;
  addMistakes(id: number, mistakes: readonly ImportMistake[]): Promise<void>;
  /**
   * The oldest running import that no other process writes. It is reserved for the caller.
   * @param holder a name of the process
   * @param until end of the reservation, unless it is renewed
   */
  claim(holder: string, now: Date, until: Date): Promise<ImportJob | undefined>;
  /** Extends the reservation of a locked import. @returns false if another process has it */
  renew(id: number, holder: string, until: Date): Promise<boolean>;
  /** Ends the reservations of a process. */
  release(holder: string): Promise<void>;
  /** Imports that were created before a time and ended before it, or have received no start. @param before as of createdAt */
  outlived(before: string, max: number): Promise<readonly number[]>;
}
