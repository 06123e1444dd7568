import { DatabaseFailure } from '../storage-error.js';
import type { ConnectionPool } from './connection-pool.js';

const flush = { text: "select pg_logical_emit_message(false, 'hexipam', '', true)" };

/** Flushes the commits of several units of work together, if other work waits for the connection. Reads wait for the flush too. */
export class GroupFlush {
  readonly #pool: ConnectionPool;
  /** The requested flush. No commit runs concurrently, because the flush occupies the connection. */
  #flush: Promise<void> | undefined;
  #isDirty = false;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** To be called before a commit. @returns whether other work waits for the connection, so that the commit is flushed later */
  defers(): boolean {
    if (this.#pool.isWaitedFor) this.#isDirty = true;
    return this.#pool.isWaitedFor;
  }

  /** Waits until the latest commit is on disk. @throws DatabaseFailure with trouble outcomeUnknown */
  async afterCommit(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('it is unknown whether the changes are on disk', error, 'outcomeUnknown');
    }
  }

  /** Waits until the data just read is on disk. @throws DatabaseFailure if the flush fails, so that this is unknown */
  async afterRead(): Promise<void> {
    try {
      await this.#flushed();
    } catch (error) {
      throw new DatabaseFailure('it is unknown whether the data read is on disk', error, 'unavailable');
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
        this.#flush = undefined; // the next owner of the connection may commit after this flush
        this.#pool.release(connection);
      }
    } catch (error) {
      this.#flush = undefined;
      throw error;
    }
  }
}
