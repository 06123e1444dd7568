import { IpamError } from '../../domain/errors.js';
import { type Caller, writeOptionsOf } from '../caller.js';
import type { Timers } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { type Batch, type BatchOutcome, batchOf, OpenBatch, type Outcome, type Pending, resultOf } from './batch.js';
import { remember, runFor } from './units-of-work.js';

interface CallersRequest {
  readonly caller: Caller;
}

/**
 * Runs the requests of a batch within one unit of work.
 * The function locks the record, then calls `batch.requests()`, so that further requests join during the lock wait.
 * @returns the outcome of each request if the unit of work commits, in order; a failed request stores nothing
 * @throws IpamError if one request is invalid and nothing of the batch may be stored; each request then runs separately
 */
export type BatchWork<Request, Result> = (
  repositories: Repositories,
  recordId: number,
  batch: Batch<Request>,
) => Promise<readonly BatchOutcome<Result>[]>;

export interface BatchOptions {
  /** Weight of the request for the size limit of a batch. A request above the limit is a separate batch. Default: 1. */
  readonly weight?: number;
  /** Whether the request needs a separate unit of work. Dry runs always do. Default: false. */
  readonly runsAlone?: boolean;
}

interface Queue<Request, Result> {
  readonly waiting: Pending<Request, Result>[];
  batch: OpenBatch<Request, Result> | undefined;
  readonly late: Pending<Request, Result>[];
  isRunningLate: boolean;
  /**
   * Number of requests in the last batch, plus the requests that waited at its end. The next batch expects as many requests,
   * because the same clients are about to send further ones.
   */
  batchSizeHint: number;
}

const maxIdle = 1000;

/**
 * Runs concurrent writes to one record in one unit of work, batch after batch, because the cost of a unit of work hardly depends
 * on its number of requests. Path of a request:
 *
 *  1. `submit` appends it to the queue of its record. The first request starts a batch immediately.
 *  2. `#runBatches` runs batches until the queue is empty.
 *  3. `#runBatch` calls `#runInUnit`, which runs a batch in one unit of work: the work, then the idempotency records.
 *  4. `#runBatch` then settles each request with its own result or error.
 */
export class RequestBatcher<Request extends CallersRequest, Result> {
  readonly #unitOfWork: UnitOfWork;
  readonly #timers: Timers;
  readonly #work: BatchWork<Request, Result>;
  readonly #committed: ((outcomes: readonly Outcome<Result>[]) => void) | undefined;
  readonly #sharesUnits: boolean;
  readonly #queues = new Map<number, Queue<Request, Result>>();

  /**
   * @param timers undefined: requests do not share units of work; for use within an outer unit of work
   * @param committed called after the commit of a batch, before its requests are settled
   */
  constructor(
    unitOfWork: UnitOfWork,
    timers: Timers | undefined,
    work: BatchWork<Request, Result>,
    committed?: (outcomes: readonly Outcome<Result>[]) => void,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#work = work;
    this.#committed = committed;
    this.#timers = timers ?? { after: () => () => {} };
    this.#sharesUnits = timers !== undefined;
  }

