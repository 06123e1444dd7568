import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import { engineFlags, program } from '../../support/processes/program-process.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';

/** Runs the program to its end. */
function run(
  words: readonly string[],
  databaseUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const env = { ...process.env, HEXIPAM_DATABASE_URL: databaseUrl, HEXIPAM_PORT: '0', ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [...engineFlags, program, ...words], { env, timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

/** The process ids of the workers. */
async function workersOf(service: ServiceProcess): Promise<number[]> {
  const children = await new Promise<string>((resolve) =>
    execFile('ps', ['-o', 'pid=', '--ppid', String(service.pid)], (_error, stdout) => resolve(stdout)),
  );
  return children.trim().split(/\s+/).map(Number);
}

describe('A service of several workers', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;

  before(async () => {
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url, words: ['--workers', '2'] });
  });

  after(async () => {
    await service?.stop();
    await database?.drop();
  });

  /** Clients with separate connections, so that every worker gets some. */
  const clients = (token: string) => Array.from({ length: 8 }, () => service.client({ token }));

  it('logs its URL once and the hint of the first start', () => {
    expect(service.logs.match(/listens on/g)).to.have.length(1);
    expect(service.logs).to.contain('2 workers serve').and.to.contain('This is the first start');
    expect(service.logs).not.to.contain(adminPassword);
  });

  it('rejects an ended token immediately in all of its processes', async () => {
    for (let round = 0; round < 10; round++) {
      const unauthenticated = service.client();
      const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
      const { token } = (await unauthenticated.send({ method: 'POST', target: '/user/', headers: { authorization } })).record as {
        token: string;
      };
      const all = clients(token);
      const read = () => Promise.all(all.map((client) => client.send({ method: 'GET', target: '/sections/' })));
      for (const answer of await read()) expect(answer.status).to.equal(200);
      expect((await all[0]?.send({ method: 'DELETE', target: '/user/' }))?.status).to.equal(200);
      for (const answer of await read()) expect(answer.status).to.equal(401);
      for (const client of [...all, unauthenticated]) client.close();
    }
  });

  it('serves requests when a worker is killed, and replaces the worker', async () => {
    const client = await service.signIn();
    const [victim] = await workersOf(service);
    process.kill(victim as number, 'SIGKILL');
    await service.logged('worker exited, starting another');
    expect(service.logs).to.include(`"pid":${victim},"exitCode":null,"signal":"SIGKILL","message":"worker exited`);
    for (let request = 0; request < 20; request++) {
      const fresh = client.with({}); // a separate connection, so that every worker gets some
      expect((await fresh.send({ method: 'GET', target: '/sections/' })).status).to.equal(200);
      fresh.close();
    }
    (await service.signIn()).close();
    client.close();
  });
});

describe('A stop of a service of several workers', function () {
  this.timeout(120_000);

  for (const [title, prepare, seconds, code] of [
    ['exits with 0 when all workers exit', () => undefined, '60', 0],
    ['exits with 1 when a worker had to be killed', (worker: number) => process.kill(worker, 'SIGSTOP'), '2', 1],
  ] as const)
    it(title, async () => {
      const database = await createPostgresDatabase();
      const variables = { HEXIPAM_STOP_TIMEOUT: seconds };
      const service = await ServiceProcess.start({ databaseUrl: database.url, words: ['--workers', '2'], variables });
      try {
        const [worker] = await workersOf(service);
        prepare(Number(worker));
        service.terminate();
        expect(await service.exit()).to.equal(code);
      } finally {
        await service.kill9();
        await database.drop();
      }
    });

  it('exits with 0 while a worker replaces a killed one', async () => {
    const database = await createPostgresDatabase();
    const variables = { HEXIPAM_STOP_TIMEOUT: '60' }; // the new worker may start slowly
    const service = await ServiceProcess.start({ databaseUrl: database.url, words: ['--workers', '2'], variables });
    try {
      const workers = await workersOf(service);
      process.kill(Number(workers[0]), 'SIGKILL');
      await service.logged('worker exited, starting another');
      while ((await workersOf(service)).every((worker) => workers.includes(worker))) await delay(10);
      service.terminate();
      expect(await service.exit()).to.equal(0);
    } finally {
      await service.kill9();
      await database.drop();
    }
  });
});

describe('A service of several workers that cannot start', function () {
  this.timeout(120_000);

  it('exits with 2 over an embedded database, which only one process can use', async () => {
    const { code, output } = await run(['serve', '--workers', '2'], 'memory:');
    expect(code).to.equal(2);
    expect(output).to.contain('must be the URL of a PostgreSQL server for several workers');
  });

  it('exits with the reason over an unreachable database', async () => {
    const { code, output } = await run(['serve', '--workers', '2'], 'postgres://nobody@127.0.0.1:1/none');
    expect(code).to.equal(1);
    expect(output).to.contain('cannot use the database');
  });

  it('exits with its workers when the metrics port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const database = await createPostgresDatabase();
    try {
      const { port } = other.address() as AddressInfo;
      const { code, output } = await run(['serve', '--workers', '2'], database.url, { HEXIPAM_METRICS_PORT: String(port) });
      expect(code).to.equal(1);
      expect(output).to.contain(`:${port}: the port is in use`);
    } finally {
      await database.drop();
      other.close();
    }
  });
});

describe('The command hexipam check', function () {
  this.timeout(240_000);

  it('finds no problems in a new database, and requires missing migrations first', async () => {
    const database = await createDatabase((await sharedPostgres()).url);
    try {
      const early = await run(['check'], database.url);
      expect(early.code).to.equal(1);
      expect(early.output).to.contain('run hexipam migrate');
      expect((await run(['migrate'], database.url)).code).to.equal(0);
      expect(await run(['check'], database.url)).to.deep.equal({ code: 0, output: 'no problems found\n' });
      expect(await run(['check', '--json', '--repair'], database.url)).to.deep.equal({ code: 0, output: '[]\n' });
    } finally {
      await database.drop();
    }
  });
});
