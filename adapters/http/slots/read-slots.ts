import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';

export interface ReadLimits {
  readonly ofClient: number;
  readonly ofAll: number;
}

/**
 * Limits concurrent reads of list chunks per client and in total. The client with the fewest reads comes next. A client with many
 * lists thus delays others by a few chunks only, and leaves database time for short queries. A chunk that waited starts in a
 * later turn of the event loop, as chunks in memory would otherwise follow each other without a yield.
 */
export class ReadSlots {
  readonly #slots: FairSemaphore;

  constructor({ ofClient, ofAll }: ReadLimits) {
    this.#slots = new FairSemaphore({ total: ofAll, perKey: ofClient });
  }

  /**
   * Reads a chunk once its client has a slot.
   * @param isGone whether the client has disconnected
   * @returns, and throws, the result of `read`; throws RequestError request.aborted for a disconnected client
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
