import type { ConnectionPool } from '../connection/connection-pool.js';
import { DatabaseFailure } from '../storage-error.js';

const flush = { text: "select pg_logical_emit_message(false, 'hexipam', '', true)" };

/**
 * Has the commits of several units of work on disk at once. Who commits while others wait for the connection does not have it
 * on disk alone: it asks for a flush behind those who wait, which join it when they have committed, and is done with it.
 */
export class GroupFlush {
  readonly #pool: ConnectionPool;
  #next: Promise<void> | undefined;
  #isDirty = false;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** Whether somebody waits for the connection: then a commit need not be on disk at once. */
  get isWorthWhile(): boolean {
    return this.#pool.isWaitedFor;
  }

  /** Waits until what has just been committed is on disk. @throws DatabaseFailure of trouble outcomeUnknown */
  afterCommit(): Promise<void> {
    this.#isDirty = true;
    this.#next ??= this.#flush();
    return this.#next;
  }

  /** Waits until what was read is on disk. @throws DatabaseFailure of trouble outcomeUnknown */
  async afterRead(): Promise<void> {
    if (this.#isDirty) await this.afterCommit();
  }

  async #flush(): Promise<void> {
    try {
      const connection = await this.#pool.acquire();
      try {
        this.#next = undefined; // nobody commits while this one has the connection; who does so later is not covered
        this.#isDirty = false;
        await connection.run(flush, []);
      } finally {
        this.#pool.release(connection);
      }
    } catch (error) {
      this.#next = undefined;
      throw new DatabaseFailure('whether the work is on disk is unknown', error, 'outcomeUnknown');
    }
  }
}
