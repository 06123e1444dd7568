import { clientNetworkOf } from '../../../domain/access/client-network.js';
import type { ApiRequest } from '../api-request.js';
import { RequestError } from '../request-error.js';

/** The request that wants a slot. */
type Asking = Pick<ApiRequest, 'clientAddress' | 'whenOver' | 'cut'>;

/** The requests of a client: those that have a slot, and those that wait for one, the first to come first. */
interface Client {
  readonly begun: Set<Taker>;
  readonly waiting: Set<Taker>;
}

interface Taker {
  begin(): void;
  readonly cut: () => void;
  since: number;
}

/** How many go on at a time, and the milliseconds after which one is cut where another client has none and waits. */
export interface AnswerLimits {
  readonly ofClient: number;
  readonly ofAll: number;
  readonly cutAfter: number;
}

/**
 * Lets a few requests go on at a time, of each client and of all, where each holds much memory until it is answered: others
 * wait. Who has fewest gets the next slot. Where a client has none and all are taken, the oldest of the client that has most
 * loses its connection when it has gone on for long: who takes answers slowly does not keep others out.
 */
export class AnswerSlots {
  readonly #limits: AnswerLimits;
  readonly #clients = new Map<string, Client>();
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until a request has a slot, which it keeps until it is answered.
   * @throws RequestError request.aborted when the connection has gone before
   */
  acquire({ clientAddress, whenOver, cut }: Asking): Promise<void> {
    const network = clientNetworkOf(clientAddress);
    const client = this.#clients.get(network) ?? { begun: new Set(), waiting: new Set() };
    this.#clients.set(network, client);
    return new Promise((resolve, reject) => {
      const taker: Taker = { begin: resolve, cut, since: 0 };
      client.waiting.add(taker);
      whenOver(() => {
        if (client.waiting.delete(taker)) reject(new RequestError('request.aborted'));
        else if (client.begun.delete(taker)) this.#begun--;
        if (client.begun.size + client.waiting.size === 0) this.#clients.delete(network);
        this.#goOn();
      });
      this.#goOn();
    });
  }

  #goOn(): void {
    for (let next = this.#next(); next && this.#begun < this.#limits.ofAll; next = this.#next()) {
      const [taker] = next.waiting;
      if (!taker) return;
      next.waiting.delete(taker);
      next.begun.add(taker);
      this.#begun++;
      taker.since = performance.now();
      taker.begin();
    }
    if (this.#next()?.begun.size === 0) this.#timer ??= setTimeout(() => this.#makeRoom(), this.#limits.cutAfter).unref();
  }

  /** The client to which the next slot belongs. */
  #next(): Client | undefined {
    let next: Client | undefined;
    for (const client of this.#clients.values()) {
      if (client.waiting.size === 0 || client.begun.size >= this.#limits.ofClient) continue;
      if (!next || client.begun.size < next.begun.size) next = client;
    }
    return next;
  }

  #makeRoom(): void {
    this.#timer = undefined;
    if (this.#next()?.begun.size !== 0) return;
    const [largest] = [...this.#clients.values()].sort((a, b) => b.begun.size - a.begun.size);
    const [oldest] = largest?.begun ?? [];
    if (oldest && performance.now() - oldest.since >= this.#limits.cutAfter) oldest.cut();
    this.#goOn();
  }
}
