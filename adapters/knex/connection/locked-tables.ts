import { FairSemaphore } from '../../../application/fair-semaphore.js';
import { ConnectionFailure, DatabaseFailure, isLockTimeout } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import type { Limits } from './limits.js';
import type { Answer, Statement } from './statement.js';
import { systemTimers } from './system-timers.js';

/** For how many milliseconds a statement that has found a table locked is expected to find it locked again. */
const expectation = 1000;

/**
 * Has reads wait for tables that somebody has locked, as changes of the schema do, without keeping those waiting who read other
 * tables. A read tries for a moment on a connection as usual. If the table stays locked, the read waits in this process until it
 * is one of the few that may wait at the database.
 */
export class LockedTables {
  readonly #pool: ConnectionPool;
  readonly #slots: FairSemaphore;
  readonly #limits: Limits;
  readonly #begin: Statement;
  /** Until when statements are expected to find a table locked, as performance.now tells the time. */
  readonly #locked = new WeakMap<Statement, number>();

  /** @param pool of connections on which statements wait for locks briefly: one of them is left to others */
  constructor(pool: ConnectionPool, limits: Limits) {
    this.#pool = pool;
    this.#slots = new FairSemaphore({ total: Math.max(1, pool.max - 1) }, systemTimers);
    this.#limits = limits;
    this.#begin = beginWaiting(limits);
  }

  /**
   * Runs a statement that keeps nothing when it fails.
   * @param send runs it where it does not wait for locks for long
   * @throws DatabaseFailure when a table stays locked; else what send does
   */
  async run(statement: Statement, values: readonly unknown[], send: () => Promise<Answer>): Promise<Answer> {
    const until = this.#locked.get(statement);
    if (until !== undefined && performance.now() < until) return this.#wait(statement, values);
    if (until !== undefined) this.#remember(statement); // one looks whether it is still so
    try {
      const answer = await send();
      if (until !== undefined) this.#locked.delete(statement);
      return answer;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      this.#remember(statement);
    }
    return this.#wait(statement, values);
  }

  #remember(statement: Statement): void {
    this.#locked.set(statement, performance.now() + expectation);
  }

  /** The waits for a slot, a connection and the lock together take no longer than one for a connection may. */
  async #wait(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const deadline = performance.now() + this.#limits.wait - this.#limits.lock;
    const release = await this.#slots.acquire('', { maxWaitMs: deadline - performance.now() });
    if (!release) throw new DatabaseFailure('others held a table for too long', undefined, 'unavailable');
    try {
      const connection = await this.#pool.acquire({ maxWait: deadline - performance.now() });
      try {
        return await this.#runWaiting(connection, statement, values);
      } finally {
        this.#pool.release(connection);
      }
    } finally {
      release();
    }
  }

  async #runWaiting(connection: Connection, statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const begun = connection.run(this.#begin, []);
    const answered = connection.run(statement, values);
    const [start, answer, end] = await Promise.allSettled([begun, answered, connection.run(commit, [])]);
    if (end.status === 'rejected') connection.giveUp(new ConnectionFailure('a read could not be ended', end.reason));
    if (start.status === 'rejected') throw start.reason;
    if (answer.status === 'rejected') throw answer.reason;
    this.#locked.delete(statement);
    return answer.value;
  }
}

const commit: Statement = { text: 'commit' };

/** Begins a transaction that waits for locks as long as it may. */
export const beginWaiting = ({ lock }: Limits): Statement => ({ text: `begin; set local lock_timeout = ${lock}`, rows: 'texts' });
