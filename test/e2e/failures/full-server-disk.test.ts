import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer } from '../../support/api-client.js';
import { createDatabase, type OwnPostgres, startOwnPostgres } from '../../support/databases/postgres-server.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { Disk } from '../support/disk.js';

/** Size of the disk in MiB: a server and a database. */
const size = 320;

/** A long text that soon fills the free space of the table and the log. */
const long = 'x'.repeat(60_000);

describe('A service over PostgreSQL with a full disk (skipped without permission to mount disks)', function () {
  this.timeout(180_000);
  let disk: Disk | undefined;
  let server: OwnPostgres | undefined;
  let service: ServiceProcess | undefined;
  before(async function () {
    // mounting a small disk needs root
    if (!Disk.isPossible()) return this.skip();
    disk = new Disk(size);
    for (const path of [disk.path, dirname(disk.path)]) chmodSync(path, 0o711); // the server runs as another user
    server = await startOwnPostgres({ durable: true, parent: disk.path });
    service = await ServiceProcess.start({ databaseUrl: (await createDatabase(server.url)).url });
  });
  after(async () => {
    await service?.kill9();
    await server?.stop();
    disk?.remove();
  });

  it('is not ready and returns 503 until there is space again, and has all acknowledged writes', async () => {
    if (!disk || !service) throw new Error('there is no disk');
    const { url } = service;
    const client = await service.signIn();
    const acknowledged: string[] = [];
    const add = async (name: string): Promise<Answer> => {
      const answer = await client.post('/sections/', { name, description: long });
      if (answer.status === 201) acknowledged.push(name);
      return answer;
    };
    const becomes = async (status: number): Promise<void> => {
      while ((await fetch(new URL('/readyz', url))).status !== status) await delay(50);
    };
    expect((await add('Before')).status).to.equal(201);
    await becomes(200);

    disk.fill();
    await becomes(503);
    const statuses = new Set<number>();
    for (let i = 0; i < 20 || !statuses.has(503); i++) statuses.add((await add(`During ${i}`)).status);
    expect([...statuses].filter((status) => status !== 201)).to.deep.equal([503]);
    expect((await fetch(new URL('/readyz', url))).status).to.equal(503);

    const signedIn = await service.signIn();
    const read = (await signedIn.get('/sections/')).records.map(({ name }) => String(name));
    expect(read).to.include.members(acknowledged);
    signedIn.close();

    disk.makeRoom();
    await becomes(200);
    expect((await add('After')).status).to.equal(201);
    const found = (await client.get('/sections/')).records.map(({ name }) => String(name));
    expect(found).to.include.members(acknowledged);
    client.close();
  });
});
