import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import type { Client } from './exchange.js';

/** Open streams per concurrent request: together they may use half of all connections. */
const streamsPerRequest = 2;

const shareOfClient = 1 / 4;

/**
 * Limits open event streams. They are not counted as requests, because idle streams cause no work. Trusted proxies have no limit
 * for one client, because they forward the streams of many clients.
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
