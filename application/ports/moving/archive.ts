/** Texts in the storage's output format. */
export type ArchivedRow = readonly (string | null)[];

export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface ArchiveHead {
  /** Number of the schema's last migration. */
  readonly schema: number;
  /** Row counts by table, in the order of the tables. */
  readonly counts: Readonly<Record<string, number>>;
  /** The last assigned id by table; null if none was assigned. */
  readonly lastIds: Readonly<Record<string, string | null>>;
}

export interface Snapshot {
  readonly head: ArchiveHead;
  readonly tables: readonly ArchivedTable[];
  /** In key order, in chunks. */
  rows(table: string): AsyncIterable<readonly ArchivedRow[]>;
}

export interface ArchiveContent {
  readonly head: ArchiveHead;
  /** Tables with their rows in chunks. Completes only when counts and checksum match. @throws SourceError */
  parts(): AsyncIterable<{ readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] }>;
}

export interface RegisterArchive {
  /** Runs work on a consistent snapshot of the storage. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Fills the storage in one transaction; the archive may have an earlier schema.
   * @param options.replace deletes existing records; else the storage must be empty, except for the first user and application
   * @throws RegisterNotEmpty; SourceError also for an archive of a later schema
   */
  restore(archive: ArchiveContent, options: { readonly replace: boolean }): Promise<void>;
}
