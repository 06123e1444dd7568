import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../test/support/databases/postgres-server.js';
import { adminPassword, ServiceProcess } from '../test/support/processes/service-process.js';
import { makeTemporaryFolder } from '../test/support/temporary-folder.js';
import type { Options } from './command-line.js';
import { FloorProcess } from './floors/floor-process.js';
import { floorTables } from './floors/floor-queries.js';
import { LoadProcess } from './load/load-process.js';
import { serverProcess } from './processor-time.js';
import type { Sizes } from './seeds/places.js';
import { seed } from './seeds/seed.js';
import { openEmbedded, openServer, type SqlSession } from './sql-session.js';
import { waitForStillness } from './stillness.js';

/** A database on which the service and the floors can be started. */
interface Storage {
  /** URL for the service. */
  readonly url: string;
  /** URL or directory for the floors. */
  readonly floors: string;
  /** A session of the server, if there is one, and its first process. */
  readonly session?: SqlSession;
  readonly process?: number | undefined;
  drop(): Promise<void>;
}

/** All processes of a measurement. */
export class Stage {
  readonly load = new LoadProcess();
  readonly floors: FloorProcess;
  readonly #storage: Storage;
  readonly #start: () => Promise<ServiceProcess>;
  #service: ServiceProcess;

  private constructor(storage: Storage, floors: FloorProcess, service: ServiceProcess, start: () => Promise<ServiceProcess>) {
    this.#storage = storage;
    this.floors = floors;
    this.#service = service;
    this.#start = start;
  }

  /** Creates a seeded database and starts all processes. @param report reports progress, because seeding takes long */
  static async build(options: Options, sizes: Sizes, report: (text: string) => void): Promise<Stage> {
    const fill = (session: SqlSession) => seed(session, sizes, report).then(() => session.run(floorTables));
    const storage = await (options.embedded ? embeddedStorage(fill) : serverStorage(fill, options));
    try {
      const words = options.workers === undefined ? [] : ['--workers', String(options.workers)];
      const start = () => startService(storage.url, words, options.durable);
      const [floors, service] = await Promise.all([FloorProcess.start(storage.floors), start()]);
      return new Stage(storage, floors, service, start);
    } catch (error) {
      await storage.drop();
      throw error;
    }
  }

  get service(): ServiceProcess {
    return this.#service;
  }

  /** Restarts the service, which clears its memory. */
  async restartService(): Promise<void> {
    await this.#service.stop();
    this.#service = await this.#start();
  }

  /** Starts another service with the database, which must be on a server. The caller stops it. */
  startAnother(variables: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    return startService(this.#storage.url, [], false, variables);
  }

  /** URL of the service's database. */
  get databaseUrl(): string {
    return this.#storage.url;
  }

  /** A session of the database server; undefined for an embedded database. */
  get session(): SqlSession | undefined {
    return this.#storage.session;
  }

  /** First process of the database server; undefined for an embedded database, which runs in the process of its user. */
  get database(): number | undefined {
    return this.#storage.process;
  }

  /** Waits until all processes are idle. */
  still(): Promise<void> {
    return waitForStillness([this.#service.pid, this.floors.pid], this.#storage.session);
  }

  /** Returns a new access token of Admin. */
  async token(): Promise<string> {
    const client = this.#service.client();
    const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
    const answer = await client.send({ method: 'POST', target: '/user/', headers: { authorization } });
    client.close();
    return String(answer.record.token);
  }

  /** Returns a new key of Admin with permission to read everything. */
  async key(token: string): Promise<string> {
    const client = this.#service.client();
    const body = JSON.stringify({ name: `bench ${Date.now()}`, scopes: ['*:read'] });
    const headers = { token, 'Content-Type': 'application/json' };
    const answer = await client.send({ method: 'POST', target: '/keys/', headers, body });
    client.close();
    return String(answer.record.key);
  }

  /** Ends all processes and drops the database. */
  async clear(): Promise<void> {
    this.load.stop();
    await this.#service.kill9();
    await this.floors.stop();
    await this.#storage.drop();
  }
}

function startService(
  databaseUrl: string,
  words: readonly string[],
  durable = false,
  further: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const variables = { HEXIPAM_LOG_LEVEL: 'warn', HEXIPAM_EMBEDDED_SYNC: durable ? 'on' : 'off', ...further };
  return ServiceProcess.start({ databaseUrl, words, variables, nodeFlags: [] });
}

/** Makes the service create its schema and first user. */
async function prepare(url: string): Promise<void> {
  await (await startService(url, [])).stop();
}

/** @param fill fills the prepared database */
async function serverStorage(fill: (session: SqlSession) => Promise<void>, { durable }: Options): Promise<Storage> {
  const server = await startPostgres({ durable });
  const database = await createDatabase(server.url);
  const session = openServer(database.url, 1);
  const drop = async () => {
    await session.close();
    await database.drop();
    await server.stop();
  };
  try {
    await prepare(database.url);
    await fill(session);
    const process = await serverProcess(session);
    return { url: database.url, floors: database.url, session, process, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Creates an embedded database. Only one process can use it, so the floors get a copy. */
async function embeddedStorage(fill: (session: SqlSession) => Promise<void>): Promise<Storage> {
  const folder = makeTemporaryFolder();
  const [own, floors] = [join(folder.path, 'service'), join(folder.path, 'floors')];
  try {
    await prepare(`file:${own}`);
    const directory = join(own, 'postgres');
    const session = await openEmbedded(directory);
    await fill(session).finally(() => session.close());
    await cp(directory, floors, { recursive: true });
    return { url: `file:${own}`, floors, drop: async () => folder.remove() };
  } catch (error) {
    folder.remove();
    throw error;
  }
}
