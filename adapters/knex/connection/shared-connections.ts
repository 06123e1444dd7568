import { ConnectionFailure, isLockTimeout } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import { GatheredLookups } from './gathered-lookups.js';
import type { Answer, Statement } from './statement.js';

interface SharedConnection {
  readonly connection: Promise<Connection>;
  joined: number;
  busy: number;
}

/** Maximum number of statements on one connection before its return to the pool. A broken connection fails only these. */
const maxJoined = 32;

/** Executes short statements on connections that many callers share. */
export class SharedConnections {
  readonly #pool: ConnectionPool;
  readonly #gathered = new GatheredLookups((statement, values) => this.#join(statement, values, 'tick'), maxJoined);
  #shared: SharedConnection | undefined;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  run(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const { several } = statement;
    return several ? this.#gathered.run(statement, several, values) : this.#join(statement, values, 'turn');
  }

  async #join(statement: Statement, values: readonly unknown[], gathering: 'tick' | 'turn'): Promise<Answer> {
    this.#shared ??= { connection: this.#pool.acquire({ isQuick: true }), joined: 0, busy: 0 };
    const shared = this.#shared;
    shared.busy++;
    if (++shared.joined === maxJoined) this.#shared = undefined;
    try {
      return await (await shared.connection).run(statement, values, gathering);
    } catch (error) {
      if (error instanceof ConnectionFailure || isLockTimeout(error)) this.#leave(shared);
      throw error;
    } finally {
      if (--shared.busy === 0) await this.#end(shared);
    }
  }

  /** Excludes further statements from the current connection. */
  retire(): void {
    this.#shared = undefined;
  }

  #leave(shared: SharedConnection): void {
    if (this.#shared === shared) this.#shared = undefined;
  }

  async #end(shared: SharedConnection): Promise<void> {
    this.#leave(shared);
    const connection = await shared.connection.catch(() => undefined); // the waiting callers report the failure
    if (connection) this.#pool.release(connection);
  }
}
