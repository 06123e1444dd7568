import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Client } from './exchange.js';

/** Maximum number of streams for each permitted concurrent request. All streams together may use half of all connections. */
const streamsPerRequest = 2;

const shareOfClient = 1 / 4;

/**
 * Limits open event streams. They do not count as requests, because idle streams cause no work. Trusted proxies have no client
 * limit: they forward streams of many clients.
 */
export class StreamSlots {
  readonly #slots: FairSemaphore;

  constructor(maxRequests: number) {
    const total = maxRequests * streamsPerRequest;
    this.#slots = new FairSemaphore({ total, perKey: Math.ceil(total * shareOfClient) });
  }

  /** @returns undefined if the client has reached its limit or all slots are occupied */
  acquire({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>): Release | undefined {
    return this.#slots.tryAcquire(network, { isExempt: isProxy });
  }
}
