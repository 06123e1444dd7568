import type { Repositories, UnitOfWork, UnitOfWorkOptions } from '../../../application/ports/unit-of-work.js';
import type { DataDirectory } from './data-directory.js';

/** Requires free space at the start, and the lock of the directory before the acknowledgement. */
export class DirectoryUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #dataDirectory: DataDirectory;

  constructor(unitOfWork: UnitOfWork, dataDirectory: DataDirectory) {
    this.#unitOfWork = unitOfWork;
    this.#dataDirectory = dataDirectory;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    this.#dataDirectory.requireRoom();
    const result = await this.#unitOfWork.run(work, options);
    this.#dataDirectory.requireLock();
    return result;
  }
}
