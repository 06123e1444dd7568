import type { Timers } from './ports/environment.js';

/** What became of one of several requests. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

interface Pending<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** What is asked of one key. */
interface Place<Request, Result> {
  /** Requests that no round has taken yet. */
  readonly waiting: Pending<Request, Result>[];
  /** Whether a round runs. */
  runs: boolean;
  /** How many were asking when the last round ended: those whom it answered are about to ask again. */
  crowd: number;
  /** Keeps a round from starting that waits for more requests. */
  cancel: (() => void) | undefined;
}

/** Most requests of one round: it should be short, as all of them wait for it. */
const mostOfRound = 64;

/** How long a round that is smaller than it might be waits for more requests, in milliseconds. */
const gathering = 3;

/** How many keys are remembered on which nobody asks for anything. */
const mostIdle = 1000;

/**
 * Does together what many ask for at once on one thing, in rounds, one after the other. A round starts when as many have come
 * as lately asked at the same time, or a moment later: most of what a round costs it costs however large it is. Who asks
 * alone does not wait. Each request gets an answer and an error of its own.
 */
export class CombinedWork<Key, Request, Result> {
  readonly #run: (key: Key, requests: readonly Request[]) => Promise<readonly Outcome<Result>[]>;
  readonly #timers: Timers;
  readonly #places = new Map<Key, Place<Request, Result>>();

  /**
   * @param run does a round and tells what became of each request, in their order; when it fails as a whole, nothing of it
   * may be kept, and each request is tried alone
   */
  constructor(run: (key: Key, requests: readonly Request[]) => Promise<readonly Outcome<Result>[]>, timers: Timers) {
    this.#run = run;
    this.#timers = timers;
  }

  do(key: Key, request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      const place = this.#placeOf(key);
      place.waiting.push({ request, resolve, reject });
      this.#startWhenDue(key, place);
    });
  }

  #placeOf(key: Key): Place<Request, Result> {
    const known = this.#places.get(key);
    if (known) return known;
    if (this.#places.size >= mostIdle) this.#forgetIdle();
    const place: Place<Request, Result> = { waiting: [], runs: false, crowd: 0, cancel: undefined };
    this.#places.set(key, place);
    return place;
  }

  #forgetIdle(): void {
    for (const [key, { waiting, runs }] of this.#places) if (!runs && waiting.length === 0) this.#places.delete(key);
  }

  #startWhenDue(key: Key, place: Place<Request, Result>): void {
    if (place.runs || place.waiting.length === 0) return;
    if (place.waiting.length >= Math.min(place.crowd, mostOfRound)) this.#start(key, place);
    else place.cancel ??= this.#timers.after(gathering, () => this.#start(key, place));
  }

  #start(key: Key, place: Place<Request, Result>): void {
    place.cancel?.();
    place.cancel = undefined;
    place.runs = true;
    const round = place.waiting.splice(0, mostOfRound);
    void this.#runRound(key, round).then(() => {
      place.runs = false;
      place.crowd = round.length + place.waiting.length;
      this.#startWhenDue(key, place);
    });
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