  /** Runs a request for a record, together with others. @throws the error of the request, or the failure of its unit of work */
  async submit(recordId: number, request: Request, { weight = 1, runsAlone = false }: BatchOptions = {}): Promise<Result> {
    if (!this.#sharesUnits || writeOptionsOf(request.caller)?.isDryRun || runsAlone) return this.#runAlone(recordId, request);
    return new Promise((resolve, reject) => {
      const queue = this.#queueOf(recordId);
      queue.waiting.push({ request, weight, resolve, reject });
      if (queue.batch) queue.batch.closeWhenDue();
      else void this.#runBatches(recordId, queue);
    });
  }

  async #runAlone(recordId: number, request: Request): Promise<Result> {
    const { caller } = request;
    const result = await runFor(this.#unitOfWork, caller, async (repositories) =>
      resultOf(await this.#work(repositories, recordId, batchOf(request))),
    );
    if (!caller.writeOptions?.isDryRun) this.#committed?.([{ result }]);
    return result;
  }

  async #runBatches(recordId: number, queue: Queue<Request, Result>): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = this.#open(queue.waiting, queue.batchSizeHint, true);
      queue.batch = batch;
      await this.#runBatch(recordId, queue, batch);
      queue.batch = undefined;
      void this.#runLate(recordId, queue);
      queue.batchSizeHint = batch.close().length + queue.waiting.length;
    }
  }

  /** Runs a batch and settles its requests. Never rejects. */
  async #runBatch(recordId: number, queue: Queue<Request, Result>, batch: OpenBatch<Request, Result>): Promise<void> {
    try {
      const outcomes = await this.#runInUnit(recordId, batch);
      for (const [index, pending] of batch.close().entries()) {
        const outcome = outcomes[index];
        if (outcome && 'isPostponed' in outcome && batch.mayPostpone) queue.late.push(pending);
        else settle(pending, outcome);
      }
    } catch (error) {
      await this.#runApartOrFail(recordId, queue, batch, error);
    }
  }

  /** After an IpamError, runs each request separately. After other failures, runs none again: the commit may have been sent. */
  async #runApartOrFail(
    recordId: number,
    queue: Queue<Request, Result>,
    batch: OpenBatch<Request, Result>,
    error: unknown,
  ): Promise<void> {
    const members = batch.close();
    if (error instanceof IpamError && members.length > 1)
      for (const pending of members) await this.#runBatch(recordId, queue, this.#open([pending], 1, batch.mayPostpone));
    else for (const { reject } of [...members, ...hopeless(queue, error)]) reject(error);
  }

  async #runInUnit(recordId: number, batch: Batch<Request>): Promise<readonly BatchOutcome<Result>[]> {
    const outcomes = await this.#unitOfWork.run(async (repositories) => {
      const outcomes = await this.#work(repositories, recordId, batch);
      await rememberAll(repositories, await batch.requests(), outcomes);
      return outcomes;
    });
    this.#committed?.(outcomes.flatMap((outcome) => ('isPostponed' in outcome ? [] : [outcome])));
    return outcomes;
  }

  /** Runs the first postponed request, which may wait long for its lock. The others join the next batch. */
  async #runLate(recordId: number, queue: Queue<Request, Result>): Promise<void> {
    const pending = queue.isRunningLate ? undefined : queue.late.shift();
    if (!pending) return;
    queue.isRunningLate = true;
    await this.#runBatch(recordId, queue, this.#open([pending], 1, false));
    queue.isRunningLate = false;
    queue.waiting.push(...queue.late.splice(0));
    if (!queue.batch) await this.#runBatches(recordId, queue);
  }

  #open(waiting: Pending<Request, Result>[], batchSizeHint: number, mayPostpone: boolean): OpenBatch<Request, Result> {
    return new OpenBatch(waiting, { batchSizeHint, mayPostpone, timers: this.#timers });
  }

  #queueOf(recordId: number): Queue<Request, Result> {
    const known = this.#queues.get(recordId);
    if (known) return known;
    if (this.#queues.size >= maxIdle) this.#forgetIdle();
    const queue: Queue<Request, Result> = { waiting: [], batch: undefined, late: [], isRunningLate: false, batchSizeHint: 0 };
    this.#queues.set(recordId, queue);
    return queue;
  }

  #forgetIdle(): void {
    for (const [recordId, { batch }] of this.#queues) if (!batch) this.#queues.delete(recordId);
  }
}

async function rememberAll(
  repositories: Repositories,
  requests: readonly CallersRequest[],
  outcomes: readonly BatchOutcome<unknown>[],
): Promise<void> {
  const results = requests.flatMap(({ caller }, index) => {
    const outcome = caller.writeOptions && outcomes[index];
    return outcome && 'result' in outcome ? [{ caller, result: outcome.result }] : [];
  });
  if (results.length > 0) await remember(repositories, results);
}

/** Waiting requests that fail immediately because the storage is unavailable. Each would wait for the same timeout. */
function hopeless<Request, Result>(
  { waiting, late }: Queue<Request, Result>,
  error: unknown,
): readonly Pending<Request, Result>[] {
  const isDown = error instanceof StorageError && error.failure === 'unavailable';
  return isDown ? [...waiting.splice(0), ...late.splice(0)] : [];
}

function settle<Result>({ resolve, reject }: Pending<unknown, Result>, outcome: BatchOutcome<Result> | undefined): void {
  try {
    resolve(resultOf(outcome ? [outcome] : []));
  } catch (error) {
    reject(error);
  }
}
