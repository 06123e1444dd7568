import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Client } from './exchange.js';

/** Streams for each request that may be under way: half of the connections that there may be. */
const streamsPerRequest = 2;

/** The part of all streams that one client may have. */
const shareOfClient = 1 / 4;

/**
 * The streams that may be open at the same time. They do not count as requests under way: nothing is done for them while nothing
 * happens. Trusted proxies, behind which many clients may be, may have as many as there are.
 */
export class StreamSlots {
  readonly #slots: FairSemaphore;

  constructor(maxRequests: number) {
    const total = maxRequests * streamsPerRequest;
    this.#slots = new FairSemaphore({ total, perKey: Math.ceil(total * shareOfClient) });
  }

  /** @returns undefined when there is none for this client */
  acquire({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>): Release | undefined {
    return this.#slots.tryAcquire(network, { isExempt: isProxy });
  }
}
