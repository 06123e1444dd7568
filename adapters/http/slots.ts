import { FairSemaphore, type Release } from '../../application/fair-semaphore.js';
import { clientNetworkOf } from '../../domain/access/sign-in-block.js';
import type { ApiRequest } from './api-request.js';
import { RequestError } from './request-error.js';
import { yieldToEventLoop } from './yield.js';

type Asking = Pick<ApiRequest, 'clientAddress' | 'whenOver' | 'cut'>;

interface OpenAnswer {
  readonly network: string;
  readonly cut: () => void;
  readonly since: number;
}

/**
 * Maximum number of concurrent answers per client and in total. `cutAfter` is in milliseconds: after this time, an answer may be
 * aborted if another client waits without any slot.
 */
export interface AnswerLimits {
  readonly ofClient: number;
  readonly ofAll: number;
  readonly cutAfter: number;
}

/**
 * Limits concurrent requests with memory-intensive answers, per client and in total. The waiting client with the fewest slots is
 * next. If all slots are occupied and a client has none, the oldest request of the client with the most slots loses its
 * connection after `cutAfter`. Slow readers therefore do not block others.
 */
export class AnswerSlots {
  readonly #cutAfter: number;
  readonly #slots: FairSemaphore;
  readonly #begun = new Set<OpenAnswer>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ ofClient, ofAll, cutAfter }: AnswerLimits) {
    this.#cutAfter = cutAfter;
    this.#slots = new FairSemaphore({ total: ofAll, perKey: ofClient });
  }

  /**
   * Waits for a slot, which the request occupies until its answer is sent.
   * @throws RequestError request.aborted if the connection closes first
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
    const startedAt = { network, cut, since: performance.now() };
    this.#begun.add(startedAt);
    over.signal.addEventListener('abort', () => {
      this.#begun.delete(startedAt);
      release();
      this.#watch();
    });
  }

  /** Returns a handler of requests that first waits for a slot. */
  limiting<R>(handle: (request: ApiRequest) => Promise<R>): (request: ApiRequest) => Promise<R> {
    return async (request) => {
      await this.acquire(request);
      return handle(request);
    };
  }

  /** Schedules a check while a client without any slot waits. */
  #watch(): void {
    if (this.#slots.isStarving) this.#timer ??= setTimeout(() => this.#makeRoom(), this.#cutAfter).unref();
  }

  #makeRoom(): void {
    this.#timer = undefined;
    if (!this.#slots.isStarving) return;
    const started = [...this.#begun];
    const slotsOf = ({ network }: OpenAnswer): number => this.#slots.acquiredBy(network);
    const most = Math.max(...started.map(slotsOf));
    const oldest = started.find((each) => slotsOf(each) === most);
    if (oldest && performance.now() - oldest.since >= this.#cutAfter) oldest.cut();
    this.#watch();
  }
}

/**
 * Limits concurrent reads of list chunks, per client and in total. The waiting client with the fewest reads is next. A client
 * with many lists delays others by few chunks, and short queries still get database time. A delayed chunk starts in a later turn
 * of the event loop; chunks from memory would otherwise run without a yield.
 */
export class ReadSlots {
  readonly #slots: FairSemaphore;

  constructor({ ofClient, ofAll }: Omit<AnswerLimits, 'cutAfter'>) {
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
