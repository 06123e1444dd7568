import type { Answer, Statement } from '../sessions/statement.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';

/** A connection that several use at the same time, one statement each. */
interface Share {
  readonly connection: Promise<Connection>;
  /** How many have joined so far. */
  joined: number;
  /** How many of them are not done. */
  busy: number;
}

/**
 * Most that join one share: then it ends, so that the connection comes back to the pool for others who wait, and one that is
 * broken fails no more than these.
 */
const maxOfShare = 32;

/** Runs statements that are done in no time on connections that many use at the same time. */
export class SharedConnections {
  readonly #pool: ConnectionPool;
  #share: Share | undefined;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async run(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    this.#share ??= { connection: this.#pool.acquire(true), joined: 0, busy: 0 };
    const share = this.#share;
    share.busy++;
    if (++share.joined === maxOfShare) this.#share = undefined;
    try {
      return await (await share.connection).run(statement, values, 'turn');
    } finally {
      if (--share.busy === 0) await this.#end(share);
    }
  }

  async #end(share: Share): Promise<void> {
    if (this.#share === share) this.#share = undefined;
    const connection = await share.connection.catch(() => undefined); // who waited for it knows why there is none
    if (connection) this.#pool.release(connection);
  }
}
