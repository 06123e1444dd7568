import { maxAttemptsAtOnce } from '../../../domain/access/sign-in-block.js';
import { IpamError } from '../../../domain/errors.js';
import type { PasswordAsker, Timers } from '../../ports/environment.js';

/** So many sign-ins of one client network may be under way, those that wait among them. */
const maxOfNetwork = 100;

/** When so many are under way in all, networks share them. */
const fairShareThreshold = 400;

interface Waiting {
  readonly isGone: () => boolean;
  readonly begin: () => void;
  readonly drop: () => void;
}

/** For how long a sign-in waits for a slot, in milliseconds. */
const maxWait = 30_000;

/** For how long a sign-in that was abandoned keeps its slot, in milliseconds: what was begun for it has its price. */
const costOfLeaving = 500;

/** Sign-ins of one network. */
interface Slots {
  running: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Bounds how many sign-ins are under way in this process. Those beyond what goes on at a time wait without anything being
 * read for them, and those beyond what may wait are turned away at once. Whoever goes before the answer keeps the slot for
 * half a second, so that a client which abandons sign-ins begins few.
 */
export class SignInSlots {
  readonly #timers: Timers;
  readonly #slots = new Map<string, Slots>();
  #total = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Takes a slot; every network can have one.
   * @returns gives it back
   * @throws IpamError signIn.busy where there are too many, the wait was too long, or the asker has gone meanwhile
   */
  async take({ network, isGone }: PasswordAsker): Promise<() => void> {
    const slots = this.#slots.get(network) ?? { running: 0, waiting: new Set() };
    const share =
      this.#total < fairShareThreshold ? maxOfNetwork : Math.max(1, Math.floor(fairShareThreshold / this.#slots.size));
    if (slots.running + slots.waiting.size >= share) throw new IpamError('signIn.busy');
    this.#slots.set(network, slots);
    this.#total++;
    if (slots.running < maxAttemptsAtOnce) slots.running++;
    else await this.#wait(slots, isGone);
    const leave = (): void => this.#leave(network, slots);
    return () => void (isGone() ? this.#timers.after(costOfLeaving, leave) : leave());
  }

  #wait(slots: Slots, isGone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const drop = (): void => {
        this.#total--;
        slots.waiting.delete(waiting);
        cancel();
        reject(new IpamError('signIn.busy'));
      };
      const begin = (): void => {
        slots.running++;
        slots.waiting.delete(waiting);
        cancel();
        resolve();
      };
      const cancel = this.#timers.after(maxWait, drop);
      const waiting = { isGone, begin, drop };
      slots.waiting.add(waiting);
    });
  }

  #leave(network: string, slots: Slots): void {
    slots.running--;
    this.#total--;
    for (const next of slots.waiting) {
      if (slots.running >= maxAttemptsAtOnce) break;
      if (next.isGone()) next.drop();
      else next.begin();
    }
    if (slots.running === 0) this.#slots.delete(network);
  }
}
