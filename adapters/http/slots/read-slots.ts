import { clientNetworkOf } from '../../../domain/access/client-network.js';
import { RequestError } from '../request-error.js';
import { yieldToEventLoop } from '../yield.js';

/** A client whose parts are being read or wait for that. */
interface Client {
  reading: number;
  readonly waiting: (() => void)[];
}

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
  readonly #limits: ReadLimits;
  readonly #clients = new Map<string, Client>();
  #reading = 0;
  #isDue = false;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a part once its client has a slot for it.
   * @param isGone whether nobody waits for it any more
   * @returns, and throws, what reading does; throws RequestError request.aborted for what nobody waits for
   */
  async read<T>(clientAddress: string, isGone: () => boolean, read: () => Promise<T>): Promise<T> {
    const name = clientNetworkOf(clientAddress);
    const client = this.#clients.get(name) ?? { reading: 0, waiting: [] };
    this.#clients.set(name, client);
    if (client.waiting.length === 0 && this.#isFree(client)) this.#begin(client);
    else
      await new Promise<void>((resolve) => {
        client.waiting.push(resolve);
        this.#beginLater();
      });
    try {
      if (isGone()) throw new RequestError('request.aborted');
      return await read();
    } finally {
      client.reading--;
      this.#reading--;
      if (client.reading + client.waiting.length === 0) this.#clients.delete(name);
      this.#beginLater();
    }
  }

  #isFree({ reading }: Client): boolean {
    return this.#reading < this.#limits.ofAll && reading < this.#limits.ofClient;
  }

  #begin(client: Client): void {
    client.reading++;
    this.#reading++;
    client.waiting.shift()?.();
  }

  #beginLater(): void {
    if (this.#isDue || !this.#next()) return;
    this.#isDue = true;
    void yieldToEventLoop().then(() => {
      this.#isDue = false;
      const next = this.#next();
      if (next) this.#begin(next);
      this.#beginLater();
    });
  }

  #next(): Client | undefined {
    let next: Client | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.length === 0 || !this.#isFree(client)) continue;
      if (!next || client.reading < next.reading) next = client;
    }
    return next;
  }
}
