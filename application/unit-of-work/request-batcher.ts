import { IpamError } from '../../domain/errors.js';
import type { Timers } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';

/** What became of one of several requests. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** A request of a batch for which the others would wait: it is done behind them. */
export const putOff = { isPutOff: true } as const;

/** What became of a request of a batch. */
export type BatchOutcome<Result> = Outcome<Result> | typeof putOff;

/** What becomes of work; only what callers did wrong is an outcome of its own, everything else fails all of a batch. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof IpamError) return { error };
    throw error;
  }
}

/** Requests that are done together. More join as long as nobody has asked for them. */
export interface Batch<Request> {
  /** It will have no more requests than these. */
  readonly max: number;
  /** The request that came first. */
  readonly first: Request;
  /** Whether requests may be put off: whoever joins the next batch does not wait for them. */
  readonly mayPutOff: boolean;
  /**
   * The requests in the order in which they came, at least one, the same each time: as soon as there are as many as lately
   * asked at the same time, or a moment later.
   */
  requests(): Promise<readonly Request[]>;
}

/** A batch of some requests, which nobody joins. */
export const batchOf = <Request>(first: Request, ...others: readonly Request[]): Batch<Request> => ({
  max: 1 + others.length,
  first,
  mayPutOff: false,
  requests: async () => [first, ...others],
});

/** What came of a batch of one request. @throws the error that it gets */
export function resultOf<Result>([outcome]: readonly BatchOutcome<Result>[]): Result {
  if (!outcome || 'isPutOff' in outcome) throw new Error('a request of a batch was passed over');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

interface Pending<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** What is asked of one key. */
interface Queue<Request, Result> {
  /** Requests that no batch has taken yet. */
  readonly waiting: Pending<Request, Result>[];
  /** The batch that is under way. */
  batch: OpenBatch<Request, Result> | undefined;
  /** Those that were put off. */
  readonly late: Pending<Request, Result>[];
  isDoingLate: boolean;
  /** How many were asking when the last batch ended: those whom it answered are about to ask again. */
  batchSizeHint: number;
}

/** Most requests of one batch: it should be short, as all of them wait for it. */
const maxOfBatch = 64;

/** How many may join a batch even if lately fewer asked. */
const minOfBatch = 8;

/** How long a batch that is ready may wait for more requests, in milliseconds. */
const gathering = 3;

/** How many keys are remembered on which nobody asks for anything. */
const maxIdle = 1000;

/** Does a batch and tells what became of each request, in their order. */
type Run<Key, Request, Result> = (key: Key, batch: Batch<Request>) => Promise<readonly BatchOutcome<Result>[]>;

/**
 * Does together what many ask for at once on one thing, in batches, one after the other: most of what a batch costs it costs
 * however large it is. A batch begins with the first request, and others join while it makes ready. Who asks alone does not
 * wait. Each request gets an answer and an error of its own.
 */
export class RequestBatcher<Key, Request, Result> {
  readonly #run: Run<Key, Request, Result>;
  readonly #timers: Timers;
  readonly #weigh: (request: Request) => number;
  readonly #queues = new Map<Key, Queue<Request, Result>>();

  /**
   * @param weigh how many requests one counts as; one that counts as more than a batch takes is a batch of its own
   * @param run when it throws an IpamError, nothing of the batch may be kept: one request was wrong, and each is tried alone.
   * Whatever else it throws may come from behind its commit, so that all of them are told and none is tried again
   */
  constructor(run: Run<Key, Request, Result>, timers: Timers, weigh: (request: Request) => number = () => 1) {
    this.#run = run;
    this.#timers = timers;
    this.#weigh = weigh;
  }

  do(key: Key, request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queueOf(key);
      queue.waiting.push({ request, resolve, reject });
      if (queue.batch) queue.batch.closeWhenDue();
      else this.#begin(key, queue);
    });
  }

  #queueOf(key: Key): Queue<Request, Result> {
    const known = this.#queues.get(key);
    if (known) return known;
    if (this.#queues.size >= maxIdle) this.#forgetIdle();
    const queue: Queue<Request, Result> = { waiting: [], batch: undefined, late: [], isDoingLate: false, batchSizeHint: 0 };
    this.#queues.set(key, queue);
    return queue;
  }

  #forgetIdle(): void {
    for (const [key, { batch }] of this.#queues) if (!batch) this.#queues.delete(key);
  }

  #begin(key: Key, queue: Queue<Request, Result>): void {
    const batch = new OpenBatch(
      queue.waiting,
      { batchSizeHint: queue.batchSizeHint, mayPutOff: true },
      this.#timers,
      this.#weigh,
    );
    queue.batch = batch;
    void this.#runBatch(key, queue, batch).then(() => {
      queue.batch = undefined;
      void this.#doLate(key, queue);
      queue.batchSizeHint = batch.close().length + queue.waiting.length;
      if (queue.waiting.length > 0) this.#begin(key, queue);
    });
  }

  async #runBatch(key: Key, queue: Queue<Request, Result>, batch: OpenBatch<Request, Result>): Promise<void> {
    try {
      const outcomes = await this.#run(key, batch);
      for (const [index, pending] of batch.close().entries()) {
        const outcome = outcomes[index];
        if (outcome && 'isPutOff' in outcome && batch.mayPutOff) queue.late.push(pending);
        else settle(pending, outcome);
      }
    } catch (error) {
      const members = batch.close();
      if (error instanceof IpamError && members.length > 1)
        for (const pending of members) await this.#runBatch(key, queue, this.#batchOfOne(pending, batch.mayPutOff));
      else for (const { reject } of [...members, ...hopeless(queue, error)]) reject(error);
    }
  }

  /** One waits alone, as it may take long and has a connection meanwhile. Then the others are tried together once more. */
  async #doLate(key: Key, queue: Queue<Request, Result>): Promise<void> {
    const pending = queue.isDoingLate ? undefined : queue.late.shift();
    if (!pending) return;
    queue.isDoingLate = true;
    await this.#runBatch(key, queue, this.#batchOfOne(pending, false));
    queue.isDoingLate = false;
    queue.waiting.push(...queue.late.splice(0));
    if (!queue.batch && queue.waiting.length > 0) this.#begin(key, queue);
  }

  #batchOfOne(pending: Pending<Request, Result>, mayPutOff: boolean): OpenBatch<Request, Result> {
    return new OpenBatch([pending], { batchSizeHint: 1, mayPutOff }, this.#timers, this.#weigh);
  }
}

