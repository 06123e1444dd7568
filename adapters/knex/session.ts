/** A value that goes with a statement, apart from its text. */
export type Binding = string | number | boolean | Date | null | readonly (number | string)[];

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** A piece of SQL and the values for its question marks. */
export interface Fragment {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

/** Where statements run: on any free connection, or in one transaction. */
export interface Session {
  /** @throws IpamError when a constraint says what was wrong, else StorageError */
  rows<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R[]>;
  /** The first row. */
  row<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R | undefined>;
}
