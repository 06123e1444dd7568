import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { systemTimers } from '../connection/system-timers.js';
import { DatabaseFailure } from '../storage-error.js';

/** Another unit of work of this process waits for the row. The work is repeated when it is next in the queue. */
export class RowBusy extends DatabaseFailure {
  override readonly name: string = 'RowBusy';
  readonly row: string;

  constructor(row: string) {
    super('another transaction waits for this row', undefined, 'unavailable');
    this.row = row;
  }
}

/** Permission to wait for a row at the database. */
export interface QueueEntry {
  readonly row: string;
  /** Whether the unit of work has one of the few slots for a long wait at the database. */
  mayWait(): boolean;
  /** Called before the unit of work waits for anything else. */
  stopWaiting(): void;
  /** Called when the row is locked or no longer needed. */
  leave(): void;
}

/** Permits one unit of work of this process at a time to wait for a row at the database. The others wait without a connection. */
export class RowQueue {
  readonly #slots = new FairSemaphore({ perKey: 1 }, systemTimers);

  /** @returns undefined if the queue is not empty */
  enterAtOnce(row: string): QueueEntry | undefined {
    return entryAt(row, this.#slots.tryAcquire(row));
  }

  /** @throws DatabaseFailure after `maxWait` milliseconds in the queue */
  async enter(row: string, maxWait: number): Promise<QueueEntry> {
    const entry = entryAt(row, await this.#slots.acquire(row, { maxWaitMs: maxWait }));
    if (!entry) throw new DatabaseFailure('a row was locked for too long', undefined, 'unavailable');
    return entry;
  }
}

const entryAt = (row: string, leave: Release | undefined): QueueEntry | undefined =>
  leave && { row, mayWait: () => false, stopWaiting: () => {}, leave };
