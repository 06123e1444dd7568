import type { Connections } from '../connection/connections.js';
import type { Given, PreparedStatement } from './prepared-statement.js';
import type { Query } from './query.js';
import type { Session } from './session.js';
import { type Binding, type Row, type Statement, statementOf } from './statement.js';

/** Whether a statement has a connection to itself, or goes to the database together with others. */
export type Way = 'read' | 'lookup';

/** A statement and its values, as the driver takes them. */
interface Compiled {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** What all sessions do with statements, however they run them. */
export abstract class StatementSession implements Session {
  protected readonly connections: Connections;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  abstract readonly isTransaction: boolean;
  abstract allowLong(options?: { readonly locks?: boolean }): Promise<void>;
  abstract transact<T>(work: (session: Session) => Promise<T>): Promise<T>;

  /** @throws IpamError when a constraint says what was wrong, else DatabaseFailure */
  abstract run(statement: Statement, values: readonly unknown[], way: Way): Promise<object[]>;

  /** Runs a statement whose outcome nobody looks at. */
  protected async runDeferred(statement: Statement, values: readonly unknown[]): Promise<void> {
    await this.run(statement, values, 'read');
  }

  /** Runs a statement that waits for a row. Outside of a transaction no row stays held. */
  protected runLock(_row: string, statement: Statement, values: readonly unknown[]): Promise<object[]> {
    return this.run(statement, values, 'read');
  }

  async rows<R extends object = Row>(query: Query | string, bindings?: readonly Binding[]): Promise<R[]> {
    const { statement, values } = compiled(query, bindings);
    return (await this.run(statement, values, 'read')) as R[];
  }

  async row<R extends object = Row>(query: Query | string, bindings?: readonly Binding[]): Promise<R | undefined> {
    const { statement, values } = compiled(query, bindings);
    return (await this.run(statement, values, 'read'))[0] as R | undefined;
  }

  async prepared<R extends object = Row>(
    statement: PreparedStatement<Given, R> | string,
    given?: Given | readonly Binding[],
  ): Promise<R[]> {
    const run = this.#prepared(statement, given);
    return (await this.run(run.statement, run.values, 'read')) as R[];
  }

  async lookup<R extends object = Row>(
    statement: PreparedStatement<Given, R> | Query | string,
    given?: Given | readonly Binding[],
  ): Promise<R[]> {
    const isQuery = typeof statement === 'object' && 'toSQL' in statement;
    const run = isQuery ? compiled(statement) : this.#prepared(statement, given);
    return (await this.run(run.statement, run.values, 'lookup')) as R[];
  }

  async deferred(statement: PreparedStatement | string, given?: Given | readonly Binding[]): Promise<void> {
    const run = this.#prepared(statement, given);
    await this.runDeferred(run.statement, run.values);
  }

  async lock<R extends object = Row>(
    row: string,
    statement: PreparedStatement<Given, R> | string,
    given?: Given | readonly Binding[],
  ): Promise<R[]> {
    const run = this.#prepared(statement, given);
    return (await this.runLock(row, run.statement, run.values)) as R[];
  }

  #prepared<R extends object = Row>(
    statement: PreparedStatement<Given, R> | string,
    given: Given | readonly Binding[] | undefined,
  ): Compiled {
    if (typeof statement === 'string')
      return { statement: this.connections.statement(statement), values: storable((given ?? []) as readonly Binding[]) };
    return { statement: this.connections.prepared(statement), values: storable(statement.valuesOf(given as Given | undefined)) };
  }
}

function compiled(query: Query | string, bindings: readonly Binding[] = []): Compiled {
  if (typeof query === 'string') return { statement: statementOf(query), values: storable(bindings) };
  const { sql: text, bindings: values } = query.toSQL().toNative();
  return { statement: { text }, values: storable(values) };
}

/** PostgreSQL keeps no NUL in texts: none that is stored holds one, and none that is looked for is found. */
const storable = (values: readonly unknown[]): readonly unknown[] =>
  values.some(holdsNul) ? values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value)) : values;

const holdsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');
