import { IpamError } from '../../domain/errors.js';
import type { Timers } from '../ports/environment.js';

export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** The outcome of a request that would delay the others. The request runs after the others. */
export const postponed = { isPostponed: true } as const;

export type BatchOutcome<Result> = Outcome<Result> | typeof postponed;

/** Converts work to an outcome. An IpamError is an outcome, because one caller causes it. Other errors fail the batch. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof IpamError) return { error };
    throw error;
  }
}

export function resultOf<Result>([outcome]: readonly BatchOutcome<Result>[]): Result {
  if (!outcome || 'isPostponed' in outcome) throw new Error('a request of a batch has no outcome');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Requests that run together. Further ones join until `requests` returns. */
export interface Batch<Request> {
  readonly max: number;
  readonly first: Request;
  /** Whether a request may be postponed. The next batch does not wait for a postponed request. */
  readonly mayPostpone: boolean;
  /**
   * Closes the batch as soon as the expected number of requests is waiting, but after 3 ms at the latest.
   * @returns its requests in order of arrival, at least one; equal on each call
   */
  requests(): Promise<readonly Request[]>;
}

export const batchOf = <Request>(first: Request, ...others: readonly Request[]): Batch<Request> => ({
  max: 1 + others.length,
  first,
  mayPostpone: false,
  requests: async () => [first, ...others],
});

export interface Pending<Request, Result> {
  readonly request: Request;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum size of a batch. All its requests wait for it. */
const maxOfBatch = 64;

/** Number of requests that may always join a batch, even if the last batch was smaller. */
const minOfBatch = 8;

/** Time for which a closing batch waits for more requests, in milliseconds. */
const gatheringMs = 3;

interface OpenBatchOptions {
  readonly batchSizeHint: number;
  readonly mayPostpone: boolean;
  readonly timers: Timers;
}

export class OpenBatch<Request, Result> implements Batch<Request> {
  readonly max: number;
  readonly first: Request;
  readonly mayPostpone: boolean;
  readonly #waiting: Pending<Request, Result>[];
  readonly #expected: number;
  readonly #timers: Timers;
  #members: readonly Pending<Request, Result>[] | undefined;
  #closing: Promise<void> | undefined;
  #closed: (() => void) | undefined;
  #cancel: (() => void) | undefined;

  constructor(waiting: Pending<Request, Result>[], { batchSizeHint, mayPostpone, timers }: OpenBatchOptions) {
    const [first] = waiting;
    if (!first) throw new Error('a batch needs a request to begin with');
    this.first = first.request;
    this.mayPostpone = mayPostpone;
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

  /** Closes the batch if `requests()` was called and at least the expected number of requests is queued. */
  closeWhenDue(): void {
    if (this.#closed && this.#waiting.length >= this.#expected) this.close();
  }

  close(): readonly Pending<Request, Result>[] {
    if (!this.#members) {
      this.#members = this.#waiting.splice(0, this.#fitting());
      this.#cancel?.();
      this.#closed?.();
    }
    return this.#members;
  }

  #fitting(): number {
    let weight = 0;
    const beyond = this.#waiting.findIndex((pending, index) => {
      weight += pending.weight;
      return index > 0 && weight > this.max;
    });
    return Math.min(beyond < 0 ? this.#waiting.length : beyond, this.max);
  }
}
