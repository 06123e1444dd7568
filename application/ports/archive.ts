export type ArchivedRow = readonly (string | null)[];

export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface ArchiveHead {
  readonly schema: number;
  /** The number of rows by table. The archive contains the tables in the order of the keys. */
  readonly counts: Readonly<Record<string, number>>;
  /** Last assigned id by table; null if none was assigned. */
  readonly lastIds: Readonly<Record<string, string | null>>;
}

export interface Snapshot {
  readonly head: ArchiveHead;
  readonly tables: readonly ArchivedTable[];
  /** Rows in key order, in chunks. */
  rows(table: string): AsyncIterable<readonly ArchivedRow[]>;
}

export interface ArchiveContent {
  readonly head: ArchiveHead;
  /** Tables with their rows in chunks. Completes only if counts and checksum match. @throws SourceError */
  tables(): AsyncIterable<{ readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] }>;
}

export interface RegisterArchive {
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Restores an archive in one transaction. The archive may have an earlier schema.
   * @param options `replace`: deletes existing records; otherwise the storage must be empty except for the first user and
   * application
   * @throws RegisterNotEmpty; SourceError also for an archive with a later schema
   */
  restore(archive: ArchiveContent, options: { readonly replace: boolean }): Promise<void>;
}
