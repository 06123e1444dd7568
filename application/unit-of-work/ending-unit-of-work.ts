import { StorageError } from '../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork, UnitTerms } from '../ports/unit-of-work.js';

/**
 * Units of work that can be ended. After `end()` no new commit starts, so that nothing is written for rejected clients; commits
 * already sent complete.
 */
export class EndingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  #reason: string | undefined;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws StorageError unavailable after `end()`; the work is then rolled back */
  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    return this.#unitOfWork.run(async (repositories) => {
      this.check();
      const result = await work(repositories);
      this.check();
      return result;
    }, terms);
  }

  /**
   * Prevents all further commits.
   * @param reason the message of the error that later work fails with
   */
  end(reason = 'the service is stopping'): void {
    this.#reason ??= reason;
  }

  /** @throws StorageError unavailable after `end()` */
  check(): void {
    if (this.#reason !== undefined) throw new StorageError(this.#reason, 'unavailable');
  }
}

/** Readers that fail like the units of work after their end. */
export const endingReaders = (readers: Readers, unitOfWork: Pick<EndingUnitOfWork, 'check'>): Readers =>
  new Proxy(readers, {
    get(target, name) {
      unitOfWork.check();
      return Reflect.get(target, name);
    },
  });
