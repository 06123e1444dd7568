import { maxAttemptsAtOnce } from '../../../domain/access/sign-in-block.js';
import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { PasswordClient, Timers } from '../../ports/environment.js';

/** Maximum number of running and waiting sign-ins of a client network. */
const maxOfNetwork = 100;

/** Total number of sign-ins above which networks get equal shares. */
const fairShareThreshold = 400;

/** Maximum wait for a slot, in milliseconds. */
const maxWait = 30_000;

/** Time for which a disconnected sign-in occupies its slot, in milliseconds. It slows down clients that disconnect. */
const costOfLeaving = 500;

/**
 * Limits parallel sign-ins of each client network in this process. Further sign-ins wait without a database query. If too many
 * wait, new ones are refused. If a client has disconnected, its sign-in keeps the slot for half a second after its end, to slow
 * down such clients.
 */
export class SignInSlots {
  readonly #timers: Timers;
  readonly #slots: FairSemaphore;
  #total = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#slots = new FairSemaphore({ perKey: maxAttemptsAtOnce }, timers);
  }

  /** Runs work in a slot. @throws IpamError signIn.busy, like acquire */
  async run<T>(client: PasswordClient, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(client);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Acquires a slot. Every client network can have at least one slot, however many sign-ins are running.
   * @returns a function that releases it
   * @throws IpamError signIn.busy for too many sign-ins, a wait that is too long, or a disconnected client
   */
  async acquire({ network, isGone }: PasswordClient): Promise<() => void> {
    const slots = this.#slots;
    const share = this.#total < fairShareThreshold ? maxOfNetwork : Math.max(1, Math.floor(fairShareThreshold / slots.keys));
    if (slots.sizeOf(network) >= share) throw new IpamError('signIn.busy');
    this.#total++;
    const free = slots.tryAcquire(network);
    const slot = free ?? (await slots.acquire(network, { maxWaitMs: maxWait }));
    const release = (): void => {
      this.#total--;
      slot?.();
    };
    if (!free && (!slot || isGone())) {
      release();
      throw new IpamError('signIn.busy');
    }
    return () => void (isGone() ? this.#timers.after(costOfLeaving, release) : release());
  }
}
