import type { Writable } from 'node:stream';
import type { Knex } from 'knex';
import type { Binding } from './session.js';

/** A connection as the drivers give it: that of a server knows named statements, the embedded database does not. */
interface DriverConnection {
  query(statement: string | object, values?: readonly unknown[]): Promise<{ rows: object[] }>;
  /** The way to a server. */
  readonly connection?: { readonly stream?: Pick<Writable, 'cork' | 'uncork'> };
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

/** A statement with values. The driver copies what is its own, member by member: that is no more than the values. */
const withValues = (statement: Statement, values: readonly Binding[]): object =>
  Object.assign(Object.create(statement), { values });

/** How a pool is used. */
export interface ConnectionPoolOptions {
  /** Whether statements may be kept by the server: not by the embedded one, nor behind poolers that do not follow them. */
  readonly keepsStatements: boolean;
  /** Whether a connection takes statements before it has answered earlier ones: that of a server does. */
  readonly sharesConnections: boolean;
}

/** A connection that several use at the same time, one statement each. */
interface Share {
  readonly connection: Promise<DriverConnection>;
  /** How many have joined so far. */
  joined: number;
  /** How many of them are not done. */
  busy: number;
}

/**
 * Most that join one share: then it ends, so that the connection comes back to the pool for others who wait, and one that is
 * broken fails no more than these.
 */
const mostOfShare = 32;

/**
 * The connections of a database. Statements go to the driver as they are: what knex would do for each of them, which are
 * written by hand, costs as much as running them.
 */
export class ConnectionPool {
  readonly #driver: DriverPool;
  readonly #keepsStatements: boolean;
  readonly #sharesConnections: boolean;
  #share: Share | undefined;
  /** Connections that run kept statements by one plan for all values. */
  readonly #steady = new WeakSet<DriverConnection>();

  constructor(knex: Knex, { keepsStatements, sharesConnections }: ConnectionPoolOptions) {
    this.#driver = knex.client as DriverPool;
    this.#keepsStatements = keepsStatements;
    this.#sharesConnections = sharesConnections;
  }

  /** Uses one connection; it is free again when the work is done. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const driver = await this.#driver.acquireConnection();
    this.#planSteadily(driver, false);
    try {
      return await work(new Connection(driver, this.#keepsStatements));
    } finally {
      await this.#driver.releaseConnection(driver);
    }
  }

  /**
   * Uses a connection together with others who do the same at this time, for one statement that is done in no time: what all
   * of them send in one turn of the event loop goes out at once, which costs far less than each for itself.
   */
  async share<T>(statement: (connection: Connection) => Promise<T>): Promise<T> {
    if (!this.#sharesConnections) return this.use(statement);
    this.#share ??= { connection: this.#acquireSteady(), joined: 0, busy: 0 };
    const share = this.#share;
    share.busy++;
    if (++share.joined === mostOfShare) this.#share = undefined;
    try {
      return await statement(new Connection(await share.connection, this.#keepsStatements, true));
    } finally {
      if (--share.busy === 0) await this.#endShare(share);
    }
  }

  async #acquireSteady(): Promise<DriverConnection> {
    const driver = await this.#driver.acquireConnection();
    this.#planSteadily(driver, true);
    return driver;
  }

  /**
   * Has a connection keep the first plan of a kept statement, or make it anew where that seems worth while: which takes longer
   * than to look up a row. What is sent behind this is run behind it.
   */
  #planSteadily(driver: DriverConnection, steady: boolean): void {
    if (!this.#keepsStatements || this.#steady.has(driver) === steady) return;
    gather(driver, steady);
    driver.query(steady ? 'set plan_cache_mode = force_generic_plan' : 'reset plan_cache_mode').catch(() => {}); // the next fails too
    if (steady) this.#steady.add(driver);
    else this.#steady.delete(driver);
  }

  async #endShare(share: Share): Promise<void> {
    if (this.#share === share) this.#share = undefined;
    const driver = await share.connection.catch(() => undefined); // who waited for it knows why there is none
    if (driver) await this.#driver.releaseConnection(driver);
  }
}

/** Ways on which something waits to be sent. */
const corked = new WeakSet<object>();

/**
 * Sends what is written in one go, as every sending costs a system call: on a connection that is shared, all of this turn of
 * the event loop; else what one user has to say now, so that the server can begin while others have their turn here.
 */
function gather({ connection }: DriverConnection, isShared: boolean): void {
  const stream = connection?.stream;
  if (!stream || corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  const send = (): void => {
    corked.delete(stream);
    stream.uncork();
  };
  if (isShared) setImmediate(send);
  else process.nextTick(send);
}

/** One connection. */
export class Connection {
  readonly #driver: DriverConnection;
  readonly #keepsStatements: boolean;
  readonly #isShared: boolean;

  constructor(driver: DriverConnection, keepsStatements: boolean, isShared = false) {
    this.#driver = driver;
    this.#keepsStatements = keepsStatements;
    this.#isShared = isShared;
  }

  /** @param sql with a question mark for each value */
  async run(sql: string, values: readonly Binding[], prepare = false): Promise<object[]> {
    const statement = statementOf(sql);
    gather(this.#driver, this.#isShared);
    const { rows } = await (prepare && this.#keepsStatements
      ? this.#driver.query(withValues(statement, values))
      : this.#driver.query(statement.text, values));
    return rows;
  }

  /** The connection is in no known state: nobody must get it any more. */
  giveUp(reason: unknown): void {
    this.#driver.__knex__disposed = reason;
  }
}
