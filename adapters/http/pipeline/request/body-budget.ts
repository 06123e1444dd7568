import { getHeapStatistics } from 'node:v8';
import { FairSemaphore, type Release } from '../../../../application/fair-semaphore.js';
import { RequestError } from '../../request-error.js';
import type { Client } from '../exchange.js';

/** Bytes from which on a body counts, and is read in turn: it takes more than a moment to read. */
export const longBody = 64 * 1024;

const mebibyte = 1024 * 1024;

/** Bytes that the long bodies of all requests may have: what is made of one takes up to 25 times as much of the heap. */
const maxBytes = Math.min(32 * mebibyte, getHeapStatistics().heap_size_limit / 64);

/** The share of it that one client may have. */
const shareOfOneClient = 1 / 2;

/** The bytes of long bodies of all requests under way, with a limit for the process and one for each client. */
export class BodyBudget {
  readonly #bytes: FairSemaphore;

  /** @param largest bytes of the largest body, which fits in any case where no other is read */
  constructor(largest: number, max: number = maxBytes) {
    const total = Math.max(max, largest);
    this.#bytes = new FairSemaphore({ total, perKey: Math.max(total * shareOfOneClient, largest) });
  }

  /**
   * Reserves the bytes of a body before it is read.
   * @returns releases them
   * @throws RequestError request.tooManyBodies
   */
  reserve({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>, bytes: number): Release {
    const release = this.#bytes.tryAcquire(network, { count: bytes, isExempt: isProxy });
    if (!release) throw new RequestError('request.tooManyBodies');
    return release;
  }
}
