import type { Repositories, UnitOfWork, UnitTerms } from '../../ports/unit-of-work.js';

/** Tells those who wait for changes that something was committed in this process. */
export class CommitSignal {
  readonly #listeners = new Set<() => void>();
  readonly #pauses = new Set<Promise<unknown>>();

  /** @returns ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lets no unit of work of this process begin until something has settled. */
  pauseUntil(until: Promise<unknown>): void {
    const settled = until.catch(() => {}).finally(() => this.#pauses.delete(settled));
    this.#pauses.add(settled);
  }

  /** What is waited for before a unit of work begins; undefined where nothing is. */
  get paused(): Promise<unknown> | undefined {
    return this.#pauses.size > 0 ? Promise.all(this.#pauses) : undefined;
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Units of work whose commits are announced. */
export class AnnouncingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #signal: CommitSignal;

  readonly #whenCommitted: (() => void) | undefined;

  /** @param whenCommitted is called before the others are told */
  constructor(unitOfWork: UnitOfWork, signal: CommitSignal, whenCommitted?: () => void) {
    this.#unitOfWork = unitOfWork;
    this.#signal = signal;
    this.#whenCommitted = whenCommitted;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    const { paused } = this.#signal;
    if (paused) await paused;
    const result = await this.#unitOfWork.run(work, terms);
    this.#whenCommitted?.();
    this.#signal.announce();
    return result;
  }
}
