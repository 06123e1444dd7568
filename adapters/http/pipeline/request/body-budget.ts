import { getHeapStatistics } from 'node:v8';
import { FairSemaphore, type Release } from '../../../../application/fair-semaphore.js';
import { RequestError } from '../../request-error.js';
import type { Client } from '../exchange.js';

/** Size above which a body is long, in bytes. Long bodies are parsed one at a time and count against the budget. */
export const longBody = 64 * 1024;

const mebibyte = 1024 * 1024;

/** Maximum total bytes of concurrent long bodies. A parsed body needs up to 25 times as much heap. */
const maxBytes = Math.min(32 * mebibyte, getHeapStatistics().heap_size_limit / 64);

const shareOfOneClient = 1 / 2;

/** Limits the total bytes of concurrent long bodies, for the process and for each client. */
export class BodyBudget {
  readonly #bytes: FairSemaphore;

  /** @param largest maximum bytes of one body, which always fits an empty budget */
  constructor(largest: number, max: number = maxBytes) {
    const total = Math.max(max, largest);
    this.#bytes = new FairSemaphore({ total, perKey: Math.max(total * shareOfOneClient, largest) });
  }

  /**
   * Reserves the bytes of a body before it is read.
   * @returns a function that releases them
   * @throws RequestError request.tooManyBodies
   */
  reserve({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>, bytes: number): Release {
    const release = this.#bytes.tryAcquire(network, { count: bytes, isExempt: isProxy });
    if (!release) throw new RequestError('request.tooManyBodies');
    return release;
  }
}
