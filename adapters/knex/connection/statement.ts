/** A value that goes with a statement, apart from its text. */
export type Binding = string | number | boolean | Date | null | readonly (number | string | null)[];

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** A row in texts: what PostgreSQL prints of each column, in the order of the select list. */
export type TextRow = readonly (string | null)[];

/** A statement as it is sent. */
export interface Statement {
  readonly text: string;
  /** The server keeps a statement with a name compiled. */
  readonly name?: string;
  /** Whether its rows are text rows. It says nothing else where there are no rows. */
  readonly rows?: 'texts';
  /**
   * The same for several records: an array of ids is in the place of its one value, an id. The first column of each row is the
   * id, and no two rows have the same one.
   */
  readonly several?: Statement;
}

/** What a statement gave. */
export interface Answer {
  readonly rows: object[];
  /** What was done, e.g. COMMIT. */
  readonly command: string;
}

/** Whether a statement outside of a transaction has a connection to itself, or goes to the database together with others. */
export type Channel = 'read' | 'lookup';
