import type { App } from '../../domain/access/app.js';
import { IpamError } from '../../domain/errors.js';
import { FairSemaphore } from '../fair-semaphore.js';
import type { Clock, Timers, TokenSource } from '../ports/environment.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { retryUntil } from '../retry-until.js';

/** For how long a lease is taken, in seconds: when its holder's process dies, others go on after this time. */
const leaseSeconds = 8;

/** How often a lease is taken again while it is held, in milliseconds. */
const renewalInterval = 2000;

/**
 * Serializes the writes of applications that ask for it, whichever process they come to: a semaphore orders them within the
 * process, a lease in the storage between processes. Nothing else of the storage is locked meanwhile.
 */
export class SerializedWrites {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #slots: FairSemaphore;
  /** The name of this process in leases. */
  readonly #process: string;

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, tokens: TokenSource) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#slots = new FairSemaphore({ perKey: 1 }, timers);
    this.#process = tokens.create();
  }

  /**
   * Does a write of an application when no other one is under way; at once where the application does not ask for it.
   * @returns what the write returns, and throws what it throws
   * @throws IpamError app.lockTimeout when it would have to wait for longer than the application allows; nothing is done then
   */
  async run<T>(app: App, write: () => Promise<T>): Promise<T> {
    if (!app.lock.enabled) return write();
    const { waitSeconds } = app.lock;
    const waitedTooLong = () => new IpamError('app.lockTimeout', { app: app.id, seconds: waitSeconds });
    const began = this.#clock.now().getTime();
    const end = await this.#slots.acquire(app.id, { maxWaitMs: waitSeconds * 1000 });
    if (!end) throw waitedTooLong();
    try {
      const left = waitSeconds * 1000 - Math.max(0, this.#clock.now().getTime() - began); // the clock may have been set
      if (!(await retryUntil(this.#timers, Math.max(0, left), () => this.#acquireLease(app.id)))) throw waitedTooLong();
      return await this.#runUnderLease(app.id, write);
    } finally {
      end();
    }
  }

  /** Renews the lease while the work goes on, and ends it afterwards. */
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
      await renewal; // or the lease would be taken after its end
      cancel();
      await this.#endLease(appId).catch(ignore); // it ends by itself
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
