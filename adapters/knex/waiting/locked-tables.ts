import { FairSemaphore } from '../../../application/fair-semaphore.js';
import type { Connection } from '../connection/connection.js';
import { type Limits, systemTimers } from '../connection/limits.js';
import type { Answer, Statement } from '../connection/statement.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';
import type { ConnectionPool } from './connection-pool.js';

/** Milliseconds during which a locked table is assumed to remain locked. */
const expectation = 1000;

/** Limits the reads that wait at the database for a table locked by a schema change, so that other reads find connections. */
export class LockedTables {
  readonly #pool: ConnectionPool;
  readonly #slots: FairSemaphore;
  readonly #limits: Limits;
  readonly #begin: Statement;
  /** End of the assumed lock by statement, by `performance.now()`. */
  readonly #locked = new WeakMap<Statement, number>();

  /** @param pool whose connections wait for locks; one is reserved for other statements if the pool has several */
  constructor(pool: ConnectionPool, limits: Limits) {
    this.#pool = pool;
    this.#slots = new FairSemaphore({ total: Math.max(1, pool.max - 1) }, systemTimers);
    this.#limits = limits;
    this.#begin = beginWaiting(limits);
  }

  /**
   * Whether the statement has to call `wait`. Once per second, one caller gets false and tests whether the table is still locked.
   */
  mustWait(statement: Statement): boolean {
    const until = this.#locked.get(statement);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.noteLocked(statement); // other callers wait during this test
    return false;
  }

  noteLocked(statement: Statement): void {
    this.#locked.set(statement, performance.now() + expectation);
  }

  noteUnlocked(statement: Statement): void {
    this.#locked.delete(statement);
  }

  /**
   * Waits for locks at the database. The waits for a slot, a connection and the lock together last at most `limits.wait`.
   * @throws DatabaseFailure
   */
  async wait(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const deadline = performance.now() + this.#limits.wait - this.#limits.lock;
    const release = await this.#slots.acquire('', { maxWaitMs: deadline - performance.now() });
    if (!release) throw new DatabaseFailure('a table was locked for too long', undefined, 'unavailable');
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
    const started = connection.run(this.#begin, []);
    const answered = connection.run(statement, values);
    const [start, answer, end] = await Promise.allSettled([started, answered, connection.run(commit, [])]);
    if (end.status === 'rejected') connection.giveUp(new ConnectionFailure('the commit of a read failed', end.reason));
    if (start.status === 'rejected') throw start.reason;
    if (answer.status === 'rejected') throw answer.reason;
    this.noteUnlocked(statement);
    return answer.value;
  }
}

const commit: Statement = { text: 'commit' };

export const beginWaiting = ({ lock }: Limits): Statement => ({ text: `begin; set local lock_timeout = ${lock}`, rows: 'texts' });
