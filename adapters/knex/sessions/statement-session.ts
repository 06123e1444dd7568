import type { Observer } from '../../../application/ports/observer.js';
import type { Connections } from '../connection/connections.js';
import type { Channel, Row, Statement } from '../connection/statement.js';
import type { PreparedStatement, StatementParameters } from './prepared-statement.js';
import type { Query } from './query.js';
import type { Session } from './session.js';

export abstract class StatementSession implements Session {
  protected readonly connections: Connections;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  get observer(): Observer {
    return this.connections.observer;
  }

  abstract readonly isTransaction: boolean;

  get isAlone(): boolean {
    return !this.connections.isServer;
  }

  abstract allowLong(options?: { readonly locks?: boolean }): Promise<void>;
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

  async rows<R extends object = Row>(query: Query): Promise<R[]> {
    return this.#runQuery<R>(query, 'read');
  }

  async row<R extends object = Row>(query: Query): Promise<R | undefined> {
    return (await this.rows<R>(query))[0];
  }

  async prepared<R extends object>(
    statement: PreparedStatement<StatementParameters, R>,
    parameters?: StatementParameters,
  ): Promise<R[]> {
    return statement.rowsOf(await this.run(this.#sent(statement), valuesOf(statement, parameters), 'read'));
  }

  async lookup<R extends object>(
    statement: PreparedStatement<StatementParameters, R> | Query,
    parameters?: StatementParameters,
  ): Promise<R[]> {
    if ('toSQL' in statement) return this.#runQuery<R>(statement, 'lookup');
    return statement.rowsOf(await this.run(this.#sent(statement), valuesOf(statement, parameters), 'lookup'));
  }

  async deferred(statement: PreparedStatement<StatementParameters, object>, parameters?: StatementParameters): Promise<void> {
    await this.runDeferred(this.#sent(statement), valuesOf(statement, parameters));
  }

  async lock<R extends object>(
    row: string,
    statement: PreparedStatement<StatementParameters, R>,
    parameters?: StatementParameters,
  ): Promise<R[]> {
    return statement.rowsOf(await this.runLock(row, this.#sent(statement), valuesOf(statement, parameters)));
  }

  #sent({ named, unnamed }: PreparedStatement<StatementParameters, object>): Statement {
    return this.connections.keepsStatements ? named : unnamed;
  }

  async #runQuery<R extends object>(query: Query, channel: Channel): Promise<R[]> {
    const { sql: text, bindings } = query.toSQL().toNative();
    return (await this.run({ text }, storable(bindings), channel)) as R[]; // the caller declares the type
  }
}

const valuesOf = (
  statement: PreparedStatement<StatementParameters, object>,
  parameters: StatementParameters | undefined,
): readonly unknown[] => storable(statement.valuesOf(parameters));

/** Replaces NUL, which PostgreSQL cannot store in texts, by U+FFFD. */
const storable = (values: readonly unknown[]): readonly unknown[] =>
  values.some(containsNul)
    ? values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))
    : values;

const containsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');
