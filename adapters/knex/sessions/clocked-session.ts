import type { Connections } from '../connection/connections.js';
import type { DatabaseClock } from './database-clock.js';
import type { Session } from './session.js';
import type { Statement } from './statement.js';
import { StatementSession, type Way } from './statement-session.js';

/** Statements on any free connection, behind the first of which the database's time is known. */
export class ClockedSession extends StatementSession {
  readonly #session: StatementSession;
  readonly #clock: DatabaseClock;

  constructor(connections: Connections, session: StatementSession, clock: DatabaseClock) {
    super(connections);
    this.#session = session;
    this.#clock = clock;
  }

  readonly isTransaction = false;

  run(statement: Statement, values: readonly unknown[], way: Way): Promise<object[]> {
    return this.#timed(() => this.#session.run(statement, values, way));
  }

  allowLong(options?: { readonly locks?: boolean }): Promise<void> {
    return this.#session.allowLong(options);
  }

  transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#timed(() => this.#session.transact(work));
  }

  #timed<T>(use: () => Promise<T>): Promise<T> {
    const known = this.#clock.beforeUse();
    return known ? known.then(use) : use();
  }
}
