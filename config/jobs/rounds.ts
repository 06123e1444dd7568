import type { Service } from '../services.js';

export interface Job {
  start(): void;
  /** Ends after the current unit of work. Another process, or the next start, continues. */
  stop(): Promise<unknown>;
}

export interface RoundPlan {
  readonly firstMs: number;
  /** @returns the milliseconds until the next round */
  readonly round: (isStopped: () => boolean) => Promise<number>;
  /** Handles an error of a round. @returns the milliseconds until the next round */
  readonly failed: (error: unknown) => number;
}

/** Runs rounds, one at a time, with a delay between them. */
export class Rounds implements Job {
  readonly #plan: RoundPlan;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(plan: RoundPlan) {
    this.#plan = plan;
  }

  start(): void {
    this.#schedule(this.#plan.firstMs);
  }

  /** Waits for the current round. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#current;
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#current = this.#plan
        .round(() => this.#isStopped)
        .catch((error: unknown) => (this.#isStopped ? 0 : this.#plan.failed(error)))
        .then((next) => this.#schedule(next));
    }, delayMs).unref();
  }
}

/** Logs a failure, unless it is a failure of the storage, which is logged once. @returns the delay */
export const logged =
  ({ storage, log }: Pick<Service, 'storage' | 'log'>, message: string, retryMs: number): RoundPlan['failed'] =>
  (error) => {
    if (!storage.note(error)) log.error(message, { error });
    return retryMs;
  };

/** @returns a function that returns true at most once per interval */
export function onceIn(intervalMs: number): () => boolean {
  let next = 0;
  return () => {
    if (Date.now() < next) return false;
    next = Date.now() + intervalMs;
    return true;
  };
}

/** Waits for `work`, at most for a time. */
export const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
