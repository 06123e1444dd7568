import { StorageError } from './ports/storage-error.js';
import type { Repositories, UnitOfWork, UnitTerms } from './ports/unit-of-work.js';

/**
 * Units of work that can be ended: from then on none is committed that was not about to be, so that nothing is written for
 * clients who were turned away meanwhile.
 */
export class EndingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  #ended = false;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws StorageError unavailable, once they have ended; nothing of the work is kept then */
  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    return this.#unitOfWork.run(async (repositories) => {
      this.#check();
      const result = await work(repositories);
      this.#check();
      return result;
    }, terms);
  }

  /** Lets nothing be committed any more. */
  end(): void {
    this.#ended = true;
  }

  #check(): void {
    if (this.#ended) throw new StorageError('the service is stopping', 'unavailable');
  }
}
