import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';

/** Tells those who wait for changes that something was committed in this process. */
export class CommitSignal {
  readonly #listeners = new Set<() => void>();

  /** @returns ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Units of work whose commits are announced. */
export class AnnouncingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #signal: CommitSignal;

  constructor(unitOfWork: UnitOfWork, signal: CommitSignal) {
    this.#unitOfWork = unitOfWork;
    this.#signal = signal;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const result = await this.#unitOfWork.run(work);
    this.#signal.announce();
    return result;
  }
}
