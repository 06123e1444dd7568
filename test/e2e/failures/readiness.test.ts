import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

/** Ends all other connections to a database. */
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('The readiness of a service under load', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let proxy: TcpProxy;
  let session: DatabaseSession;
  let service: ServiceProcess;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    session = await DatabaseSession.open(database.url);
    proxy = await TcpProxy.inFrontOf(database.url);
    service = await ServiceProcess.start({
      databaseUrl: proxy.urlOf(database.url),
      variables: { HEXIPAM_DATABASE_TIMEOUT: '5' },
    });
  });
  afterEach(async () => {
    await service?.kill9();
    await proxy?.close();
    await session?.close();
    await database?.drop();
  });

  const status = async (): Promise<number> => (await fetch(new URL('/readyz', service.url))).status;
  const becomes = async (expected: number): Promise<void> => {
    while ((await status()) !== expected) await delay(50);
  };

  it('follows its database when that is silent, unreachable or read-only, and nothing else', async () => {
    const client = await service.signIn();
    const load = { ended: false, acknowledged: 0 };
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; !load.ended; turn++) {
        const answer = await client.post('/sections/', { name: `Section ${writer}.${turn}` });
        if (answer.status === 201) load.acknowledged++;
        else await delay(50);
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    const [name] = await session.rows<{ name: string }>('select current_database() as name');
    const setReadOnly = async (sql: string): Promise<void> => {
      await session.rows(`alter database "${name?.name}" ${sql}`);
      await session.rows(endOthers);
    };
    const signInAndRead = async (): Promise<void> => {
      const reader = await service.signIn();
      expect((await reader.get('/sections/')).status).to.equal(200);
      expect((await reader.post('/sections/', { name: 'Refused' })).text).to.include('refuses writes');
      reader.close();
    };
    const troubles: [begin: () => unknown, end: () => unknown, meanwhile?: () => Promise<void>][] = [
      [() => proxy.goSilent(), () => proxy.pass()],
      [() => proxy.refuse(), () => proxy.accept()],
      [
        () => setReadOnly('set default_transaction_read_only = on'),
        () => setReadOnly('reset default_transaction_read_only'),
        signInAndRead,
      ],
    ];
    for (const [begin, end, meanwhile] of troubles) {
      const before = load.acknowledged;
      while (load.acknowledged < before + 30) {
        expect(await status()).to.equal(200);
        await delay(10);
      }
      await begin();
      await becomes(503);
      await delay(1100); // the next answer is not the cached one
      expect(await status()).to.equal(503);
      await meanwhile?.();
      await end();
      await becomes(200);
    }
    load.ended = true;
    await writers;
    client.close();
  });
});
