import { maxAttemptsAtOnce } from '../../../domain/access/sign-in-block.js';
import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { PasswordAsker, Timers } from '../../ports/environment.js';

/** Largest number of running and waiting sign-ins of a client network. */
const maxOfNetwork = 100;

/** Total number of sign-ins from which networks get equal shares. */
const fairShareThreshold = 400;

/** Longest wait for a slot, in milliseconds. */
const maxWait = 30_000;

/** Time for which an abandoned sign-in occupies its slot, in milliseconds. It slows clients down that abandon sign-ins. */
const costOfLeaving = 500;

/**
 * Limits parallel sign-ins of this process. Further sign-ins wait without any database query, and those beyond the limit of
 * waiting sign-ins are refused at once. A sign-in of a disconnected client occupies its slot for half a second, which slows such
 * clients down.
 */
export class SignInSlots {
  readonly #timers: Timers;
  readonly #slots: FairSemaphore;
  /** Running and waiting sign-ins. */
  #total = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#slots = new FairSemaphore({ perKey: maxAttemptsAtOnce }, timers);
  }

  /**
   * Acquires a slot. Every network can have one.
   * @returns the function that releases it
   * @throws IpamError signIn.busy when there are too many sign-ins, the wait was too long, or the client has disconnected
   */
  async take({ network, isGone }: PasswordAsker): Promise<() => void> {
    const slots = this.#slots;
    const share = this.#total < fairShareThreshold ? maxOfNetwork : Math.max(1, Math.floor(fairShareThreshold / slots.keys));
    if (slots.sizeOf(network) >= share) throw new IpamError('signIn.busy');
    this.#total++;
    const free = slots.tryAcquire(network);
    const release = free ?? (await slots.acquire(network, { maxWaitMs: maxWait }));
    const leave = (): void => {
      this.#total--;
      release?.();
    };
    if (!free && (!release || isGone())) {
      leave();
      throw new IpamError('signIn.busy');
    }
    return () => void (isGone() ? this.#timers.after(costOfLeaving, leave) : leave());
  }
}
