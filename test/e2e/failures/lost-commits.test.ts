import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

const unknown = '503 The database did not confirm the change: its outcome is unknown, check before you try again';
const unavailable = '503 The database is not available: nothing was changed, try again later';
const requests = 24;

describe('A connection that is lost while the database answers a commit', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let session: DatabaseSession;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let client: ApiClient;

  before(async () => {
    database = await createPostgresDatabase();
    session = await DatabaseSession.open(database.url);
    proxy = await TcpProxy.inFrontOf(database.url);
    service = await ServiceProcess.start({ databaseUrl: proxy.urlOf(database.url) });
    client = await service.signIn();
  });
  after(async () => {
    client?.close();
    await service?.stop();
    await proxy?.close();
    await session?.close();
    await database?.drop();
  });

  it('gives no request two addresses, and reports unknown outcomes', async () => {
    const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
    const subnet = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    const held = async (): Promise<number> => (await session.rows('select 1 from addresses')).length;
    const ignore = proxy.onSent('commit', () => proxy.holdAnswers());
    const answers = Promise.all(
      Array.from({ length: requests }, async (_, n) => {
        const answer = await client.post(`/addresses/first_free/${subnet}/`, { hostname: `host-${n}` });
        expect(answer.headers['retry-after']).to.equal(answer.status === 503 ? '2' : undefined);
        return answer.summary;
      }),
    );
    while ((await held()) === 0) await delay(5);
    ignore();
    proxy.cut();
    proxy.pass();
    const summaries = await answers;
    const count = (summary: string) => summaries.filter((each) => each === summary).length;
    expect(count(unknown), 'nobody knows').to.be.greaterThan(0);
    expect(count('201') + count(unknown) + count(unavailable), summaries.join()).to.equal(requests);
    const names = (await session.rows<{ hostname: string }>('select hostname from addresses')).map(({ hostname }) => hostname);
    expect(new Set(names).size, 'one address a request').to.equal(names.length);
    expect(names.length, 'the commit that was lost had been done').to.equal(count('201') + count(unknown));
    expect(await client.post(`/addresses/first_free/${subnet}/`).then(({ status }) => status)).to.equal(201);
    const complaints = service.complaints.filter((line) => !line.includes('"message":"database unavailable"'));
    expect(complaints, 'no line for each request').to.deep.equal([]);
  });

  it('causes one log entry for all failures until the database is available again', async () => {
    const lines = (message: string) => service.logs.split('\n').filter((line) => line.includes(`"message":"${message}"`));
    const health = async () => (await fetch(`${service.url}/readyz`)).status;
    await service.logged('database available again', 0); // after the previous test
    const before = lines('database unavailable').length;
    expect(await health()).to.equal(200);
    const from = service.logs.length;
    const began = performance.now();
    await proxy.refuse();
    for (let time = 0; time < 10; time++) {
      const answer = await client.post('/sections/', { name: `Customers ${time}` });
      expect(answer.summary).to.equal(unavailable);
    }
    while ((await health()) !== 503) await delay(50);
    expect(lines('database unavailable')).to.have.length(before + 1);
    await proxy.accept();
    const seconds = (performance.now() - began) / 1000;
    await service.logged('database available again', from);
    expect(lines('database unavailable')).to.have.length(before + 1);
    const { failed } = JSON.parse(lines('database available again').at(-1) ?? '{}');
    const own = 5 + Math.ceil(2 * Math.max(0, seconds - 3)); // a busy machine needs more time for the requests
    expect(failed, 'these requests, and what the service does by itself every few seconds').to.be.within(10, 10 + own);
    expect((await client.post('/sections/', { name: 'Back again' })).status).to.equal(201);
    while ((await health()) !== 200) await delay(50);
  });
});
