import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
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

  it('are made at the start after a missed one, read back, and the oldest are deleted', async () => {
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

  it('delete no directories, empty files or future files with names of backups', async () => {
    database = await createEmbeddedDatabase();
    const others = ['hexipam-20200101T030000000Z.jsonl.gz', 'hexipam-20200102T030000000Z.jsonl.gz'];
    const future = ['hexipam-29990101T030000000Z.jsonl.gz', 'hexipam-29990102T030000000Z.jsonl.gz'];
    mkdirSync(join(directory(), others[0] ?? ''), { recursive: true });
    writeFileSync(join(directory(), others[1] ?? ''), '');
    for (const name of future) writeFileSync(join(directory(), name), 'of a clock that was wrong');
    const service = await start({ HEXIPAM_BACKUP_KEEP: '1' });
    await service.logged('backup written and read back');
    const names = backups();
    expect(names).to.include.members([...others, ...future]);
    expect(names).to.have.length(5);
    await service.stop();
    await start({ HEXIPAM_BACKUP_KEEP: '1' });
    await delay(3000); // the first check is after a second
    expect(backups()).to.deep.equal(names);
  });

  it('are made once by several processes over one database', async () => {
    database = await createPostgresDatabase();
    const first = await start({}, ['--workers', '2']);
    await first.logged('backup written and read back');
    const second = await start({ HEXIPAM_BACKUP_DIR: join(folder.path, 'elsewhere') });
    await delay(4000); // its first check is after a second
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

  it('reject a directory that cannot be created, like hexipam backup, for each error of the system', async function () {
    // only Linux has /proc, which allows no new directories
    if (process.platform !== 'linux') this.skip();
    database = await createEmbeddedDatabase();
    for (const directory of ['/proc/x', '/proc/x/y', '/proc/version/x']) {
      const { code, errors } = await runInProcess(['backup', directory], { databaseUrl: database.url, folder: folder.path });
      expect({ code, errors }).to.deep.include({ code: 1 });
      expect(errors).to.match(new RegExp(`^hexipam: ${directory} cannot be written: `));
    }
  });

  it('stop with the service, and leave no unfinished file', async () => {
    database = await createEmbeddedDatabase();
    const service = await start();
    await service.stop();
    services = [];
    expect(backups().filter((name) => name.endsWith('.unfinished'))).to.deep.equal([]);
  });
});
