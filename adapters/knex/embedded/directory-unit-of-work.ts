import type { Repositories, UnitOfWork, UnitOfWorkOptions } from '../../../application/ports/unit-of-work.js';
import type { DataDirectory } from './data-directory.js';

/**
 * Units of work on a disk. Each begins only with room for its writes, and is acknowledged only while the directory is locked.
 */
export class DirectoryUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #dataDirectory: DataDirectory;

  constructor(unitOfWork: UnitOfWork, dataDirectory: DataDirectory) {
    this.#unitOfWork = unitOfWork;
    this.#dataDirectory = dataDirectory;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitOfWorkOptions): Promise<T> {
    this.#dataDirectory.requireRoom();
    const result = await this.#unitOfWork.run(work, terms);
    this.#dataDirectory.requireLock();
    return result;
  }
}
