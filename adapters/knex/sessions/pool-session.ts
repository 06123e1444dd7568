import { setTimeout as delay } from 'node:timers/promises';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { Channel, Statement } from '../connection/statement.js';
import { translateError } from '../constraint-errors.js';
import { ConnectionFailure, DatabaseFailure, isOutdatedStatement } from '../storage-error.js';
import type { Connections } from '../waiting/connections.js';
import { LocksBusy, LockWaits, type QueueEntry, RowBusy, RowQueue } from '../waiting/row-queue.js';
import type { DatabaseClock } from './database-clock.js';
import type { SchemaCheck } from './schema-check.js';
import { Session } from './session.js';
import { TransactionSession } from './transaction-session.js';

/** Maximum number of attempts before a transient failure is thrown. */
const maxTries = 10;

/** Maximum number of attempts with broken connections; the pool may contain several. */
const maxBrokenConnections = 3;

/** Number of locked rows after which the work waits in the database, without the queue of rows. */
const maxBusyRows = 5;

/** Maximum delay before the second attempt in milliseconds; it doubles with each attempt. */
const firstWait = 5;

/** Minimum interval between two replacements of connections to a read-only server, in milliseconds. */
const retirementInterval = 1000;

export interface PoolSessionOptions {
  /** Undefined for work on the schema itself. */
  readonly schemaCheck?: SchemaCheck | undefined;
  /** Clock that is compared with the database's time before statements run. The comparison uses another session. */
  readonly clock?: DatabaseClock;
}

/** Executes statements on any free connection. Each statement sees the data committed before its start. */
export class PoolSession extends Session {
  readonly #schemaCheck: SchemaCheck | undefined;
  readonly #clock: DatabaseClock | undefined;
  readonly #rowQueue = new RowQueue();
  readonly #lockWaits: LockWaits | undefined;
  #retiredAt = Number.NEGATIVE_INFINITY;

  constructor(connections: Connections, { schemaCheck, clock }: PoolSessionOptions = {}) {
    super(connections);
    this.#schemaCheck = schemaCheck;
    this.#clock = clock;
    const half = Math.max(1, Math.floor(connections.unitsOfWork.max / 2));
    this.#lockWaits = connections.isServer ? new LockWaits(half, connections.limits.lock) : undefined;
  }

  readonly isTransaction = false;

  async allowLong(): Promise<void> {
    throw new Error('long statements need a transaction');
  }

  async transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const unknownTime = this.#clock?.beforeUse();
    if (unknownTime) await unknownTime;
    const deadline = this.#deadline();
    let entry: QueueEntry | undefined;
    for (let tries = 1, busyRows = 0; ; ) {
      const session = this.#newTransaction(deadline, entry, busyRows >= maxBusyRows);
      try {
        return await this.#unsynced(session, work);
      } catch (error) {
        entry = undefined;
        if (error instanceof RowBusy) {
          this.observer.retried?.('row');
          busyRows++;
          entry = await this.#entryFor(error, deadline);
          continue;
        }
        this.#retireAfter(error);
        if (!mayRunAgain(error, tries) || performance.now() > deadline) throw error;
        this.observer.retried?.(error instanceof ConnectionFailure ? 'connection' : 'conflict');
        if (!(error instanceof ConnectionFailure)) await delay(Math.random() * firstWait * 2 ** (tries - 1));
        tries++;
      }
    }
  }

  /** Delays the result until the data read is on disk, because a power failure could undo it. */
  async #unsynced<T>(session: TransactionSession, work: (session: Session) => Promise<T>): Promise<T> {
    const { groupFlush } = this.connections;
    let result: T;
    try {
      result = await session.carryOut(work);
    } catch (error) {
      if (!(error instanceof StorageError)) await groupFlush?.afterRead();
      throw error;
    }
    await (session.needsFlush ? groupFlush?.afterCommit() : groupFlush?.afterRead());
    return result;
  }

  /** Waits without a connection. */
  async #entryFor(error: RowBusy, deadline: number): Promise<QueueEntry> {
    const entry = await this.#rowQueue.acquire(error.row, deadline - performance.now());
    const slots = error instanceof LocksBusy && this.#lockWaits;
    return slots ? slots.acquire(entry, deadline - performance.now()) : entry;
  }

  #newTransaction(deadline: number, entry: QueueEntry | undefined, waitsForAnyRow: boolean): TransactionSession {
    const [connections, rowQueue, lockWaits] = [this.connections, this.#rowQueue, this.#lockWaits];
    const schemaCheck = this.#schemaCheck;
    return new TransactionSession({ connections, rowQueue, lockWaits, schemaCheck, deadline, entry, waitsForAnyRow });
  }

  /** Repeats the statement once if the connection was broken. */
  async run(statement: Statement, values: readonly unknown[], channel: Channel): Promise<object[]> {
    const unknownTime = this.#clock?.beforeUse();
    if (unknownTime) await unknownTime;
    const { connections } = this;
    const deadline = this.#deadline();
    for (let mayRetry = true; ; mayRetry = false) {
      try {
        const { rows } = await connections.run(statement, values, channel);
        await connections.groupFlush?.afterRead(); // a power failure may undo the data read before the flush
        return rows;
      } catch (error) {
        if (!mayRetry || !(error instanceof ConnectionFailure) || performance.now() > deadline) throw translateError(error);
        this.#retireAfter(error);
      }
    }
  }

  #deadline(): number {
    return performance.now() + this.connections.limits.wait;
  }

  /** Retires connections: after a failover another server accepts writes; after a change of tables, statements are outdated. */
  #retireAfter(error: unknown): void {
    const isReadOnly = error instanceof DatabaseFailure && error.code === '25006';
    const isDue = isReadOnly && performance.now() - this.#retiredAt >= retirementInterval;
    if (isDue) this.#retiredAt = performance.now();
    const isOutdated = error instanceof ConnectionFailure && isOutdatedStatement(error.cause);
    if (isDue || isOutdated) this.connections.retire();
  }
}

function mayRunAgain(error: unknown, tries: number): boolean {
  if (error instanceof ConnectionFailure) return tries < maxBrokenConnections;
  return error instanceof DatabaseFailure && error.isTransient && tries < maxTries;
}
