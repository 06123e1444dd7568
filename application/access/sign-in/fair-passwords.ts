import { IpamError } from '../../../domain/errors.js';
import type { PasswordAsker, PasswordHasher } from '../../ports/environment.js';

/** A password that is to be looked at. */
interface Task {
  readonly isGone: () => boolean;
  readonly begin: () => void;
  readonly drop: () => void;
}

/**
 * Looks at few passwords at a time, as each takes a processor for long, and lets client networks take turns: one that asks
 * for many keeps another waiting no longer than for one. Whoever has gone meanwhile is passed over.
 */
export class FairPasswords implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #atOnce: number;
  /** What waits, by network, in the order of their turns. */
  readonly #waiting = new Map<string, Task[]>();
  #running = 0;

  /** @param atOnce how many are looked at at a time */
  constructor(hasher: PasswordHasher, atOnce: number) {
    this.#hasher = hasher;
    this.#atOnce = atOnce;
  }

  hash(password: string, asker?: PasswordAsker): Promise<string> {
    return this.#runQueued(asker, () => this.#hasher.hash(password));
  }

  verify(password: string, hash: string, asker?: PasswordAsker): Promise<boolean> {
    return this.#runQueued(asker, () => this.#hasher.verify(password, hash));
  }

  isOutdated(hash: string): boolean {
    return this.#hasher.isOutdated(hash);
  }

  async isCommon(password: string): Promise<boolean> {
    return (await this.#hasher.isCommon?.(password)) ?? false;
  }

  async #runQueued<T>(asker: PasswordAsker | undefined, work: () => Promise<T>): Promise<T> {
    await this.#waitInQueue(asker);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#beginNext();
    }
  }

  #waitInQueue({ network, isGone }: PasswordAsker = { network: '', isGone: () => false }): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(network) ?? [];
      waiting.push({ isGone, begin: resolve, drop: () => reject(new IpamError('signIn.busy')) });
      this.#waiting.set(network, waiting);
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#running < this.#atOnce) {
      const task = this.#dequeue();
      if (!task) return;
      if (task.isGone()) {
        task.drop();
        continue;
      }
      this.#running++;
      task.begin();
    }
  }

  /** Takes the first task of the network whose turn it is; the network's next turn comes after those of all others. */
  #dequeue(): Task | undefined {
    for (const [network, tasks] of this.#waiting) {
      const first = tasks.shift();
      this.#waiting.delete(network);
      if (tasks.length > 0) this.#waiting.set(network, tasks);
      return first;
    }
    return undefined;
  }
}
