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
   * @param entry in the queue for the row, removed on failure
   * @throws DatabaseFailure if no slot becomes free in `maxWait` milliseconds
   */
  async join(entry: QueueEntry, maxWait: number): Promise<QueueEntry> {
    let release: Release | undefined = await this.#slots.acquire('', { maxWaitMs: maxWait });
    if (!release) {
      entry.leave();
      throw new DatabaseFailure('too many requests wait for locked rows', undefined, 'unavailable');
    }
    const stopWaiting = (): void => {
      release?.();
      release = undefined;
    };
    return {
      row: entry.row,
      mayWait: () => release !== undefined,
      stopWaiting,
      leave: () => {
        stopWaiting();
        entry.leave();
      },
    };
  }
}
