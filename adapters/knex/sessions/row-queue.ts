import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { systemTimers } from '../connection/system-timers.js';
import { DatabaseFailure } from '../storage-error.js';

/** A unit of work wants a row for which another unit of this process waits already. It runs again when it is its turn. */
export class RowBusy extends DatabaseFailure {
  override readonly name: string = 'RowBusy';
  readonly row: string;

  constructor(row: string) {
    super('others wait for this row', undefined, 'unavailable');
    this.row = row;
  }
}

/** Whoever may wait for a row at the database. */
export interface QueueEntry {
  readonly row: string;
  /** Whether its holder is one of the few who may wait at the database for long. */
  mayWait(): boolean;
  /** To be called before its holder waits for something else. */
  stopWaiting(): void;
  /** To be called when the row is held, or is not waited for any more. */
  leave(): void;
}

/**
 * Lets one unit of work of this process at a time wait for a row at the database, where that takes up a connection. The
 * others wait here, without one: so those who work on other rows find connections free.
 */
export class RowQueue {
  readonly #slots = new FairSemaphore({ perKey: 1 }, systemTimers);

  /** @returns undefined when another waits for the row */
  enterAtOnce(row: string): QueueEntry | undefined {
    return entryAt(row, this.#slots.tryAcquire(row));
  }

  /** @throws DatabaseFailure when nobody left the queue within so many milliseconds */
  async enter(row: string, maxWait: number): Promise<QueueEntry> {
    const entry = entryAt(row, await this.#slots.acquire(row, { maxWaitMs: maxWait }));
    if (!entry) throw new DatabaseFailure('others held a row for too long', undefined, 'unavailable');
    return entry;
  }
}

const entryAt = (row: string, leave: Release | undefined): QueueEntry | undefined =>
  leave && { row, mayWait: () => false, stopWaiting: () => {}, leave };
