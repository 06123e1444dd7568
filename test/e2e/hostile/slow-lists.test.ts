import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

/** Heap limit of the service in MiB: half of the memory that 15 buffered responses would need. */
const heap = 96;
const addresses = 200;
const note = 'x'.repeat(65_000);

for (const { name, make, readers } of [
  { name: 'PostgreSQL', make: createPostgresDatabase, readers: 15 },
  { name: 'the embedded database with its single connection', make: createEmbeddedDatabase, readers: 3 },
])
  describe(`A service with little memory on ${name}, with clients that do not read their lists`, function () {
    this.timeout(180_000);
    let database: TestDatabase;
    let service: ServiceProcess;
    let client: ApiClient;
    const sockets: Socket[] = [];

    before(async () => {
      database = await make();
      const variables = { NODE_OPTIONS: `--max-old-space-size=${heap}`, HEXIPAM_DATABASE_TIMEOUT: '60' };
      service = await ServiceProcess.start({ databaseUrl: database.url, variables });
      client = await service.signIn();
    });
    after(async () => {
      for (const socket of sockets) socket.destroy();
      client?.close();
      await service?.kill9();
      await database?.drop();
    });

    /** Requests a list, waits for its first bytes, and reads no further. */
    const begin = async (path: string): Promise<void> => {
      const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
      sockets.push(socket);
      await once(socket, 'connect');
      socket.write(`GET /api/default${path} HTTP/1.1\r\nHost: x\r\ntoken: ${client.token}\r\n\r\n`);
      await once(socket, 'readable');
    };

    it('answers other requests', async () => {
      const sectionId = (await client.post('/sections/', { name: 'Long' })).id;
      const subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      for (let i = 0; i < addresses; i++)
        expect((await client.post(`/addresses/first_free/${subnetId}/`, { note })).status).to.equal(201);
      const path = `/subnets/${subnetId}/addresses/`;
      await Promise.all(Array.from({ length: readers }, () => begin(path)));
      expect((await client.get(`/sections/${sectionId}/`)).status).to.equal(200);
      expect((await client.get(path)).records.map((record) => record.note)).to.deep.equal(
        Array.from({ length: addresses }, () => note),
      );
      expect(service.complaints).to.deep.equal([]);
    });
  });