/** Those who wait for a storage that fails as they do who asked it: one after the other they would wait as long again. */
function hopeless<Request, Result>(
  { waiting, late }: Queue<Request, Result>,
  error: unknown,
): readonly Pending<Request, Result>[] {
  const isDown = error instanceof StorageError && error.trouble === 'unavailable';
  return isDown ? [...waiting.splice(0), ...late.splice(0)] : [];
}

/** A batch that takes what waits, at the latest moment. */
class OpenBatch<Request, Result> implements Batch<Request> {
  readonly max: number;
  readonly first: Request;
  readonly mayPutOff: boolean;
  readonly #waiting: Pending<Request, Result>[];
  readonly #expected: number;
  readonly #timers: Timers;
  readonly #weigh: (request: Request) => number;
  #members: readonly Pending<Request, Result>[] | undefined;
  /** What the one who has asked for the requests waits for. */
  #closing: Promise<void> | undefined;
  #closed: (() => void) | undefined;
  #cancel: (() => void) | undefined;

  constructor(
    waiting: Pending<Request, Result>[],
    { batchSizeHint, mayPutOff }: { readonly batchSizeHint: number; readonly mayPutOff: boolean },
    timers: Timers,
    weigh: (request: Request) => number,
  ) {
    const [first] = waiting;
    if (!first) throw new Error('a batch needs a request to begin with');
    this.first = first.request;
    this.mayPutOff = mayPutOff;
    this.#weigh = weigh;
    this.#waiting = waiting;
    this.#expected = Math.min(batchSizeHint, maxOfBatch);
    this.max = Math.min(maxOfBatch, Math.max(batchSizeHint, waiting.length, minOfBatch));
    this.#timers = timers;
  }

  async requests(): Promise<readonly Request[]> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      this.closeWhenDue();
      if (!this.#members) this.#cancel = this.#timers.after(gathering, () => this.close());
    });
    await this.#closing;
    return this.close().map(({ request }) => request);
  }

  /** Looks whether everybody has come who is waited for. */
  closeWhenDue(): void {
    if (this.#closed && this.#waiting.length >= this.#expected) this.close();
  }

  /** How many of those who wait fit into it together: at least the first. */
  #fitting(): number {
    let weight = 0;
    const beyond = this.#waiting.findIndex(({ request }, index) => {
      weight += this.#weigh(request);
      return index > 0 && weight > this.max;
    });
    return Math.min(beyond < 0 ? this.#waiting.length : beyond, this.max);
  }

  /** From now on nobody joins. @returns who has joined */
  close(): readonly Pending<Request, Result>[] {
    if (!this.#members) {
      this.#members = this.#waiting.splice(0, this.#fitting());
      this.#cancel?.();
      this.#closed?.();
    }
    return this.#members;
  }
}

function settle<Result>({ resolve, reject }: Pending<unknown, Result>, outcome: BatchOutcome<Result> | undefined): void {
  try {
    resolve(resultOf(outcome ? [outcome] : []));
  } catch (error) {
    reject(error);
  }
}
