import { maxAttemptsAtOnce } from '../../../domain/access/sign-in-block.js';
import { IpamError } from '../../../domain/errors.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { PasswordAsker, Timers } from '../../ports/environment.js';

/** So many sign-ins of one client network may be under way, those that wait among them. */
const maxOfNetwork = 100;

/** When so many are under way in all, networks share them. */
const fairShareThreshold = 400;

/** For how long a sign-in waits for a slot, in milliseconds. */
const maxWait = 30_000;

/** For how long a sign-in that was abandoned keeps its slot, in milliseconds: what was begun for it has its price. */
const costOfLeaving = 500;

/**
 * Bounds how many sign-ins are under way in this process. Those beyond what goes on at a time wait without anything being
 * read for them, and those beyond what may wait are turned away at once. Whoever goes before the answer keeps the slot for
 * half a second, so that a client which abandons sign-ins begins few.
 */
export class SignInSlots {
  readonly #timers: Timers;
  readonly #slots: FairSemaphore;
  /** Sign-ins under way, those that wait among them. */
  #total = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#slots = new FairSemaphore({ perKey: maxAttemptsAtOnce }, timers);
  }

  /**
   * Takes a slot; every network can have one.
   * @returns gives it back
   * @throws IpamError signIn.busy where there are too many, the wait was too long, or the asker has gone meanwhile
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
