/** A column of a table as its database defines it. */
export interface Column {
  readonly name: string;
  /** e.g. `varchar(32)`, in lower case but for values; empty where the source does not define the table. */
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly comment: string;
}

/** A value of a row in text, as MySQL prints it. */
export type Value = string | null;

/** Takes the rows of tables. */
export interface RowSink {
  /** Comes before the rows of the table, of each table whether it was asked for or not. */
  table(name: string, columns: readonly Column[]): void;
  /** @param columns names in the order of the values */
  rows(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
  /** Rows of a table that was not asked for. */
  skipped(table: string, rows: number): void;
}

/** Where rows come from: a dump, or a database. */
export interface RowSource {
  /** @throws SourceError */
  read(wanted: (table: string) => boolean, sink: RowSink): Promise<void>;
  /** How far the present reading is, 0 to 1. */
  readonly progress: number;
  /** Whether columns of type timestamp are in UTC; else they are in the time zone of the server, as others are. */
  readonly timestampsAreUtc: boolean;
  /** Ends what is held for reading. */
  close?(): Promise<void>;
}
