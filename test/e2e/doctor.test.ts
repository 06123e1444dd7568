import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeCertificate } from '../config/support/certificate.js';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { runInProcess } from '../support/processes/run-in-process.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

interface Report {
  readonly code: number | null;
  readonly output: string;
  readonly ok: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly ok: boolean;
    readonly text: string;
    readonly todo: string | null;
  }[];
}

describe('hexipam doctor', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let databases: TestDatabase[];

  beforeEach(() => {
    folder = makeTemporaryFolder();
    databases = [];
  });
  afterEach(async () => {
    for (const { drop } of databases) await drop();
    folder.remove();
  });

  async function made(create: () => Promise<TestDatabase>): Promise<string> {
    const database = await create();
    databases.push(database);
    return database.url;
  }

  async function doctor(databaseUrl: string, variables: Readonly<Record<string, string>> = {}): Promise<Report> {
    Object.assign(process.env, { HEXIPAM_PORT: '0', ...variables });
    try {
      const { code, output } = await runInProcess(['doctor', '--json'], { databaseUrl, folder: folder.path });
      return { code, output, ...JSON.parse(output) };
    } finally {
      for (const name of ['HEXIPAM_PORT', ...Object.keys(variables)]) delete process.env[name];
    }
  }

  const problemsOf = ({ checks }: Report): string[] =>
    checks.filter(({ ok, check }) => !ok && check !== 'disk').map(({ check }) => check);
  const textOf = ({ checks }: Report, name: string): string | undefined => checks.find(({ check }) => check === name)?.text;

  it('finds no problems before the first start, and prints one line for each check', async () => {
    const url = `file:${join(folder.path, 'data')}`;
    const report = await doctor(url);
    expect(problemsOf(report)).to.deep.equal([]);
    expect({ code: report.code, ok: report.ok }).to.deep.equal({ code: 0, ok: true });
    expect(textOf(report, 'data directory')).to.contain('does not exist yet');
    const { code, output } = await runInProcess(['doctor'], { databaseUrl: url, folder: folder.path });
    expect(code).to.equal(0);
    for (const line of output.trimEnd().split('\n')) expect(line).to.match(/^ok {7}[a-zA-Z -]{15} \S/);
  });

  it('examines an embedded database without a service, and through a running one', async () => {
    const url = await made(createEmbeddedDatabase);
    expect(problemsOf(await doctor(url))).to.deep.equal([]);
    const service = await ServiceProcess.start({ databaseUrl: url });
    const report = await doctor(url, { HEXIPAM_PORT: new URL(service.url).port });
    await service.stop();
    expect(problemsOf(report)).to.deep.equal([]);
    expect(textOf(report, 'service')).to.contain(`answers at ${service.url.replace(/\/$/, '')}: ok`);
    expect(textOf(report, 'database')).to.equal('embedded, available');
  });

  it('examines a PostgreSQL server, and reports an unreachable one without its password', async () => {
    const report = await doctor(await made(createPostgresDatabase));
    expect(problemsOf(report)).to.deep.equal([]);
    expect(textOf(report, 'database')).to.match(/^PostgreSQL \d+\.\d+.* accepts writes, \d+ connections$/);
    const missing = await doctor('postgres://someone:verysecret@127.0.0.1:1/hexipam');
    expect(problemsOf(missing)).to.include('database');
    expect(missing.code).to.equal(1);
    expect(missing.output).not.to.contain('verysecret');
  });

  it('reports an invalid setting and its valid values, and runs no other checks', async () => {
    const report = await doctor('file:./data', { HEXIPAM_TOKEN_TTL: 'soon' });
    expect(report.code).to.equal(1);
    expect(report.checks.map(({ check, text }) => [check, text])).to.deep.equal([
      ['settings', 'HEXIPAM_TOKEN_TTL must be an integer from 1 to 31536000, not "soon"'],
    ]);
  });

  it('reports an impossible path of the database, and runs the other checks', async () => {
    const { code, checks } = await doctor('file:///a%2Fb');
    expect(code).to.equal(1);
    expect(checks.map(({ check }) => check)).to.include.members(['versions', 'data directory', 'database', 'backups']);
  });

  it('reports certificates that expire soon, keys of other certificates and world-readable keys', async () => {
    const url = 'memory:';
    const [own, other] = [makeCertificate(folder.path, 'own'), makeCertificate(folder.path, 'other')];
    const variables = { HEXIPAM_TLS_PORT: '1', HEXIPAM_TLS_CERT: own.certificate };
    const texts = async (key: string): Promise<string> => {
      const { checks } = await doctor(url, { ...variables, HEXIPAM_TLS_KEY: key });
      return checks.flatMap(({ check, text }) => (check === 'tls' ? [text] : [])).join('\n');
    };
    expect(await texts(own.key)).to.match(/CN=own expires at/);
    expect(await texts(other.key)).to.contain('is the key of another certificate');
    chmodSync(own.key, 0o644);
    expect(await texts(own.key)).to.contain(`every user may read ${own.key}`);
  });

  it('reports a listener on all addresses without TLS, and trust in every proxy', async () => {
    expect(problemsOf(await doctor('memory:', { HEXIPAM_HOST: '0.0.0.0' }))).to.include('proxies');
    expect(problemsOf(await doctor('memory:', { HEXIPAM_HOST: '0.0.0.0', HEXIPAM_TRUST_PROXY: '0.0.0.0/0' }))).to.include(
      'proxies',
    );
    const proxied = { HEXIPAM_HOST: '0.0.0.0', HEXIPAM_TRUST_PROXY: '10.0.0.1' };
    expect(problemsOf(await doctor('memory:', { ...proxied, HEXIPAM_PUBLIC_URL: 'https://ipam.example.org' }))).to.deep.equal([]);
  });

  it('reports a proxy without a public URL', async () => {
    const { checks } = await doctor('memory:', { HEXIPAM_HOST: '0.0.0.0', HEXIPAM_TRUST_PROXY: '10.0.0.1' });
    const found = checks.find(({ check, todo }) => check === 'proxies' && todo !== null);
    expect(found?.todo).to.equal('set HEXIPAM_PUBLIC_URL to the URL at which browsers open the service');
  });

  it('reports backups that are missing or late', async () => {
    const directory = join(folder.path, 'backups');
    const backupProblems = async () =>
      problemsOf(await doctor(`file:${join(folder.path, 'none')}`, { HEXIPAM_BACKUP_DIR: directory }));
    mkdirSync(directory);
    expect(await backupProblems()).to.deep.equal(['backups']);
    writeFileSync(join(directory, 'hexipam-20200101T030000000Z.jsonl.gz'), 'old');
    expect(await backupProblems()).to.deep.equal(['backups']);
    const now = new Date().toISOString().replace(/[-:.]/g, '');
    writeFileSync(join(directory, `hexipam-${now}.jsonl.gz`), 'new');
    expect(await backupProblems()).to.deep.equal([]);
  });

  it('reports backup settings that prevent a start of the service', async () => {
    const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q';
    expect(problemsOf(await doctor('memory:', { HEXIPAM_BACKUP_DIR: folder.path }))).to.include('backup settings');
    expect(problemsOf(await doctor('memory:', { HEXIPAM_BACKUP_RECIPIENTS: key }))).to.include('backup settings');
  });

  it('reports a DNS server that does not answer', async () => {
    const url = await made(createEmbeddedDatabase);
    const set = ['settings', 'set', '--dns-enabled', 'true', '--dns-server', 'http://127.0.0.1:1', '--ask-dns-key'];
    const { errors } = await runInProcess(set, { databaseUrl: url, folder: folder.path, input: 'secret\n' });
    expect(errors).to.equal('');
    const report = await doctor(url);
    expect(problemsOf(report)).to.deep.equal(['DNS server']);
    expect(report.output).not.to.contain('secret');
  });
});
