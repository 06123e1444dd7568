import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';

describe('An endless list', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let client: ApiClient;
  let path: string;
  let token: string;

  before(async () => {
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url });
    client = await service.signIn();
    const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
    token = String((await client.send({ method: 'POST', target: '/user/', headers: { authorization } })).record.token);
    const sectionId = (await client.post('/sections/', { name: 'Everything' })).id;
    const everything = (await client.post('/subnets/', { sectionId, subnet: '::', mask: 0 })).id;
    path = `/subnets/${everything}/all_subnets/128/`;
  });

  after(async () => {
    client?.close();
    await service?.stop();
    await database?.drop();
  });

  /** Starts to read the list. */
  async function begin(): Promise<{ readonly outgoing: ClientRequest; readonly incoming: IncomingMessage }> {
    const outgoing = request(`${service.url}/api/default${path}`, { headers: { token }, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    incoming.on('error', () => undefined);
    return { outgoing, incoming };
  }

  it('does not block other clients while a client reads it at full speed', async () => {
    const { outgoing, incoming } = await begin();
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    const seen: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      expect((await client.get('/sections/')).status).to.equal(200);
      await once(incoming, 'data');
      seen.push(bytes);
    }
    expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));
    outgoing.destroy();
  });

  it('does not block other clients while clients pause reading, or after they disconnect', async () => {
    const waiting = await Promise.all([begin(), begin(), begin()]);
    expect((await client.get('/sections/')).status).to.equal(200);
    for (const { outgoing } of waiting) outgoing.destroy();
    expect((await client.get('/sections/')).status).to.equal(200);
  });

  it('causes no log entries when its reader disconnects', () => {
    expect(service.complaints).to.deep.equal([]);
    expect(service.logs).not.to.include('Warning');
  });

  it('supports HEAD', async () => {
    const answer = await client.send({ method: 'HEAD', target: path });
    expect([answer.status, answer.text]).to.deep.equal([200, '']);
  });
});
