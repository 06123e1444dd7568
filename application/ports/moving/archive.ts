/** A row in texts, as the storage prints them. */
export type ArchivedRow = readonly (string | null)[];

/** A table of an archive. */
export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What stands at the beginning of an archive. */
export interface ArchiveHead {
  /** Number of the schema's last migration. */
  readonly schema: number;
  /** Rows by table, in the order in which the tables follow. */
  readonly counts: Readonly<Record<string, number>>;
  /** The last id that was given, by table; null where none was. */
  readonly lastIds: Readonly<Record<string, string | null>>;
}

/** Everything that a storage holds, at one moment. */
export interface Snapshot {
  readonly head: ArchiveHead;
  readonly tables: readonly ArchivedTable[];
  /** Rows of a table in the order of its key, in parts. */
  rows(table: string): AsyncIterable<readonly ArchivedRow[]>;
}

/** An archive as it is read, whole or until something is wrong with it. */
export interface ArchiveContent {
  readonly head: ArchiveHead;
  /** Tables with their rows in parts, in their order. Ends only when counts and checksum were right. @throws SourceError */
  parts(): AsyncIterable<{ readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] }>;
}

/** A storage that can be written out, and filled with what was. */
export interface RegisterArchive {
  /** Runs work on what is stored at one moment, whatever is written meanwhile. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Fills the storage, all of it or nothing; an archive of an earlier schema is brought up to date.
   * @param options.replace whether what is stored goes; else the storage must be empty, but for the first user and application
   * @throws RegisterNotEmpty; SourceError also for an archive of a later schema
   */
  restore(archive: ArchiveContent, options: { readonly replace: boolean }): Promise<void>;
}
