import { clientNetworkOf } from '../../../../domain/identity/client-network.js';

/** A client whose parts are being read or wait for that. */
interface Client {
  reading: number;
  readonly waiting: (() => void)[];
}

/** How many parts are read at the same time. */
export interface PartLimits {
  readonly ofClient: number;
  readonly ofAll: number;
}

/**
 * Reads the parts of lists, few at a time of each client and of all: the others wait, and the client of which fewest are read
 * comes next. So one that asks for many lists at once keeps those of others waiting for a few parts only, not for all of its
 * own, and leaves the database to shorter questions.
 */
export class PartTurns {
  readonly #limits: PartLimits;
  readonly #clients = new Map<string, Client>();
  #reading = 0;

  constructor(limits: PartLimits) {
    this.#limits = limits;
  }

  /** Reads a part when it is its client's turn. @returns, and throws, what reading does */
  async read<T>(clientAddress: string, read: () => Promise<T>): Promise<T> {
    const name = clientNetworkOf(clientAddress);
    const client = this.#clients.get(name) ?? { reading: 0, waiting: [] };
    this.#clients.set(name, client);
    await new Promise<void>((resolve) => {
      client.waiting.push(resolve);
      this.#beginNext();
    });
    try {
      return await read();
    } finally {
      client.reading--;
      this.#reading--;
      if (client.reading + client.waiting.length === 0) this.#clients.delete(name);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let next = this.#next(); next && this.#reading < this.#limits.ofAll; next = this.#next()) {
      next.reading++;
      this.#reading++;
      next.waiting.shift()?.();
    }
  }

  #next(): Client | undefined {
    let next: Client | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.length === 0 || client.reading >= this.#limits.ofClient) continue;
      if (!next || client.reading < next.reading) next = client;
    }
    return next;
  }
}
