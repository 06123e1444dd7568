import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Client } from './exchange.js';

/** Open streams per concurrent request: together they may use half of all connections. */
const streamsPerRequest = 2;

const shareOfClient = 1 / 4;

/**
 * Limits open streams. They do not count as requests, since idle streams cause no work. Trusted proxies have no limit of their
 * own, as they may stand for many clients.
 */
export class StreamSlots {
  readonly #slots: FairSemaphore;

  constructor(maxRequests: number) {
    const total = maxRequests * streamsPerRequest;
    this.#slots = new FairSemaphore({ total, perKey: Math.ceil(total * shareOfClient) });
  }

  /** @returns undefined if the client has reached its limit */
  acquire({ network, isProxy }: Pick<Client, 'network' | 'isProxy'>): Release | undefined {
    return this.#slots.tryAcquire(network, { isExempt: isProxy });
  }
}
