import type { DatabaseOptions, ReadReplica } from '../../../application/ports/database.js';
import { Connections, type ServerOptions } from '../connection/connections.js';
import { repositoriesIn } from '../repositories.js';
import { PoolSession } from '../sessions/pool-session.js';
import type { Session } from '../sessions/session.js';
import { ReplicaSession } from './replica-session.js';
import { ReplicaWatch } from './replica-watch.js';

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
