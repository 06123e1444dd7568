import { DatabaseFailure } from '../storage-error.js';
import type { ConnectionPool } from './connection-pool.js';

const flush = { text: "select pg_logical_emit_message(false, 'hexipam', '', true)" };

/**
 * Flushes the commits of several units of work together. A commit for which other work waits requests one flush after this work,
 * whose commits are flushed with it. Reads, and errors based on them, are answered after the flush.
 */
export class GroupFlush {
  readonly #pool: ConnectionPool;
  /** The requested flush; it owns the connection, so no commit runs meanwhile. */
  #flush: Promise<void> | undefined;
  /** Whether some commit is not on disk yet. */
  #isDirty = false;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** To be called before a commit. @returns whether others wait for the connection: then the commit is flushed later */
  defers(): boolean {
    if (this.#pool.isWaitedFor) this.#isDirty = true;
    return this.#pool.isWaitedFor;
  }

  /** Waits until the latest commit is on disk. @throws DatabaseFailure of trouble outcomeUnknown */
  async afterCommit(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('whether the work is on disk is unknown', error, 'outcomeUnknown');
    }
  }

  /** Waits until the data just read is on disk. @throws DatabaseFailure when it may not be */
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
        this.#flush = undefined; // the next user of the connection may commit after this flush
        this.#pool.release(connection);
      }
    } catch (error) {
      this.#flush = undefined;
      throw error;
    }
  }
}
