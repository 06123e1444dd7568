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
  readonly #max: number;
  readonly #byClient = new Map<string, number>();
  #taken = 0;

  constructor(maxRequests: number) {
    this.#max = maxRequests * streamsPerRequest;
  }

  /** @returns gives the slot back; undefined when there is none */
  acquire({ network: client, isProxy }: Pick<Client, 'network' | 'isProxy'>): (() => void) | undefined {
    const own = this.#byClient.get(client) ?? 0;
    if (this.#taken >= this.#max || (own >= this.#max * shareOfClient && !isProxy)) return undefined;
    this.#taken++;
    this.#byClient.set(client, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken--;
      const left = (this.#byClient.get(client) ?? 1) - 1;
      if (left > 0) this.#byClient.set(client, left);
      else this.#byClient.delete(client);
    };
  }
}
