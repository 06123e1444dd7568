import { StorageError } from '../../application/ports/storage-error.js';
import type { Repositories, UnitOfWork, UnitOfWorkOptions } from '../../application/ports/unit-of-work.js';
import { AddressIds, DryRunIds } from './records/new-ids.js';
import { repositoriesIn } from './repositories.js';
import type { Session } from './sessions/session.js';

/** Units of work as transactions. Each statement sees the state committed before its start (read committed). */
export class SqlUnitOfWork implements UnitOfWork {
  readonly #session: Session;
  readonly #addressIds = new AddressIds();

  constructor(session: Session) {
    this.#session = session;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    if (options?.isDryRun) return this.#session.transact((session) => work(repositoriesIn(session, new DryRunIds())));
    let ids = this.#addressIds.ofUnit();
    try {
      const result = await this.#session.transact((session) => {
        ids = this.#addressIds.ofUnit();
        return work(repositoriesIn(session, ids));
      });
      ids.share();
      return result;
    } catch (error) {
      if (error instanceof StorageError) this.#addressIds.forget();
      throw error;
    }
  }
}
