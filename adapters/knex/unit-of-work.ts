import type { Repositories, UnitOfWork, UnitTerms } from '../../application/ports/unit-of-work.js';
import { AddressIds } from './inventory/address-ids.js';
import { repositoriesForTrial, repositoriesIn } from './repositories.js';
import type { Session } from './sessions/session.js';

/** Units of work as transactions, each statement seeing what is committed when it starts (read committed). */
export class SqlUnitOfWork implements UnitOfWork {
  readonly #session: Session;
  readonly #addressIds = new AddressIds();

  constructor(session: Session) {
    this.#session = session;
  }

  run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    return this.#session.transact((session) =>
      work(terms?.isTrial ? repositoriesForTrial(session) : repositoriesIn(session, this.#addressIds)),
    );
  }
}
