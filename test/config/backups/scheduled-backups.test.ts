import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

describe('Scheduled backups', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let services: ServiceProcess[];

  beforeEach(() => {
    folder = makeTemporaryFolder();
    services = [];
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await database.drop();
    folder.remove();
  });

  const directory = (): string => join(folder.path, 'backups');
  const backups = (): string[] => (existsSync(directory()) ? readdirSync(directory()).sort() : []);

  async function start(variables: Readonly<Record<string, string>> = {}, words: readonly string[] = []): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({
      databaseUrl: database.url,
      words,
      variables: { HEXIPAM_BACKUP_DIR: directory(), ...variables },
    });
    services.push(service);
    return service;
  }

  it('are made at the start when one was missed, read back, and the oldest are removed', async () => {
    database = await createEmbeddedDatabase();
    mkdirSync(directory());
    for (const day of ['01', '02', '03']) writeFileSync(join(directory(), `hexipam-202001${day}T030000000Z.jsonl.gz`), 'old');
    const service = await start({ HEXIPAM_BACKUP_KEEP: '2' });
    await service.logged('backup written and read back');
    const names = backups();
    expect(names).to.have.length(2);
    expect(names[0]).to.equal('hexipam-20200103T030000000Z.jsonl.gz');
    expect(gunzipSync(readFileSync(join(directory(), names[1] ?? ''))).toString()).to.match(/"end":true,"rows":\d+/);
    const client = await service.signIn();
    const { followers } = (await client.get('/admin/health/')).envelope.data as { followers: readonly { name: string }[] };
    expect(followers.map(({ name }) => name)).to.include('backup');
    client.close();
  });

  it('are made once by several processes over one database', async () => {
    database = await createPostgresDatabase();
    const first = await start({}, ['--workers', '2']);
    await first.logged('backup written and read back');
    const second = await start({ HEXIPAM_BACKUP_DIR: join(folder.path, 'elsewhere') });
    await delay(4000); // its first look is after a second
    expect(second.logs).not.to.contain('backup');
    expect(backups()).to.have.length(1);
    expect(existsSync(join(folder.path, 'elsewhere'))).to.equal(false);
  });

  it('log a failure with its cause, count it, and leave no file', async () => {
    database = await createEmbeddedDatabase();
    writeFileSync(join(folder.path, 'file'), '');
    const service = await start({ HEXIPAM_BACKUP_DIR: join(folder.path, 'file', 'backups'), HEXIPAM_METRICS_PUBLIC: 'on' });
    await service.logged('backup failed');
    expect(service.logs).to.contain('cannot be written');
    const metrics = await fetch(`${service.url}/metrics`).then((answer) => answer.text());
    expect(metrics).to.match(/^hexipam_backup_failures 1$/m);
    expect(metrics).to.match(/^hexipam_backup_last_success_timestamp_seconds 0$/m);
  });

  it('stop with the service, which exits as usual', async () => {
    database = await createEmbeddedDatabase();
    const service = await start();
    await service.stop();
    services = [];
    expect(backups().filter((name) => name.endsWith('.unfinished'))).to.deep.equal([]);
  });
});
