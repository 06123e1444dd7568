import { DatabaseFailure } from '../storage-error.js';
import type { ConnectionPool } from './connection-pool.js';

const flush = { text: "select pg_logical_emit_message(false, 'hexipam', '', true)" };

/**
 * Has the commits of several units of work on disk at once. Who commits while others wait for the connection does not have it
 * on disk alone: it asks for a flush behind those who wait, which join it when they have committed, and is done with it.
 * Whoever is told something meanwhile, be it what was read or an error that rests on it, is told behind the flush.
 */
export class GroupFlush {
  readonly #pool: ConnectionPool;
  /** The flush that is waited for. Nobody commits while it is under way, as it has the connection. */
  #flush: Promise<void> | undefined;
  /** Whether something was committed that is not on disk. */
  #isDirty = false;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** To be asked by who is about to commit. @returns whether others wait for the connection: then the commit is flushed later */
  defers(): boolean {
    if (this.#pool.isWaitedFor) this.#isDirty = true;
    return this.#pool.isWaitedFor;
  }

  /** Waits until what has just been committed is on disk. @throws DatabaseFailure of trouble outcomeUnknown */
  async afterCommit(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('whether the work is on disk is unknown', error, 'outcomeUnknown');
    }
  }

  /** Waits until what was read is on disk. @throws DatabaseFailure when it may not be */
  async afterRead(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('whether what was read is on disk is unknown', error, 'unavailable');
    }
  }

  async #flushed(): Promise<void> {
    if (this.#isDirty) this.#flush ??= this.#run();
    await this.#flush;
  }

  async #run(): Promise<void> {
    try {
      const connection = await this.#pool.acquire();
      try {
        await connection.run(flush, []);
        this.#isDirty = false;
      } finally {
        this.#flush = undefined; // who has the connection next may commit what this flush does not cover
        this.#pool.release(connection);
      }
    } catch (error) {
      this.#flush = undefined;
      throw error;
    }
  }
}
