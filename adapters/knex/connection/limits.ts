/** How long what is asked of a database may take, in milliseconds. */
export interface Limits {
  /** A connection to a host is opened. */
  readonly connect: number;
  /** Somebody waits for a connection, or for a row that others of this process wait for. */
  readonly wait: number;
  /** The server runs one statement. */
  readonly statement: number;
  /** The server waits for a lock. */
  readonly lock: number;
  /** The server waits for the next statement of a transaction. */
  readonly idle: number;
  /** Nothing comes from the server while answers are due: then the connection counts as lost. */
  readonly answer: number;
  /** Nothing comes for so long while answers are due: then the server is asked on another connection whether it works on one. */
  readonly suspicion: number;
  /** Whoever closes the database waits for what is under way. */
  readonly close: number;
  /** One statement of work that takes long by its nature: migrations, changes of whole tables. */
  readonly long: number;
}

/** The limits that follow from that of a statement. @param timeout in milliseconds */
export const limitsOf = (timeout: number): Limits => ({
  connect: Math.min(timeout, 5000),
  wait: timeout,
  statement: timeout,
  lock: Math.ceil(timeout / 2),
  idle: timeout,
  answer: Math.ceil(timeout * 1.2),
  suspicion: Math.min(Math.ceil(timeout / 4), 2500),
  close: Math.min(timeout, 5000),
  long: Math.max(timeout, 600_000),
});
