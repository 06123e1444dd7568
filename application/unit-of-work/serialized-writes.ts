import type { App } from '../../domain/access/app.js';
import { IpamError } from '../../domain/errors.js';
import { FairSemaphore } from '../fair-semaphore.js';
import type { Clock, Timers, TokenSource } from '../ports/environment.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { retryUntil } from '../retry-until.js';

/** Duration of a lease in seconds. After a crash, other processes wait this long. */
const leaseSeconds = 8;

/** Renewal interval of a lease, in milliseconds. */
const renewalInterval = 2000;

/** Serializes the writes of an application with this option: by a semaphore in a process, by a lease between processes. */
export class SerializedWrites {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #slots: FairSemaphore;
  readonly #process: string;

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, tokens: TokenSource) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#slots = new FairSemaphore({ perKey: 1 }, timers);
    this.#process = tokens.create();
  }

  /**
   * Runs a write of an application after its other writes; immediately if the application does not have the option.
   * @throws IpamError app.lockTimeout if the wait exceeds the application's limit; the write has then not run
   */
  async run<T>(app: App, write: () => Promise<T>): Promise<T> {
    if (!app.lock.enabled) return write();
    const { waitSeconds } = app.lock;
    const waitedTooLong = () => new IpamError('app.lockTimeout', { app: app.id, seconds: waitSeconds });
    const began = this.#clock.now().getTime();
    const release = await this.#slots.acquire(app.id, { maxWaitMs: waitSeconds * 1000 });
    if (!release) throw waitedTooLong();
    try {
      const left = waitSeconds * 1000 - Math.max(0, this.#clock.now().getTime() - began); // not negative, even after a clock change
      if (!(await retryUntil(this.#timers, Math.max(0, left), () => this.#acquireLease(app.id)))) throw waitedTooLong();
      return await this.#runUnderLease(app.id, write);
    } finally {
      release();
    }
  }

  async #runUnderLease<T>(appId: string, work: () => Promise<T>): Promise<T> {
    let renewal: Promise<unknown> = Promise.resolve();
    let cancel = ignore;
    const renewLater = (): void => {
      cancel = this.#timers.after(renewalInterval, () => {
        renewal = this.#acquireLease(appId).catch(ignore).then(renewLater); // the next renewal may succeed
      });
    };
    renewLater();
    try {
      return await work();
    } finally {
      cancel();
      await renewal; // otherwise a renewal could follow the release
      cancel();
      await this.#endLease(appId).catch(ignore); // it expires
    }
  }

  #acquireLease(appId: string): Promise<boolean> {
    return this.#unitOfWork.run(({ appLeases }) => appLeases.take(appId, this.#process, leaseSeconds));
  }

  #endLease(appId: string): Promise<void> {
    return this.#unitOfWork.run(({ appLeases }) => appLeases.end(appId, this.#process));
  }
}

const ignore = (): void => {};
