import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { systemTimers } from '../connection/limits.js';
import type { Answer, Statement } from '../connection/statement.js';
import { DatabaseFailure, isLockTimeout } from '../storage-error.js';

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
  /** Releases the slot for a long wait, before the unit of work waits for anything else. */
  releaseSlot(): void;
  /** Releases the row for the next unit of work, and the slot: the row is locked or no longer needed. */
  release(): void;
}

/** Permits one unit of work of this process at a time to wait for a row at the database. The others wait without a connection. */
export class RowQueue {
  readonly #slots = new FairSemaphore({ perKey: 1 }, systemTimers);

  /** @returns undefined if the queue is not empty */
  tryAcquire(row: string): QueueEntry | undefined {
    return entryAt(row, this.#slots.tryAcquire(row));
  }

  /** @throws DatabaseFailure after `maxWaitMs` in the queue */
  async acquire(row: string, maxWaitMs: number): Promise<QueueEntry> {
    const entry = entryAt(row, await this.#slots.acquire(row, { maxWaitMs }));
    if (!entry) throw new DatabaseFailure('a row was locked for too long', undefined, 'unavailable');
    return entry;
  }
}

const entryAt = (row: string, release: Release | undefined): QueueEntry | undefined =>
  release && { row, mayWait: () => false, releaseSlot: () => {}, release };

/** A row is locked and all wait slots are occupied. The unit of work is repeated once it has a slot. */
export class LocksBusy extends RowBusy {
  override readonly name = 'LocksBusy';
}

/** Lock timeout in milliseconds while all slots are occupied. */
const briefWait = 50;

const setWait = (milliseconds: number): Statement => ({ text: `set local lock_timeout = ${milliseconds}` });
const waitBriefly = setWait(briefWait);

/**
 * Limits the connections that wait for rows, so that work on unlocked rows finds connections. Without a slot, a unit of work waits
 * briefly at the database, and then in this process.
 */
export class LockWaits {
  readonly #slots: FairSemaphore;
  readonly #waitAsUsual: Statement;

  /** @param max number of slots @param usual lock timeout with a slot, in milliseconds */
  constructor(max: number, usual: number) {
    this.#slots = new FairSemaphore({ total: max }, systemTimers);
    this.#waitAsUsual = setWait(usual);
  }

  /** @param set executes a statement of the same transaction @throws LocksBusy if no slot is free and the row remains locked */
  async run(row: string, set: (setting: Statement) => void, send: () => Promise<Answer>): Promise<Answer> {
    const release = this.#slots.tryAcquire();
    if (release) return send().finally(release);
    set(waitBriefly);
    const answer = send();
    set(this.#waitAsUsual);
    try {
      return await answer;
    } catch (error) {
      throw isLockTimeout(error) ? new LocksBusy(row) : error;
    }
  }

  /**
   * Acquires a slot for a long wait.
   * @param entry in the queue for the row, released on failure
   * @throws DatabaseFailure if no slot becomes free in `maxWaitMs`
   */
  async acquire(entry: QueueEntry, maxWaitMs: number): Promise<QueueEntry> {
    const releaseSlot = await this.#slots.acquire('', { maxWaitMs });
    if (!releaseSlot) {
      entry.release();
      throw new DatabaseFailure('too many requests wait for locked rows', undefined, 'unavailable');
    }
    let mayWait = true;
    const entryWithSlot: QueueEntry = {
      row: entry.row,
      mayWait: () => mayWait,
      releaseSlot: () => {
        mayWait = false;
        releaseSlot();
      },
      release: () => {
        entryWithSlot.releaseSlot();
        entry.release();
      },
    };
    return entryWithSlot;
  }
}
