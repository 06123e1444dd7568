import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { adaptedTo, MachineFiles, readTemplate } from './configuration.js';
import type { Etcd } from './etcd.js';
import type { Machine } from './machine.js';
import type { Network } from './network.js';

/** A member as the Patroni API reports it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  /** Bytes of WAL, or `unknown`. */
  readonly lag?: number | string;
}

/** Timeouts for a cluster state and for one request to Patroni, in milliseconds. */
const maxWait = 240_000;
const answerTimeout = 1500;

/** States of a healthy replica: `running` in Patroni 3.0, `streaming` in later versions. */
const followingStates = ['running', 'streaming'];

/** Maximum lag of a healthy standby, in bytes. Under load it is seldom 0. */
const maxLag = 4 * 1024 ** 2;

const owner = { name: 'hexipam', password: 'secret' };

/** Three PostgreSQL servers under Patroni, each on its own machine. */
export class Cluster {
  readonly nodes: readonly Machine[];
  readonly etcd: Etcd;
  readonly #folder: string;

  private constructor(nodes: readonly Machine[], etcd: Etcd, folder: string) {
    this.nodes = nodes;
    this.etcd = etcd;
    this.#folder = folder;
  }

  /** Starts the servers and waits until two standbys replicate from the leader. */
  static async start(network: Network, etcd: Etcd, folder: string): Promise<Cluster> {
    const nodes = [1, 2, 3].map((number) => network.add(`db${number}`, `198.51.100.1${number}`));
    const cluster = new Cluster(nodes, etcd, folder);
    for (const node of nodes) {
      const files = new MachineFiles(join(folder, node.name));
      files.folder('/var/lib/postgresql/15');
      files.folder('/var/run/postgresql');
      files.write('/etc/patroni/config.yml', adaptedTo(node, readTemplate('patroni.yml'), nodes, files.root));
      cluster.run(node);
    }
    await cluster.untilHealthy();
    return cluster;
  }

  /** Starts Patroni on a machine. Patroni starts PostgreSQL. */
  run(node: Machine): void {
    node.start(['patroni', this.#configurationOf(node)], join(this.#folder, node.name, 'patroni.log'));
  }

  /** Runs patronictl. @throws Error when it fails, also when it fails with exit code 0 */
  async control(...words: readonly string[]): Promise<void> {
    const [node] = this.nodes;
    if (!node) return;
    const all = ['-c', this.#configurationOf(node), ...words];
    const { stdout } = await promisify(execFile)('patronictl', all, { timeout: maxWait });
    if (/failed/i.test(stdout)) throw new Error(stdout);
  }

  /** The members as the first reachable node reports them. Empty when no node answers. */
  async members(): Promise<readonly Member[]> {
    for (const node of this.nodes) {
      const response = await this.#ask(node, '/cluster');
      if (response?.ok) return ((await response.json()) as { members?: readonly Member[] }).members ?? [];
    }
    return [];
  }

  /** The node that accepts writes now. */
  async leader(): Promise<Machine | undefined> {
    for (const node of this.nodes) if ((await this.#ask(node, '/primary'))?.ok) return node;
    return undefined;
  }

  /** Waits for a leader. @param other node that must not be the leader */
  untilLeader(other?: Machine): Promise<Machine> {
    return this.#until('there is no new leader', async () => {
      const leader = await this.leader();
      return leader === other ? undefined : leader;
    });
  }

  /** Waits until all standbys replicate and, in synchronous mode, one of them confirms commits. */
  async untilHealthy(): Promise<void> {
    await this.#until('the cluster is not complete', async () => {
      const members = await this.members();
      const leader = members.find(({ role }) => role === 'leader');
      const follow = members.filter(
        ({ role, state, timeline, lag }) =>
          role !== 'leader' && followingStates.includes(state) && timeline === leader?.timeline && Number(lag) <= maxLag,
      );
      const isWhole = leader?.state === 'running' && follow.length === this.nodes.length - 1;
      return isWhole && (await this.leader()) !== undefined && (await this.#isSynchronous(follow)) ? true : undefined;
    });
  }

  /** A standby. @param role `sync_standby` confirms commits, `replica` does not */
  async standby(role: 'sync_standby' | 'replica'): Promise<Machine> {
    const name = (await this.members()).find((member) => member.role === role)?.name;
    const node = this.nodes.find((each) => each.name === name);
    if (!node) throw new Error(`the cluster has no ${role}`);
    return node;
  }

  /** Sets whether commits wait for a standby. Resolves when the servers have applied the setting. */
  async setSynchronous(isOn: boolean): Promise<void> {
    const leader = await this.untilLeader();
    await fetch(`http://${leader.address}:8008/config`, {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode: isOn, synchronous_mode_strict: isOn }),
    });
    await this.#until('the replication does not change', async () => {
      const [row] = await this.#asSuperuser('show synchronous_standby_names');
      return (row?.synchronous_standby_names !== '') === isOn ? true : undefined;
    });
    await this.untilHealthy();
  }

  /** Creates an empty database. @returns its name */
  async createDatabase(name: string): Promise<string> {
    const [role] = await this.#asSuperuser(`select 1 from pg_roles where rolname = '${owner.name}'`);
    if (!role) await this.#asSuperuser(`create role ${owner.name} login password '${owner.password}'`);
    await this.#asSuperuser(`create database ${name} owner ${owner.name}`);
    return name;
  }

  dropDatabase(name: string): Promise<unknown> {
    return this.#asSuperuser(`drop database if exists ${name} with (force)`);
  }

  /** URL of a database on the current leader. */
  async urlOf(database: string): Promise<string> {
    return this.urlAt(await this.untilLeader(), database);
  }

  urlAt(node: Machine, database: string): string {
    return `postgres://${owner.name}:${owner.password}@${node.address}:5432/${database}`;
  }

  async #isSynchronous(following: readonly Member[]): Promise<boolean> {
    const [row] = await this.#asSuperuser('show synchronous_standby_names').catch(() => []);
    return row?.synchronous_standby_names === '' || following.some(({ role }) => role === 'sync_standby');
  }

  async #asSuperuser(statement: string): Promise<Record<string, unknown>[]> {
    const leader = await this.untilLeader();
    const client = new pg.Client({
      connectionString: `postgres://postgres:superuser-secret@${leader.address}/postgres`,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => {}); // the query fails as well
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  #configurationOf(node: Machine): string {
    return join(this.#folder, node.name, 'etc/patroni/config.yml');
  }

  #ask(node: Machine, path: string): Promise<Response | undefined> {
    return fetch(`http://${node.address}:8008${path}`, { signal: AbortSignal.timeout(answerTimeout) }).catch(() => undefined);
  }

  async #until<T>(problem: string, find: () => Promise<T | undefined>): Promise<T> {
    for (const end = Date.now() + maxWait; ; await delay(250)) {
      const found = await find();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${problem} after ${maxWait / 1000} s: ${JSON.stringify(await this.members())}`);
    }
  }
}
