/** A row as texts, in the storage's output format. */
export type ArchivedRow = readonly (string | null)[];

/** A table of an archive. */
export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The header of an archive. */
export interface ArchiveHead {
  /** Number of the schema's last migration. */
  readonly schema: number;
  /** Row counts by table, in the order of the tables. */
  readonly counts: Readonly<Record<string, number>>;
  /** Last assigned id by table; null without one. */
  readonly lastIds: Readonly<Record<string, string | null>>;
}

/** A consistent snapshot of a whole storage. */
export interface Snapshot {
  readonly head: ArchiveHead;
  readonly tables: readonly ArchivedTable[];
  /** Rows of a table in key order, in chunks. */
  rows(table: string): AsyncIterable<readonly ArchivedRow[]>;
}

/** The content of an archive while it is read. */
export interface ArchiveContent {
  readonly head: ArchiveHead;
  /**
   * Tables with their rows in chunks, in the archive's order. Completes only when counts and checksum match.
   * @throws SourceError
   */
  parts(): AsyncIterable<{ readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] }>;
}

/** Export of a whole storage and its restore. */
export interface RegisterArchive {
  /** Runs work on a consistent snapshot, regardless of concurrent writes. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Fills the storage in one transaction. An archive of an earlier schema is migrated.
   * @param options.replace whether existing records are deleted; else the storage must be empty, except for the first user and
   * application
   * @throws RegisterNotEmpty; SourceError also for an archive of a later schema
   */
  restore(archive: ArchiveContent, options: { readonly replace: boolean }): Promise<void>;
}
