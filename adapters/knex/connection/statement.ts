export type Binding = string | number | boolean | Date | null | readonly (number | string | null)[];

export type Row = Readonly<Record<string, unknown>>;

/** A row in PostgreSQL's text format, in the order of the select list. */
export type TextRow = readonly (string | null)[];

export interface Statement {
  readonly text: string;
  /** Name under which the server caches the compiled statement. */
  readonly name?: string;
  /** Whether its rows are text rows. No effect for statements without rows. */
  readonly rows?: 'texts';
  /** The variant for several records, with an array of ids instead of the id. The first column is the unique id. */
  readonly several?: Statement;
}

export interface Answer {
  readonly rows: object[];
  /** The command tag, e.g. COMMIT. */
  readonly command: string;
}

/** Whether a statement outside of a transaction has its own connection or shares one. */
export type Channel = 'read' | 'lookup';
