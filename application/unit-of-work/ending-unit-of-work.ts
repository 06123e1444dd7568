import { StorageError } from '../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork, UnitTerms } from '../ports/unit-of-work.js';

/**
 * Units of work that can be ended: from then on none is committed that was not about to be, so that nothing is written for
 * clients who were turned away meanwhile.
 */
export class EndingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  /** Why they have ended. */
  #reason: string | undefined;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws StorageError unavailable, once they have ended; nothing of the work is kept then */
  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    return this.#unitOfWork.run(async (repositories) => {
      this.check();
      const result = await work(repositories);
      this.check();
      return result;
    }, terms);
  }

  /** Lets nothing be committed any more. @param reason the message of the error that later work fails with */
  end(reason = 'the service is stopping'): void {
    this.#reason ??= reason;
  }

  /** @throws StorageError unavailable, once they have ended */
  check(): void {
    if (this.#reason !== undefined) throw new StorageError(this.#reason, 'unavailable');
  }
}

/** Readers that fail with the same error as units of work once these have ended. */
export const endingReaders = (readers: Readers, unitOfWork: Pick<EndingUnitOfWork, 'check'>): Readers =>
  new Proxy(readers, {
    get(target, name) {
      unitOfWork.check();
      return Reflect.get(target, name);
    },
  });
