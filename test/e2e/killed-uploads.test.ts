import { mkdirSync, readdirSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../support/databases/prepared-databases.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

describe('Uploaded rows of a killed service', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let databases: readonly [TestDatabase, TestDatabase];
  const services: ServiceProcess[] = [];
  const uploads: ClientRequest[] = [];

  before(async () => {
    folder = makeTemporaryFolder();
    mkdirSync(join(folder.path, 'temporary'));
    databases = [await createEmbeddedDatabase(), await createEmbeddedDatabase()];
  });
  after(async () => {
    for (const upload of uploads) upload.destroy();
    for (const service of services) await service.kill9();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  const left = (): readonly string[] => readdirSync(join(folder.path, 'temporary'));

  async function start({ url }: TestDatabase): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ databaseUrl: url, variables: { TMPDIR: join(folder.path, 'temporary') } });
    services.push(service);
    return service;
  }

  /** Starts an upload that never ends. @returns the folder that receives it */
  async function beginUpload({ url }: TestDatabase): Promise<string> {
    const before = left();
    const socketPath = join(url.replace(/^file:/, ''), 'admin.sock');
    const upload = request({ socketPath, path: '/rows', method: 'POST' });
    upload.on('error', () => {});
    upload.write('{"kind":"address"');
    uploads.push(upload);
    for (;;) {
      const arrived = left().find((name) => !before.includes(name));
      if (arrived !== undefined) return arrived;
      await delay(10);
    }
  }

  it('are deleted at the next start, while uploads to another service remain', async () => {
    const [killed, living] = databases;
    const victim = await start(killed);
    await start(living);
    const lost = await beginUpload(killed);
    const coming = await beginUpload(living);
    await victim.kill9();
    expect(left()).to.have.members([lost, coming]);
    await start(killed);
    expect(left()).to.deep.equal([coming]);
  });
});
