import type { DatabaseOptions, ReadReplica } from '../../../application/ports/database.js';
import { Connections, type ServerOptions } from '../connection/connections.js';
import type { Channel, Statement } from '../connection/statement.js';
import { repositoriesIn } from '../repositories.js';
import { PoolSession } from '../sessions/pool-session.js';
import { Session } from '../sessions/session.js';
import { ReplicaWatch } from './replica-watch.js';

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

export interface OpenReplica {
  readonly replica: ReadReplica;
  readonly connections: Connections;
  close(): Promise<void>;
}

/** Starts the measurements of a replica without waiting. @param database answers reads that fail on the replica */
export function openReplica(
  url: string,
  database: Session,
  options: ServerOptions,
  report: NonNullable<DatabaseOptions['tellReplica']>,
): OpenReplica {
  const connections = Connections.toServer(url, { ...options, isReplica: true });
  const session = new PoolSession(connections);
  const watch = new ReplicaWatch(database, session, report);
  watch.start();
  return {
    replica: {
      readers: repositoriesIn(new ReplicaSession(connections, session, database, watch)),
      now: () => watch.now(),
      shows: (time) => watch.shows(time),
      get isUsable() {
        return watch.isUsable;
      },
      get lag() {
        return watch.lag;
      },
    },
    connections,
    close: () => {
      watch.close();
      return connections.close();
    },
  };
}
