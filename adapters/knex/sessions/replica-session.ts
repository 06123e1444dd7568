import type { Channel, Statement } from '../connection/statement.js';
import type { Connections } from '../waiting/connections.js';
import type { ReplicaWatch } from './replica-watch.js';
import { Session } from './session.js';

/** Reads from a replica while it is usable. Reads that fail there are sent to the primary database. */
export class ReplicaSession extends Session {
  readonly #replica: Session;
  readonly #database: Session;
  readonly #watch: Pick<ReplicaWatch, 'isUsable' | 'failed'>;

  constructor(connections: Connections, replica: Session, database: Session, watch: Pick<ReplicaWatch, 'isUsable' | 'failed'>) {
    super(connections);
    this.#replica = replica;
    this.#database = database;
    this.#watch = watch;
  }

  readonly isTransaction = false;

  async run(statement: Statement, values: readonly unknown[], channel: Channel): Promise<object[]> {
    if (this.#watch.isUsable) {
      try {
        return await this.#replica.run(statement, values, channel);
      } catch {
        this.#watch.failed();
      }
    }
    return this.#database.run(statement, values, channel);
  }

  allowLong(options?: { readonly locks?: boolean }): Promise<void> {
    return this.#database.allowLong(options);
  }

  transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#database.transact(work);
  }
}
