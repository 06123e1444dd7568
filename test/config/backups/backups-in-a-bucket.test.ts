import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { newKeyPair } from '../../../adapters/archive/index.js';
import { refuse, S3Server, s3Keys } from '../../support/counterparts/s3-server.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import type { EndedRun } from '../../support/processes/program-process.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

describe('Backups in a bucket', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let server: S3Server;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    database = await createEmbeddedDatabase();
    server = await S3Server.start();
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    server.stop();
    await database.drop();
    folder.remove();
  });

  async function start(variables: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    service = await ServiceProcess.start({
      databaseUrl: database.url,
      variables: {
        ...{ HEXIPAM_BACKUP_DIR: 's3://backups/ipam/daily', HEXIPAM_METRICS_PUBLIC: 'on' },
        ...server.variables,
        ...variables,
      },
    });
    return service;
  }

  const metricsOf = ({ url }: ServiceProcess): Promise<string> => fetch(`${url}/metrics`).then((answer) => answer.text());

  /** Runs a command with the keys of the S3 server. */
  async function run(...words: readonly string[]): Promise<EndedRun> {
    Object.assign(process.env, server.variables);
    try {
      return await runInProcess(words, { databaseUrl: database.url, folder: folder.path });
    } finally {
      for (const name of Object.keys(server.variables)) delete process.env[name];
    }
  }

  it('are written, read back and counted, and the oldest with the prefix are deleted', async () => {
    const other = 'ipam/hexipam-20200101T030000000Z.jsonl.gz';
    for (const key of [other, ...['01', '02', '03'].map((day) => `ipam/daily/hexipam-202001${day}T030000000Z.jsonl.gz`)])
      server.objects.set(key, Buffer.from('old'));
    const started = await start({ HEXIPAM_BACKUP_KEEP: '2' });
    await started.logged('backup written and read back');
    const keys = [...server.objects.keys()].sort();
    expect(keys).to.have.length(3);
    expect(keys).to.include.members([other, 'ipam/daily/hexipam-20200103T030000000Z.jsonl.gz']);
    const made = keys.find((key) => key.includes('/daily/') && !key.includes('-2020')) ?? '';
    expect(gunzipSync(server.objects.get(made) ?? Buffer.of()).toString()).to.match(/"end":true,"rows":\d+/);
    const metrics = await metricsOf(started);
    expect(metrics).to.match(/^hexipam_backup_failures 0$/m);
    expect(metrics).to.match(new RegExp(`^hexipam_backup_size_bytes ${server.objects.get(made)?.length}$`, 'm'));
    const verified = await run('restore', `s3://backups/${made}`, '--verify');
    expect(verified.output).to.contain('no problems found\n');
    expect(started.logs).to.not.contain(s3Keys.secretKey);
  });

  it('fail with the cause, and leave no damaged object', async () => {
    server.fault = ({ method, key, body }, response) => {
      if (method !== 'PUT') return false;
      server.objects.set(key, Buffer.from(body).reverse());
      response.end();
      return true;
    };
    const started = await start();
    await started.logged('backup failed');
    expect(started.logs).to.match(/"problem":"[^"]*(Hexipam archive|damaged|no JSON)/);
    expect([...server.objects.keys()]).to.deep.equal([]);
    const metrics = await metricsOf(started);
    expect(metrics).to.match(/^hexipam_backup_failures 1$/m);
    expect(metrics).to.match(/^hexipam_backup_last_success_timestamp_seconds 0$/m);
  });

  it('fail before any upload when the bucket cannot be read', async () => {
    server.fault = (_, response) => {
      refuse(response, 403, 'AccessDenied');
      return true;
    };
    const started = await start();
    await started.logged('backup failed');
    expect(started.logs).to.contain('answered 403 to GET backups: AccessDenied');
    expect(server.requests.filter((request) => !request.startsWith('GET'))).to.deep.equal([]);
  });

  it('do not block the end of the service when the server does not respond', async () => {
    server.fault = () => true;
    const started = await start();
    await started.stop();
    service = undefined;
    expect(server.objects.size).to.equal(0);
  });

  it('are made by hexipam backup, encrypted, and restored by hexipam restore', async () => {
    const { recipient } = await newKeyPair([]);
    process.env.HEXIPAM_BACKUP_RECIPIENTS = recipient;
    const encrypted = await run('backup', 's3://backups', '--json').finally(() => delete process.env.HEXIPAM_BACKUP_RECIPIENTS);
    expect(encrypted.code, encrypted.errors).to.equal(0);
    expect(JSON.parse(encrypted.output).file).to.match(/^s3:\/\/backups\/hexipam-\w+\.jsonl\.gz\.age$/);
    const plain = await run('backup', 's3://backups', '--keep', '1');
    expect(plain.output).to.match(
      /^\d+ rows were written to s3:\/\/backups\/hexipam-\w+\.jsonl\.gz\nremoved hexipam-\w+\.jsonl\.gz\.age\n$/,
    );
    const [key] = server.objects.keys();
    const restored = await run('restore', `s3://backups/${key}`, '--replace');
    expect(restored.code, restored.errors).to.equal(0);
    const missing = await run('restore', 's3://backups/none', '--verify');
    expect(missing.errors).to.contain('answered 404 to GET backups/none: NoSuchKey');
    expect((await run('backup', 's3://B')).code).to.equal(2);
  });

  it('are checked by hexipam doctor', async () => {
    process.env.HEXIPAM_BACKUP_DIR = 's3://backups/ipam';
    try {
      expect((await run('doctor')).output).to.match(/^PROBLEM {2}backups +no backup in s3:\/\/backups\/ipam;/m);
      server.objects.set(`ipam/hexipam-${new Date().toISOString().replace(/[-:.]/g, '')}.jsonl.gz`, Buffer.from('new'));
      expect((await run('doctor')).output).to.match(/^ok {7}backups +hexipam-\w+\.jsonl\.gz, 3 bytes, not encrypted$/m);
      server.stop();
      expect((await run('doctor')).output).to.match(/^PROBLEM {2}backups +the server .* cannot be reached: ECONNREFUSED/m);
    } finally {
      delete process.env.HEXIPAM_BACKUP_DIR;
    }
  });
});
