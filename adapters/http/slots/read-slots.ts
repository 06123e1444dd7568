import { FairSemaphore, type Release } from '../../../application/fair-semaphore.js';
import { clientNetworkOf } from '../../../domain/access/sign-in-block.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';

export interface ReadLimits {
  readonly ofClient: number;
  readonly ofAll: number;
}

/**
 * Limits concurrent reads of list chunks, per client and in total. The waiting client with the fewest reads is next. A client
 * with many lists delays others by few chunks, and short queries still get database time. A delayed chunk starts in a later turn
 * of the event loop; chunks from memory would otherwise run without a yield.
 */
export class ReadSlots {
  readonly #slots: FairSemaphore;

  constructor({ ofClient, ofAll }: ReadLimits) {
    this.#slots = new FairSemaphore({ total: ofAll, perKey: ofClient });
  }

  /**
   * Reads a chunk after its client has acquired a slot.
   * @param isGone whether the client has disconnected
   * @returns the result of `read`
   * @throws the errors of `read`; RequestError request.aborted for a disconnected client
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
