import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';

/** How many parts are read at the same time. */
export interface ReadLimits {
  readonly ofClient: number;
  readonly ofAll: number;
}

/**
 * Reads the parts of lists, few at a time of each client and of all: the others wait, and the client of which fewest are read
 * comes next. So one that asks for many lists at once keeps those of others waiting for a few parts only, not for all of its
 * own, and leaves the database to shorter questions. A part that waited begins in a later turn of the event loop: parts that are
 * at hand would follow each other without one.
 */
export class ReadSlots {
  readonly #slots: FairSemaphore;

  constructor({ ofClient, ofAll }: ReadLimits) {
    this.#slots = new FairSemaphore({ total: ofAll, perKey: ofClient });
  }

  /**
   * Reads a part once its client has a slot for it.
   * @param isGone whether nobody waits for it any more
   * @returns, and throws, what reading does; throws RequestError request.aborted for what nobody waits for
   */
  async read<T>(clientAddress: string, isGone: () => boolean, read: () => Promise<T>): Promise<T> {
    const network = clientNetworkOf(clientAddress);
    const release = this.#slots.tryAcquire(network) ?? (await this.#acquireLater(network));
    try {
      if (isGone()) throw new RequestError('request.aborted');
      return await read();
    } finally {
      release?.();
    }
  }

  async #acquireLater(network: string): Promise<Release | undefined> {
    const release = await this.#slots.acquire(network);
    await yieldToEventLoop();
    return release;
  }
}
