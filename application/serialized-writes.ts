import { IpamError } from '../domain/errors.js';
import type { App } from '../domain/identity/app.js';
import { Turns } from './mutex.js';
import type { Clock, Timers, TokenSource } from './ports/environment.js';
import type { UnitOfWork } from './ports/unit-of-work.js';
import { tryPatiently } from './retry-until.js';

/** For how long a lease is taken, in seconds: when its holder's process dies, others go on after this time. */
const leaseSeconds = 8;

/** How often a lease is taken again while it is held, in milliseconds. */
const renewalInterval = 2000;

/**
 * Lets the writes of applications that want it so run one after another, whichever process they come to: in turn within the
 * process, and under a lease in the storage between processes. Nothing of the storage is held meanwhile but that lease.
 */
export class WriteTurns {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #turns: Turns;
  /** This process, as leases know it. */
  readonly #holder: string;

  constructor(unitOfWork: UnitOfWork, clock: Clock, timers: Timers, tokens: TokenSource) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#turns = new Turns(timers);
    this.#holder = tokens.create();
  }

  /**
   * Does a write of an application when it is its turn; at once where the application does not care.
   * @returns what the write returns, and throws what it throws
   * @throws IpamError app.turnNotCome when it would have to wait for longer than the application wants; nothing is done then
   */
  async run<T>(app: App, write: () => Promise<T>): Promise<T> {
    if (!app.lock.enabled) return write();
    const { waitSeconds } = app.lock;
    const notCome = () => new IpamError('app.turnNotCome', { app: app.id, seconds: waitSeconds });
    const began = this.#clock.now().getTime();
    const end = await this.#turns.take(app.id, waitSeconds * 1000);
    if (!end) throw notCome();
    try {
      const left = waitSeconds * 1000 - Math.max(0, this.#clock.now().getTime() - began); // the clock may have been set
      if (!(await tryPatiently(this.#timers, Math.max(0, left), () => this.#takeLease(app.id)))) throw notCome();
      return await this.#holding(app.id, write);
    } finally {
      end();
    }
  }

  /** Works while the lease is kept, and gives it back. */
  async #holding<T>(appId: string, work: () => Promise<T>): Promise<T> {
    let renewal: Promise<unknown> = Promise.resolve();
    let cancel = ignore;
    const renewLater = (): void => {
      cancel = this.#timers.after(renewalInterval, () => {
        renewal = this.#takeLease(appId).catch(ignore).then(renewLater); // the next renewal may succeed
      });
    };
    renewLater();
    try {
      return await work();
    } finally {
      cancel();
      await renewal; // or the lease would be taken after it was given back
      cancel();
      await this.#giveLeaseBack(appId).catch(ignore); // it ends by itself
    }
  }

  #takeLease(appId: string): Promise<boolean> {
    return this.#unitOfWork.run(({ appLeases }) => appLeases.take(appId, this.#holder, leaseSeconds));
  }

  #giveLeaseBack(appId: string): Promise<void> {
    return this.#unitOfWork.run(({ appLeases }) => appLeases.giveBack(appId, this.#holder));
  }
}

const ignore = (): void => {};
