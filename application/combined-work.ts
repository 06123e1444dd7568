/** What became of one of several requests. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

interface Pending<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Most requests of one round: it should be short, as all of them wait for it. */
const mostOfRound = 64;

/**
 * Does together what many ask for at once on one thing: while a round of it runs, requests gather for the next, and for a
 * moment after a round of several, whose clients are about to ask again. A request that comes alone never waits. Each gets
 * an answer and an error of its own.
 */
export class CombinedWork<Key, Request, Result> {
  readonly #run: (key: Key, requests: readonly Request[]) => Promise<readonly Outcome<Result>[]>;
  readonly #pause: () => Promise<void>;
  /** Requests that wait for the round that runs; a key without a round is not there. */
  readonly #waiting = new Map<Key, Pending<Request, Result>[]>();

  /**
   * @param run does a round and tells what became of each request, in their order; when it fails as a whole, nothing of it
   * may be kept, and each request is tried alone
   * @param pause the moment after a round of several
   */
  constructor(run: (key: Key, requests: readonly Request[]) => Promise<readonly Outcome<Result>[]>, pause: () => Promise<void>) {
    this.#run = run;
    this.#pause = pause;
  }

  do(key: Key, request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const pending = { request, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(pending);
      else void this.#runRounds(key, pending);
    });
  }

  async #runRounds(key: Key, first: Pending<Request, Result>): Promise<void> {
    const waiting: Pending<Request, Result>[] = [first];
    this.#waiting.set(key, waiting);
    while (waiting.length > 0) {
      const round = waiting.splice(0, mostOfRound);
      await this.#runRound(key, round);
      if (round.length > 1) await this.#pause();
    }
    this.#waiting.delete(key);
  }

  async #runRound(key: Key, round: readonly Pending<Request, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#run(
        key,
        round.map(({ request }) => request),
      );
      for (const [index, pending] of round.entries()) settle(pending, outcomes[index]);
    } catch (error) {
      if (round.length === 1) round[0]?.reject(error);
      else for (const pending of round) await this.#runRound(key, [pending]);
    }
  }
}

function settle<Result>({ resolve, reject }: Pending<unknown, Result>, outcome: Outcome<Result> | undefined): void {
  if (outcome && 'result' in outcome) resolve(outcome.result);
  else reject(outcome ? outcome.error : new Error('a request of a round was passed over'));
}
