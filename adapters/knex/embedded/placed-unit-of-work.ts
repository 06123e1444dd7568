import type { Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { DataDirectory } from './data-directory.js';

/** Units of work on a disk: they begin only while there is room for what they write. */
export class PlacedUnitOfWork implements UnitOfWork {
  readonly #unitOfWork: UnitOfWork;
  readonly #place: DataDirectory;

  constructor(unitOfWork: UnitOfWork, place: DataDirectory) {
    this.#unitOfWork = unitOfWork;
    this.#place = place;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    this.#place.requireRoom();
    return this.#unitOfWork.run(work);
  }
}
