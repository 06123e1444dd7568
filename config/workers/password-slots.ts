import { FairSemaphore, type Release } from '../../application/fair-semaphore.js';

interface Acquisition {
  readonly cancel: AbortController;
  readonly granted: Promise<Release | undefined>;
}

/** Limits concurrent password checks of all workers: each check occupies a processor for long. Further checks wait in order. */
export class PasswordSlots {
  readonly #slots: FairSemaphore;
  readonly #asked = new Map<number, Map<number, Acquisition>>();

  constructor(max: number) {
    this.#slots = new FairSemaphore({ total: max });
  }

  /** @param begin called when the check may start */
  acquire(worker: number, id: number, begin: () => void): void {
    const cancel = new AbortController();
    const granted = this.#slots.acquire('', { signal: cancel.signal });
    void granted.then((release) => release && begin());
    const own = this.#asked.get(worker) ?? new Map<number, Acquisition>();
    this.#asked.set(worker, own.set(id, { cancel, granted }));
  }

  release(worker: number, id: number): void {
    const asked = this.#asked.get(worker)?.get(id);
    if (!asked) return;
    this.#asked.get(worker)?.delete(id);
    asked.cancel.abort();
    void asked.granted.then((release) => release?.());
  }

  dropWorker(worker: number): void {
    for (const id of [...(this.#asked.get(worker)?.keys() ?? [])]) this.release(worker, id);
    this.#asked.delete(worker);
  }
}
