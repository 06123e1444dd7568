import type { Repositories, UnitOfWork, UnitOfWorkOptions } from '../ports/unit-of-work.js';
import type { CommitSignal } from './commit-signal.js';

/** Units of work that wait while commits are paused, and signal their commits. */
export class AnnouncingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #signal: CommitSignal;
  readonly #whenCommitted: (() => void) | undefined;

  /** @param whenCommitted called before the listeners */
  constructor(unitOfWork: UnitOfWork, signal: CommitSignal, whenCommitted?: () => void) {
    this.#unitOfWork = unitOfWork;
    this.#signal = signal;
    this.#whenCommitted = whenCommitted;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    const { paused } = this.#signal;
    if (paused) await paused;
    const result = await this.#unitOfWork.run(work, options);
    this.#whenCommitted?.();
    this.#signal.announce();
    return result;
  }
}
