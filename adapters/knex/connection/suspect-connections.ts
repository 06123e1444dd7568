import { ConnectionFailure } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Limits } from './limits.js';
import type { ConnectionPurpose } from './open-connection.js';
import type { ServerHosts } from './server-hosts.js';
import type { Answer, Statement } from './statement.js';

const askLimitMs = 1000;

/** Processes that have waited for their client for a second. If the client waits for an answer too, a message was lost. */
const processes: Statement = {
  text: `select pid, extract(epoch from backend_start)::text as start,
      coalesce(wait_event_type = 'Client' and state_change < clock_timestamp() - interval '1 s', false) as waits
    from pg_stat_activity where pid = any($1)`,
};

/** Ends processes without a client, because their transactions would retain locks until the server detects the disconnection. */
const endWaiting: Statement = {
  text: `select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and wait_event_type = 'Client'`,
};

interface Process {
  readonly pid: number;
  /** Start time in seconds since 1970. */
  readonly start: string;
  readonly waits: boolean;
}

/**
 * Detects lost connections before the answer timeout. A new connection queries the server processes of suspect connections. A
 * connection is closed if its process waits for the client or does not exist. With an unknown state, `doubt` reduces the timeout.
 */
export class SuspectConnections {
  readonly #hosts: ServerHosts;
  readonly #limits: Limits;
  readonly #suspects = new Set<Connection>();
  #isAsking = false;
  #onSuspicion = (): void => {};

  constructor(hosts: ServerHosts, limits: Limits) {
    this.#hosts = hosts;
    this.#limits = limits;
  }

  onSuspicion(onSuspicion: () => void): void {
    this.#onSuspicion = onSuspicion;
  }

  /** Opens a connection and watches for missing answers. @throws DatabaseFailure if none can be opened */
  async open(purpose: ConnectionPurpose): Promise<Connection> {
    const connection = await this.#hosts.open(purpose);
    connection.onSuspicion(() => this.#suspect(connection));
    return connection;
  }

  #suspect(connection: Connection): void {
    this.#suspects.add(connection);
    this.#onSuspicion();
    if (!this.#isAsking) void this.#judgeAll();
  }

  async #judgeAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#suspects.size > 0) {
      const suspects = [...this.#suspects];
      this.#suspects.clear();
      await this.#judge(suspects).catch(() => {
        for (const suspect of suspects) suspect.doubt();
      });
    }
    this.#isAsking = false;
  }

  async #judge(suspects: readonly Connection[]): Promise<void> {
    const fresh = await this.#hosts.open({});
    fresh.allow(askLimitMs);
    try {
      const pids = suspects.flatMap(({ backend }) => backend?.pid ?? []);
      const found = (await fresh.run(processes, [pids])).rows as Process[];
      const waiting = suspects.filter((suspect) => this.#isLost(suspect, fresh, found));
      for (const lost of waiting) lost.giveUp(new ConnectionFailure('the connection to the database was lost without an error'));
      await this.#endProcesses(waiting, fresh);
    } finally {
      void fresh.close();
    }
  }

  #isLost(suspect: Connection, fresh: Connection, found: readonly Process[]): boolean {
    if (suspect.lost || suspect.silenceMs < this.#limits.suspicion) return false;
    const { backend } = suspect;
    if (!backend || !fresh.backend) {
      suspect.doubt();
      return false;
    }
    if (backend.serverStart !== fresh.backend.serverStart) {
      if (this.#hosts.mustBeWritable) return true; // another server accepts the writes now
      suspect.doubt();
      return false;
    }
    const own = found.find(({ pid, start }) => pid === backend.pid && Number(start) <= backend.openedAt);
    return own === undefined || own.waits;
  }

  #endProcesses(lost: readonly Connection[], fresh: Connection): Promise<Answer> | undefined {
    const pids = lost.flatMap(({ backend }) => (backend?.serverStart === fresh.backend?.serverStart ? (backend?.pid ?? []) : []));
    return pids.length > 0 ? fresh.run(endWaiting, [pids]) : undefined;
  }
}
