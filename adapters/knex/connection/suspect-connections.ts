import { ConnectionFailure } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Limits } from './limits.js';
import type { ConnectionPurpose } from './open-connection.js';
import type { ServerHosts } from './server-hosts.js';
import type { Answer, Statement } from './statement.js';

/** Timeout for the query of the server's processes, in milliseconds. */
const askLimitMs = 1000;

/**
 * A process that waits for its client for a second, while that client waits for an answer, has missed a statement or lost an
 * answer.
 */
const processes: Statement = {
  text: `select pid, extract(epoch from backend_start)::text as start,
      coalesce(wait_event_type = 'Client' and state_change < clock_timestamp() - interval '1 s', false) as waits
    from pg_stat_activity where pid = any($1)`,
};

/** Ends processes without a client: their transactions would retain locks until the server notices. */
const endWaiting: Statement = {
  text: `select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and wait_event_type = 'Client'`,
};

interface Process {
  readonly pid: number;
  /** Start in seconds since 1970. */
  readonly start: string;
  readonly waits: boolean;
}

/**
 * Detects lost connections long before their silence limit. A fresh connection asks the server whether the process behind each
 * works on an answer. If it waits for its client or is gone, the connection is given up. If its state is unknown (pooler,
 * unreachable server), the limit shrinks to three quarters.
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

  /** Opens a connection whose silences are watched. @throws DatabaseFailure when none can be opened */
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
      for (const lost of waiting) lost.giveUp(new ConnectionFailure('the connection to the database was lost without a word'));
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
