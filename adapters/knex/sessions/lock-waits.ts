import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Answer, Statement } from '../connection/statement.js';
import { systemTimers } from '../connection/system-timers.js';
import { DatabaseFailure, isLockTimeout } from '../storage-error.js';
import { type QueueEntry, RowBusy } from './row-queue.js';

/** A unit of work wants a row that somebody holds while enough others wait for theirs. It runs again when it may wait too. */
export class LocksBusy extends RowBusy {
  override readonly name = 'LocksBusy';
}

/** For how many milliseconds a unit of work waits for a row while enough others wait for long. */
const briefWait = 50;

const setWait = (milliseconds: number): Statement => ({ text: `set local lock_timeout = ${milliseconds}` });
const waitBriefly = setWait(briefWait);

/**
 * Bounds how many units of work wait for rows at the database at a time, where each takes up a connection: however many rows
 * others hold, those who want free rows find connections. Whoever finds all slots taken waits briefly, then in this process.
 */
export class LockWaits {
  readonly #slots: FairSemaphore;
  readonly #waitAsUsual: Statement;

  /**
   * @param max how many wait at a time
   * @param usual for how many milliseconds each of them does
   */
  constructor(max: number, usual: number) {
    this.#slots = new FairSemaphore({ total: max }, systemTimers);
    this.#waitAsUsual = setWait(usual);
  }

  /**
   * Runs a statement that may wait for a row.
   * @param set runs a statement of the same transaction, whose failure fails that
   * @throws LocksBusy when it would wait for long and may not
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
   * Waits until its holder may wait for a row at the database.
   * @param entry in the queue for the row, which is left when this fails
   * @param maxWait for how many milliseconds at most
   * @throws DatabaseFailure when nobody left a slot in time
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
