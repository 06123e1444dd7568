import { FairSemaphore, type Release } from '../../application/fair-semaphore.js';

/** A password that a worker looks at, or wants to. */
interface Asked {
  readonly cancel: AbortController;
  readonly granted: Promise<Release | undefined>;
}

/**
 * How many passwords the workers of a service look at at a time, all together: each takes a processor for long. Who asks when
 * all slots are taken waits for one, in the order of asking.
 */
export class PasswordSlots {
  readonly #slots: FairSemaphore;
  /** By worker and by its name for the password. */
  readonly #asked = new Map<number, Map<number, Asked>>();

  constructor(max: number) {
    this.#slots = new FairSemaphore({ total: max });
  }

  /** @param begin called when the worker may look at its password */
  ask(worker: number, id: number, begin: () => void): void {
    const cancel = new AbortController();
    const granted = this.#slots.acquire('', { signal: cancel.signal });
    void granted.then((release) => release && begin());
    const own = this.#asked.get(worker) ?? new Map<number, Asked>();
    this.#asked.set(worker, own.set(id, { cancel, granted }));
  }

  /** A worker is done with a password. */
  leave(worker: number, id: number): void {
    const asked = this.#asked.get(worker)?.get(id);
    if (!asked) return;
    this.#asked.get(worker)?.delete(id);
    asked.cancel.abort();
    void asked.granted.then((release) => release?.());
  }

  /** A worker is gone, and all that it asked for. */
  dropWorker(worker: number): void {
    for (const id of [...(this.#asked.get(worker)?.keys() ?? [])]) this.leave(worker, id);
    this.#asked.delete(worker);
  }
}
