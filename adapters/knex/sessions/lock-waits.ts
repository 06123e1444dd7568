import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Answer, Statement } from '../connection/statement.js';
import { systemTimers } from '../connection/system-timers.js';
import { DatabaseFailure, isLockTimeout } from '../storage-error.js';
import { type QueueEntry, RowBusy } from './row-queue.js';

/** A row is locked while all wait slots are taken. The unit of work runs again once it has a slot. */
export class LocksBusy extends RowBusy {
  override readonly name = 'LocksBusy';
}

/** Lock timeout in milliseconds while all slots are taken. */
const briefWait = 50;

const setWait = (milliseconds: number): Statement => ({ text: `set local lock_timeout = ${milliseconds}` });
const waitBriefly = setWait(briefWait);

/**
 * Bounds the number of connections that wait for rows, so that work on free rows finds some. Without a slot a unit of work waits
 * briefly at the database, then in this process.
 */
export class LockWaits {
  readonly #slots: FairSemaphore;
  readonly #waitAsUsual: Statement;

  /**
   * @param max number of slots
   * @param usual lock timeout with a slot, in milliseconds
   */
  constructor(max: number, usual: number) {
    this.#slots = new FairSemaphore({ total: max }, systemTimers);
    this.#waitAsUsual = setWait(usual);
  }

  /**
   * Runs a statement that may wait for a row.
   * @param set runs a statement of the same transaction, whose failure fails that
   * @throws LocksBusy when no slot is free and the row stays locked
   */
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
   * Waits for a slot.
   * @param entry in the queue for the row, which is left when this fails
   * @param maxWait in milliseconds
   * @throws DatabaseFailure when no slot becomes free in time
   */
  async join(entry: QueueEntry, maxWait: number): Promise<QueueEntry> {
    let release: Release | undefined = await this.#slots.acquire('', { maxWaitMs: maxWait });
    if (!release) {
      entry.leave();
      throw new DatabaseFailure('too many rows were held by others for too long', undefined, 'unavailable');
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
