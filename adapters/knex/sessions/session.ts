import type { Observer } from '../../../application/ports/observer.js';
import type { Channel, Row, Statement } from '../connection/statement.js';
import type { Connections } from '../waiting/connections.js';
import type { ParametersOf, PreparedStatement, Query, StatementParameters } from './sql.js';

export type { Binding, Row } from '../connection/statement.js';

/** Executes statements on any free connection, or in one transaction. */
export abstract class Session {
  protected readonly connections: Connections;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  get observer(): Observer {
    return this.connections.observer;
  }

  /** Whether all sessions share one connection, so that no other statement runs concurrently. */
  get isAlone(): boolean {
    return !this.connections.isServer;
  }

  abstract readonly isTransaction: boolean;

  /** Disables the statement timeout of the transaction, and with `locks` the lock timeout. Returns immediately. */
  abstract allowLong(options?: { readonly locks?: boolean }): Promise<void>;

  /** Executes work in the session's own or a new transaction. Work may be repeated if the database requires it. */
  abstract transact<T>(work: (session: Session) => Promise<T>): Promise<T>;

  /** @throws IpamError for a violated constraint, otherwise DatabaseFailure */
  abstract run(statement: Statement, values: readonly unknown[], channel: Channel): Promise<object[]>;

  protected async runDeferred(statement: Statement, values: readonly unknown[]): Promise<void> {
    await this.run(statement, values, 'read');
  }

  /** Outside of a transaction the lock ends with the statement. */
  protected runLock(_row: string, statement: Statement, values: readonly unknown[]): Promise<object[]> {
    return this.run(statement, values, 'read');
  }

  /** Executes a query without caching. @throws IpamError for a violated constraint, otherwise DatabaseFailure */
  async rows<R extends object = Row>(query: Query): Promise<R[]> {
    return this.#runQuery<R>(query, 'read');
  }

  async row<R extends object = Row>(query: Query): Promise<R | undefined> {
    return (await this.rows<R>(query))[0];
  }

  /** Like `rows`, cached on the server: for frequent statements with one best plan for all values. */
  async prepared<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...[parameters]: ParametersOf<P>
  ): Promise<R[]> {
    return statement.rowsOf(await this.run(this.#sent(statement), valuesOf(statement, parameters), 'read'));
  }

  /** Like `prepared`, for a few rows by an index, on a shared connection outside of a transaction. A `Query` is not cached. */
  lookup<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  lookup<R extends object = Row>(query: Query): Promise<R[]>;
  async lookup<R extends object>(
    statement: PreparedStatement<StatementParameters, R> | Query,
    parameters?: StatementParameters,
  ): Promise<R[]> {
    if ('toSQL' in statement) return this.#runQuery<R>(statement, 'lookup');
    return statement.rowsOf(await this.run(this.#sent(statement), valuesOf(statement, parameters), 'lookup'));
  }

  /** Executes a prepared statement like `prepared`, or a query like `rows`, without a result. */
  execute<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<void>;
  execute(query: Query): Promise<void>;
  async execute(statement: PreparedStatement | Query, parameters?: StatementParameters): Promise<void> {
    if ('toSQL' in statement) await this.rows(statement);
    else await this.run(this.#sent(statement), valuesOf(statement, parameters), 'read');
  }

  /** Like `prepared`, without a result. A transaction awaits the statement only at the commit, which fails with it. */
  async deferred<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...[parameters]: ParametersOf<P>
  ): Promise<void> {
    await this.runDeferred(this.#sent(statement), valuesOf(statement, parameters));
  }

  /**
   * Like `prepared`, for a statement that may wait for a locked row. For each row, only one unit of work of this process waits at
   * the database. The others wait in the process.
   * @param row a key, the same for all statements on that row
   */
  async lock<P extends StatementParameters, R extends object>(
    row: string,
    statement: PreparedStatement<P, R>,
    ...[parameters]: ParametersOf<P>
  ): Promise<R[]> {
    return statement.rowsOf(await this.runLock(row, this.#sent(statement), valuesOf(statement, parameters)));
  }

  #sent({ named, unnamed }: Pick<PreparedStatement, 'named' | 'unnamed'>): Statement {
    return this.connections.keepsStatements ? named : unnamed;
  }

  async #runQuery<R extends object>(query: Query, channel: Channel): Promise<R[]> {
    const { sql: text, bindings } = query.toSQL().toNative();
    return (await this.run({ text }, storable(bindings), channel)) as R[]; // the caller declares the type
  }
}

const valuesOf = <P extends StatementParameters>(
  statement: PreparedStatement<P, object>,
  parameters: P | undefined,
): readonly unknown[] => storable(statement.valuesOf(parameters));

/** Replaces NUL, which PostgreSQL cannot store in texts, by U+FFFD. */
const storable = (values: readonly unknown[]): readonly unknown[] =>
  values.some(containsNul)
    ? values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))
    : values;

const containsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');
