import { StorageError } from '../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork, UnitOfWorkOptions } from '../ports/unit-of-work.js';

/** Units of work that can be ended. After `end()` no new commit starts. Commits already sent complete. */
export class EndingUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  #reason: string | undefined;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /** @throws StorageError unavailable after `end()`; the work is rolled back */
  run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    return this.#unitOfWork.run(async (repositories) => {
      this.check();
      const result = await work(repositories);
      this.check();
      return result;
    }, options);
  }

  /** Prevents all further commits. @param reason error message of later work */
  end(reason = 'the service is stopping'): void {
    this.#reason ??= reason;
  }

  check(): void {
    if (this.#reason !== undefined) throw new StorageError(this.#reason, 'unavailable');
  }
}

export const endingReaders = (readers: Readers, unitOfWork: Pick<EndingUnitOfWork, 'check'>): Readers =>
  new Proxy(readers, {
    get(target, name) {
      unitOfWork.check();
      return Reflect.get(target, name);
    },
  });
