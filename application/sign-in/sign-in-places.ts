import { IpamError } from '../../domain/errors.js';
import { maxAttemptsAtOnce } from '../../domain/identity/sign-in-block.js';
import type { PasswordAsker, Timers } from '../ports/environment.js';

/** So many sign-ins of one client network may be under way, those that wait among them. */
const maxOfNetwork = 100;

/** When so many are under way in all, networks share them. */
const plenty = 400;

interface Waiting {
  readonly isGone: () => boolean;
  readonly begin: () => void;
  readonly drop: () => void;
}

/** For how long a sign-in waits for a place, in milliseconds. */
const maxWait = 30_000;

/** For how long a sign-in that was abandoned keeps its place, in milliseconds: what was begun for it has its price. */
const costOfLeaving = 500;

/** Sign-ins of one network. */
interface Place {
  running: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Bounds how many sign-ins are under way in this process. Those beyond what goes on at a time wait without anything being
 * read for them, and those beyond what may wait are turned away at once. Whoever goes before the answer keeps the place for
 * half a second, so that a client which abandons sign-ins begins few.
 */
export class SignInPlaces {
  readonly #timers: Timers;
  readonly #places = new Map<string, Place>();
  #total = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Takes a place; every network can have one.
   * @returns gives it back
   * @throws IpamError signIn.busy where there are too many, the wait was too long, or the asker has gone meanwhile
   */
  async take({ network, isGone }: PasswordAsker): Promise<() => void> {
    const place = this.#places.get(network) ?? { running: 0, waiting: new Set() };
    const share = this.#total < plenty ? maxOfNetwork : Math.max(1, Math.floor(plenty / this.#places.size));
    if (place.running + place.waiting.size >= share) throw new IpamError('signIn.busy');
    this.#places.set(network, place);
    this.#total++;
    if (place.running < maxAttemptsAtOnce) place.running++;
    else await this.#wait(place, isGone);
    const leave = (): void => this.#leave(network, place);
    return () => void (isGone() ? this.#timers.after(costOfLeaving, leave) : leave());
  }

  #wait(place: Place, isGone: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const drop = (): void => {
        this.#total--;
        place.waiting.delete(waiting);
        cancel();
        reject(new IpamError('signIn.busy'));
      };
      const begin = (): void => {
        place.running++;
        place.waiting.delete(waiting);
        cancel();
        resolve();
      };
      const cancel = this.#timers.after(maxWait, drop);
      const waiting = { isGone, begin, drop };
      place.waiting.add(waiting);
    });
  }

  #leave(network: string, place: Place): void {
    place.running--;
    this.#total--;
    for (const next of place.waiting) {
      if (place.running >= maxAttemptsAtOnce) break;
      if (next.isGone()) next.drop();
      else next.begin();
    }
    if (place.running === 0) this.#places.delete(network);
  }
}
