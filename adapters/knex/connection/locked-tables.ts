import { FairSemaphore } from '../../../application/fair-semaphore.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import type { Limits } from './limits.js';
import type { Answer, Statement } from './statement.js';
import { systemTimers } from './system-timers.js';

/** For how many milliseconds a statement that has found a table locked is expected to find it locked again. */
const expectation = 1000;

/**
 * The statements that found a table locked, as a change of the schema locks it. A read tries for 20 ms on a connection as usual.
 * If the table stays locked, the read waits in this process until it is one of the few that may wait at the database. So reads
 * of other tables find connections.
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

  /** Whether the statement has to call `wait`. Once a second one caller gets false and tries whether the table is still locked. */
  mustWait(statement: Statement): boolean {
    const until = this.#locked.get(statement);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.noteLocked(statement); // the others go on waiting during the try
    return false;
  }

  noteLocked(statement: Statement): void {
    this.#locked.set(statement, performance.now() + expectation);
  }

  noteUnlocked(statement: Statement): void {
    this.#locked.delete(statement);
  }

  /**
   * Runs a statement that changes nothing when it fails, and waits for locks at the database.
   * @throws DatabaseFailure when a table stays locked. The waits for a slot, a connection and the lock together take no longer
   * than one for a connection may
   */
  async wait(statement: Statement, values: readonly unknown[]): Promise<Answer> {
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
    this.noteUnlocked(statement);
    return answer.value;
  }
}

const commit: Statement = { text: 'commit' };

/** Begins a transaction that waits for locks as long as it may. */
export const beginWaiting = ({ lock }: Limits): Statement => ({ text: `begin; set local lock_timeout = ${lock}`, rows: 'texts' });
