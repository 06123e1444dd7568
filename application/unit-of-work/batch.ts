import { IpamError } from '../../domain/errors.js';
import type { Timers } from '../ports/environment.js';

/** The result of one of several requests, or its error. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** A request of a batch for which the others would wait: it runs behind them. */
export const putOff = { isPutOff: true } as const;

/** The outcome of a request of a batch. */
export type BatchOutcome<Result> = Outcome<Result> | typeof putOff;

/** The outcome of work. An IpamError, the mistake of one caller, is an outcome; every other error is thrown and fails the batch. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof IpamError) return { error };
    throw error;
  }
}

/** The result of a batch of one request. @throws the error of the request */
export function resultOf<Result>([outcome]: readonly BatchOutcome<Result>[]): Result {
  if (!outcome || 'isPutOff' in outcome) throw new Error('a request of a batch has no outcome');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Requests that run together. Further ones join until `requests` has returned. */
export interface Batch<Request> {
  /** Upper limit of the number of requests. */
  readonly max: number;
  /** The request that came first. */
  readonly first: Request;
  /** Whether a request may be put off: the next batch does not wait for it. */
  readonly mayPutOff: boolean;
  /**
   * Closes the batch: at once if it is as large as the last one, else after 3 ms.
   * @returns its requests in the order of their arrival, at least one, the same ones at each call
   */
  requests(): Promise<readonly Request[]>;
}

/** A batch of given requests that no further one joins. */
export const batchOf = <Request>(first: Request, ...others: readonly Request[]): Batch<Request> => ({
  max: 1 + others.length,
  first,
  mayPutOff: false,
  requests: async () => [first, ...others],
});

/** A request in a queue, and the promise of its answer. */
export interface Pending<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Upper limit of a batch: all of its requests wait for it. */
const maxOfBatch = 64;

/** Number of requests that may join a batch even if the last one was smaller. */
const minOfBatch = 8;

/** How long a closing batch waits for more requests, in milliseconds. */
const gatheringMs = 3;

interface OpenBatchOptions<Request> {
  /** Expected number of requests. */
  readonly batchSizeHint: number;
  readonly mayPutOff: boolean;
  readonly timers: Timers;
  /** The number of requests that one counts as. */
  readonly weightOf: (request: Request) => number;
}

/** A batch that takes its requests from the queue when it closes. */
export class OpenBatch<Request, Result> implements Batch<Request> {
  readonly max: number;
  readonly first: Request;
  readonly mayPutOff: boolean;
  readonly #waiting: Pending<Request, Result>[];
  readonly #expected: number;
  readonly #timers: Timers;
  readonly #weightOf: (request: Request) => number;
  #members: readonly Pending<Request, Result>[] | undefined;
  #closing: Promise<void> | undefined;
  #closed: (() => void) | undefined;
  #cancel: (() => void) | undefined;

  /** @param waiting the queue, with at least one request */
  constructor(waiting: Pending<Request, Result>[], { batchSizeHint, mayPutOff, timers, weightOf }: OpenBatchOptions<Request>) {
    const [first] = waiting;
    if (!first) throw new Error('a batch needs a request to begin with');
    this.first = first.request;
    this.mayPutOff = mayPutOff;
    this.#weightOf = weightOf;
    this.#waiting = waiting;
    this.#expected = Math.min(batchSizeHint, maxOfBatch);
    this.max = Math.min(maxOfBatch, Math.max(batchSizeHint, waiting.length, minOfBatch));
    this.#timers = timers;
  }

  async requests(): Promise<readonly Request[]> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      this.closeWhenDue();
      if (!this.#members) this.#cancel = this.#timers.after(gatheringMs, () => this.close());
    });
    await this.#closing;
    return this.close().map(({ request }) => request);
  }

  /** Closes the batch if `requests` was called and as many requests wait as are expected. */
  closeWhenDue(): void {
    if (this.#closed && this.#waiting.length >= this.#expected) this.close();
  }

  /** No request joins any more. @returns the requests of the batch */
  close(): readonly Pending<Request, Result>[] {
    if (!this.#members) {
      this.#members = this.#waiting.splice(0, this.#fitting());
      this.#cancel?.();
      this.#closed?.();
    }
    return this.#members;
  }

  /** The number of waiting requests that fit together: at least the first. */
  #fitting(): number {
    let weight = 0;
    const beyond = this.#waiting.findIndex(({ request }, index) => {
      weight += this.#weightOf(request);
      return index > 0 && weight > this.max;
    });
    return Math.min(beyond < 0 ? this.#waiting.length : beyond, this.max);
  }
}
