export interface Column {
  readonly name: string;
  /** e.g. `varchar(32)`. Lower case, except for enumeration values; empty without a table definition. */
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly comment: string;
}

/** A value as text, as MySQL prints it; null for NULL. */
export type Value = string | null;

export interface RowSink {
  /** Called before the rows of each table, including skipped tables. */
  table(name: string, columns: readonly Column[]): void;
  /** @param columns names in the order of the values */
  rows(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
  skipped(table: string, rows: number): void;
}

export interface RowSource {
  /** @throws SourceError */
  read(isRequested: (table: string) => boolean, sink: RowSink): Promise<void>;
  /** Progress of the current pass, from 0 to 1. */
  readonly progress: number;
  /** Whether timestamp columns are in UTC. Otherwise they are in the server's time zone, like other times. */
  readonly timestampsAreUtc: boolean;
  close?(): Promise<void>;
}
