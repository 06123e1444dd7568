import { FairSemaphore } from '../../../application/fair-semaphore.js';
import { clientNetworkOf } from '../../../domain/access/client-network.js';
import type { ApiRequest } from '../api-request.js';
import { RequestError } from '../request-error.js';

/** The request that wants a slot. */
type Asking = Pick<ApiRequest, 'clientAddress' | 'whenOver' | 'cut'>;

/** A request that has a slot. */
interface Begun {
  readonly network: string;
  readonly cut: () => void;
  readonly since: number;
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
  readonly #cutAfter: number;
  readonly #slots: FairSemaphore;
  /** The oldest first. */
  readonly #begun = new Set<Begun>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ ofClient, ofAll, cutAfter }: AnswerLimits) {
    this.#cutAfter = cutAfter;
    this.#slots = new FairSemaphore({ total: ofAll, perKey: ofClient });
  }

  /**
   * Waits until a request has a slot, which it keeps until it is answered.
   * @throws RequestError request.aborted when the connection has gone before
   */
  async acquire({ clientAddress, whenOver, cut }: Asking): Promise<void> {
    const network = clientNetworkOf(clientAddress);
    const over = new AbortController();
    whenOver(() => over.abort());
    const acquiring = this.#slots.acquire(network, { signal: over.signal });
    this.#watch();
    const release = await acquiring;
    if (!release) throw new RequestError('request.aborted');
    if (over.signal.aborted) return release();
    const begun = { network, cut, since: performance.now() };
    this.#begun.add(begun);
    over.signal.addEventListener('abort', () => {
      this.#begun.delete(begun);
      release();
      this.#watch();
    });
  }

  /** Looks again later where a client has no slot and waits. */
  #watch(): void {
    if (this.#slots.isStarving) this.#timer ??= setTimeout(() => this.#makeRoom(), this.#cutAfter).unref();
  }

  #makeRoom(): void {
    this.#timer = undefined;
    if (!this.#slots.isStarving) return;
    const begun = [...this.#begun];
    const slotsOf = ({ network }: Begun): number => this.#slots.takenBy(network);
    const most = Math.max(...begun.map(slotsOf));
    const oldest = begun.find((each) => slotsOf(each) === most);
    if (oldest && performance.now() - oldest.since >= this.#cutAfter) oldest.cut();
    this.#watch();
  }
}
