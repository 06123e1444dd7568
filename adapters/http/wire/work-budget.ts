import type { WorkBudget } from '../../../application/inventory/pages.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';

/** Milliseconds of work between two yields to the event loop. */
const maxWorkAtOnce = 10;

/** Maximum work in milliseconds. */
const max = 2000;

/** Limits the processor time of one request outside of the database. */
export class RequestWorkBudget implements WorkBudget {
  readonly #isGone: () => boolean;
  #busy = 0;
  #nextYieldAt = performance.now() + maxWorkAtOnce;

  /** @param isGone whether the client has disconnected */
  constructor(isGone: () => boolean) {
    this.#isGone = isGone;
  }

  does<T>(work: () => T): T {
    const started = performance.now();
    const done = work();
    this.#busy += performance.now() - started;
    return done;
  }

  /** @throws RequestError request.aborted */
  rest(): Promise<void> | undefined {
    if (this.#isGone()) throw new RequestError('request.aborted');
    return performance.now() < this.#nextYieldAt ? undefined : this.#yield();
  }

  async #yield(): Promise<void> {
    await yieldToEventLoop();
    this.#nextYieldAt = performance.now() + maxWorkAtOnce;
  }

  get isSpent(): boolean {
    return this.#busy > max;
  }
}
