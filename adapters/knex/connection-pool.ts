import type { Knex } from 'knex';
import type { Binding } from './session.js';

/** A connection as the drivers give it: that of a server knows named statements, the embedded database does not. */
interface DriverConnection {
  query(statement: string | object, values?: readonly unknown[]): Promise<{ rows: object[] }>;
  /** Why the pool has to give the connection up; it looks at this before it gives a connection out. */
  __knex__disposed?: unknown;
}

/** What of a knex client is needed here; its type does not say it. */
interface DriverPool {
  acquireConnection(): Promise<DriverConnection>;
  releaseConnection(connection: DriverConnection): Promise<void>;
}

/** A statement's text as servers take it, and the name under which they keep it when it is prepared. */
interface Statement {
  readonly text: string;
  readonly name: string;
}

/** Statements that were met, by their text with question marks. There are few hundred. */
const statements = new Map<string, Statement>();
const mostStatements = 5000;

function statementOf(sql: string): Statement {
  const known = statements.get(sql);
  if (known) return known;
  let place = 0;
  const statement = { text: sql.replace(/\?/g, () => `$${++place}`), name: `hexipam_${statements.size}` };
  if (statements.size < mostStatements) statements.set(sql, statement);
  return statement;
}

/** How a pool is used. */
export interface ConnectionPoolOptions {
  /** Whether statements may be kept by the server: not by the embedded one, nor behind poolers that do not follow them. */
  readonly keepsStatements: boolean;
}

/**
 * The connections of a database. Statements go to the driver as they are: what knex would do for each of them, which are
 * written by hand, costs as much as running them.
 */
export class ConnectionPool {
  readonly #driver: DriverPool;
  readonly #keepsStatements: boolean;

  constructor(knex: Knex, { keepsStatements }: ConnectionPoolOptions) {
    this.#driver = knex.client as DriverPool;
    this.#keepsStatements = keepsStatements;
  }

  /** Uses one connection; it is free again when the work is done. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const driver = await this.#driver.acquireConnection();
    try {
      return await work(new Connection(driver, this.#keepsStatements));
    } finally {
      await this.#driver.releaseConnection(driver);
    }
  }
}

/** One connection. */
export class Connection {
  readonly #driver: DriverConnection;
  readonly #keepsStatements: boolean;

  constructor(driver: DriverConnection, keepsStatements: boolean) {
    this.#driver = driver;
    this.#keepsStatements = keepsStatements;
  }

  /** @param sql with a question mark for each value */
  async run(sql: string, values: readonly Binding[], prepare = false): Promise<object[]> {
    const { text, name } = statementOf(sql);
    const statement = prepare && this.#keepsStatements ? { text, name, values } : undefined;
    const { rows } = statement ? await this.#driver.query(statement) : await this.#driver.query(text, values);
    return rows;
  }

  /** The connection is in no known state: nobody must get it any more. */
  giveUp(reason: unknown): void {
    this.#driver.__knex__disposed = reason;
  }
}
