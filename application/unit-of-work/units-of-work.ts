import type { Caller, Remembered } from '../caller.js';
import type { Timers } from '../ports/environment.js';
import { type Repositories, UndoneWork, type UnitOfWork } from '../ports/unit-of-work.js';
import { type Batch, type BatchOutcome, batchOf, type Outcome, RequestBatcher, resultOf } from './request-batcher.js';

/** Runs a unit of work for a caller, which ends as the caller's terms say. @throws whatever it throws; IpamError repeat.underWay */
export async function runFor<T>(
  unitOfWork: UnitOfWork,
  caller: Caller,
  work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
  const { terms } = caller;
  if (terms?.isTrial) return dryRun(unitOfWork, work);
  if (!terms?.remembered) return unitOfWork.run(work);
  return unitOfWork.run(async (repositories) => {
    const result = await work(repositories);
    await remember(repositories, [{ caller, result }]);
    return result;
  });
}

/** Writes down what was given to callers who want it remembered, in the unit of work that gives it. */
export async function remember(
  repositories: Repositories,
  given: readonly { readonly caller: Caller; readonly result: unknown }[],
): Promise<void> {
  const remembered: Remembered[] = [];
  for (const { caller, result } of given) {
    const kept = await caller.terms?.remembered?.(result, repositories);
    if (kept) remembered.push(kept);
  }
  const [first] = remembered;
  if (first)
    await repositories.answeredRequests.add(
      remembered.map(({ request }) => request),
      first.now,
    );
}

async function dryRun<T>(unitOfWork: UnitOfWork, work: (repositories: Repositories) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  try {
    return await unitOfWork.run(
      async (repositories) => {
        done = { result: await work(repositories) };
        throw new UndoneWork();
      },
      { isTrial: true },
    );
  } catch (error) {
    if (error instanceof UndoneWork && done) return done.result;
    throw error;
  }
}

/** What is asked for by a caller, whose terms say how the write ends. */
interface CallersRequest {
  readonly caller: Caller;
}

/** Does all requests of a batch within one unit of work. @returns what becomes of each if that is kept */
type Work<Request, Result> = (repositories: Repositories, key: number, batch: Batch<Request>) => Promise<BatchOutcome<Result>[]>;

interface Sharing<Request, Result> {
  /** How many requests one counts as; one where it is left out. */
  readonly weigh?: (request: Request) => number;
  /** Whether a request has to have a unit of work of its own. Trials always have. */
  readonly isAlone?: (request: Request) => boolean;
  /** Told what came of each unit of work that was kept. */
  readonly ended?: (outcomes: readonly Outcome<Result>[]) => void;
}

/** Units of work that writes share which come at once and are about one record: most of what one costs it costs anyway. */
export class SharedUnits<Request extends CallersRequest, Result> {
  readonly #unitOfWork: UnitOfWork;
  readonly #work: Work<Request, Result>;
  readonly #sharing: Sharing<Request, Result>;
  readonly #batcher: RequestBatcher<number, Request, Result> | undefined;

  /** @param timers without them no request shares a unit of work: where all is part of another one */
  constructor(
    unitOfWork: UnitOfWork,
    timers: Timers | undefined,
    work: Work<Request, Result>,
    sharing: Sharing<Request, Result> = {},
  ) {
    this.#unitOfWork = unitOfWork;
    this.#work = work;
    this.#sharing = sharing;
    this.#batcher = timers && new RequestBatcher((key, batch) => this.#together(key, batch), timers, sharing.weigh);
  }

  /** @param key the id of the record. @throws whatever becomes of the request */
  async do(key: number, request: Request): Promise<Result> {
    const { terms } = request.caller;
    if (this.#batcher && !terms?.isTrial && !this.#sharing.isAlone?.(request)) return this.#batcher.do(key, request);
    const result = await runFor(this.#unitOfWork, request.caller, async (repositories) =>
      resultOf(await this.#work(repositories, key, batchOf(request))),
    );
    if (!terms?.isTrial) this.#sharing.ended?.([{ result }]);
    return result;
  }

  /** Does a batch, and remembers what becomes of those of its requests whose callers want it. */
  async #together(key: number, batch: Batch<Request>): Promise<BatchOutcome<Result>[]> {
    const outcomes = await this.#unitOfWork.run(async (repositories) => {
      const outcomes = await this.#work(repositories, key, batch);
      const requests = await batch.requests();
      const given = requests.flatMap(({ caller }, index) => {
        const outcome = caller.terms && outcomes[index];
        return outcome && 'result' in outcome ? [{ caller, result: outcome.result }] : [];
      });
      if (given.length > 0) await remember(repositories, given);
      return outcomes;
    });
    this.#sharing.ended?.(outcomes.flatMap((outcome) => ('isPutOff' in outcome ? [] : [outcome])));
    return outcomes;
  }
}
