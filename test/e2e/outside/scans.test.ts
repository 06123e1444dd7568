import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SystemHostProbe } from '../../../adapters/hosts/system-host-probe.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { internalCaller } from '../../../application/caller.js';
import { runScans } from '../../../application/scan/scan-run.js';
import { createIpam, type Ipam, Prefix } from '../../../config/embed.js';
import { collect } from '../../support/collect.js';
import { createPostgresDatabase, fillWithEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { until } from '../../support/outcome/until.js';
import { installed, leftOutWithout, leftOutWithoutNetworks } from '../../support/processes/installed-program.js';
import { NetworkNamespace } from '../../support/processes/network-namespace.js';
import { ProgramProcess } from '../../support/processes/program-process.js';
import { runProgram } from '../../support/processes/program-run.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

const both = { pingSubnet: 1, discoverSubnet: 1 };

/** Adds a section with a network. @returns the network's id */
async function network(ipam: Ipam, cidr: string, flags: object): Promise<number> {
  const sectionId = await ipam.sections.create(internalCaller, { name: `Section of ${cidr}` });
  return (await ipam.subnets.create(internalCaller, Prefix.parse(cidr), { sectionId, ...flags })).id;
}

const ipsOf = async (ipam: Ipam, subnetId: number): Promise<string[]> =>
  (await collect(ipam.addresses.list(internalCaller, { subnetId, order: 'address' }))).map(({ ip }) => String(ip));

/** The addresses from 127.1.0.`from` to 127.1.0.`to`. */
const loopback = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `127.1.0.${from + index}`);

/** Reads the current metrics of a service. @returns a lookup by name without `hexipam_`, with labels */
async function metricsOf(service: ServiceProcess): Promise<(name: string) => number> {
  await service.logged('Metrics are at ');
  const [, url = ''] = /Metrics are at (\S+)/.exec(service.logs) ?? [];
  const lines = (await (await fetch(url)).text()).split('\n');
  return (name) => Number(lines.find((line) => line.startsWith(`hexipam_${name} `))?.split(' ')[1]);
}

describe(`Scans of real hosts${leftOutWithout('fping')}`, function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  before(function () {
    // fping is not installed
    if (!installed('fping')) this.skip();
  });
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  describe(`in a separate network${leftOutWithoutNetworks()}`, () => {
    it('find exactly the hosts that answer, and report known hosts that do not', async function () {
      const alive = ['10.99.0.3', '10.99.0.77', '10.99.0.254', 'fd00:99::3'];
      const namespace = NetworkNamespace.make(['10.99.0.1/24', 'fd00:99::1/64'], alive);
      // network namespaces need root
      if (!namespace) this.skip();
      const script = join(folder.path, 'fping');
      writeFileSync(script, `#!/bin/sh\nexec ${namespace.words.join(' ')} ${installed('fping')} "$@"\n`);
      chmodSync(script, 0o755);
      const hosts = { probe: new SystemHostProbe([folder.path]), names: { namesOf: async () => [] } };
      const ipam = await createIpam({ storage: { database: createMemoryDatabase() }, hosts });
      try {
        await ipam.administration.provision({ settings: { scan: { timeoutMilliseconds: 2000, attempts: 1 } } });
        const [four, six] = [await network(ipam, '10.99.0.0/24', both), await network(ipam, 'fd00:99::/64', both)];
        await ipam.addresses.create(internalCaller, { subnetId: four, ip: '10.99.0.9' });
        for (const ip of ['fd00:99::2', 'fd00:99::3']) await ipam.addresses.create(internalCaller, { subnetId: six, ip });
        const steps = { step: (id: number) => ipam.scanning.step(id, 'a'), release: async () => {} };
        const reports = await runScans(await ipam.scanning.targets(), steps);
        expect(reports.map(({ state, probed, online, added, changed }) => [state, probed, online, added, changed])).to.deep.equal(
          [
            ['done', 254, 4, 4, 1],
            ['done', 2, 1, 0, 1],
          ],
        );
        expect(await ipsOf(ipam, four)).to.deep.equal(['10.99.0.1', '10.99.0.3', '10.99.0.9', '10.99.0.77', '10.99.0.254']);
        expect(await ipsOf(ipam, six)).to.deep.equal(['fd00:99::2', 'fd00:99::3']);
      } finally {
        namespace.remove();
        await ipam.close();
      }
    });
  });

  it('run on the command line, without a service and through a service that has the database open', async () => {
    const data = join(folder.path, 'data');
    const databaseUrl = `file:${data}`;
    await fillWithEmbeddedDatabase(data);
    const run = (...words: readonly string[]) => runProgram(['scan', ...words], { databaseUrl, folder: folder.path });
    const ipam = await createIpam({ storage: { url: databaseUrl, sync: false } });
    const id = await network(ipam, '127.1.0.0/28', both);
    const quiet = await network(ipam, '127.2.0.0/28', {});
    await ipam.close();
    const counts = '14 probed, 14 online, 14 added, 0 tags changed';
    expect(await run()).to.deep.equal({ code: 0, output: `127.1.0.0/28: ${counts}\n`, errors: '' });
    const service = await ServiceProcess.start({ databaseUrl });
    try {
      const client = await service.signIn();
      const [first] = (await client.get(`/subnets/${id}/addresses/`)).records;
      expect((await client.delete(`/addresses/${first?.id}/`)).status).to.equal(200);
      const { code, output } = await run('--subnet', String(id), '--json');
      expect(code).to.equal(0);
      expect(JSON.parse(output)).to.deep.equal([
        { id, cidr: '127.1.0.0/28', state: 'done', probed: 14, online: 14, added: 1, changed: 0 },
      ]);
      const records = (await client.get(`/subnets/${id}/addresses/`)).records;
      expect(records.map(({ ip }) => ip)).to.deep.equal(loopback(1, 14));
      const refused = await run('--subnet', String(quiet));
      expect([refused.code, refused.errors]).to.deep.equal([
        1,
        `hexipam: scans are not enabled for subnet ${quiet}: it does not exist, or its pingSubnet and discoverSubnet are 0\n`,
      ]);
      client.close();
    } finally {
      await service.stop();
    }
    expect(service.complaints).to.deep.equal([]);
  });

  it('are run periodically by the service when settings enable them, and end with it', async () => {
    const provisioning = join(folder.path, 'provisioning.json');
    const scan = { enabled: true, intervalSeconds: 1, timeoutMilliseconds: 2000, attempts: 1, packetsPerSecond: 100 };
    const users = [{ username: 'Admin', password: 'end-to-end password', role: 'Administrator' }];
    const apps = [{ id: 'default', permission: 'admin', security: 'none' }];
    writeFileSync(provisioning, JSON.stringify({ settings: { scan }, users, apps }));
    const data = join(folder.path, 'data');
    await fillWithEmbeddedDatabase(data);
    const variables = { HEXIPAM_PROVISION: provisioning, HEXIPAM_METRICS_PORT: '0' };
    const service = await ServiceProcess.start({ databaseUrl: `file:${data}`, variables });
    const client = await service.signIn();
    try {
      const { id: sectionId } = await client.post('/sections/', { name: 'Loopback' });
      const { id } = await client.post('/subnets/', { sectionId, subnet: '127.1.0.0', mask: 29, ...both });
      const ips = async () => ((await client.get(`/subnets/${id}/addresses/`)).records ?? []).map(({ ip }) => ip);
      const found = (count: number) => until(async () => (await ips()).length === count);
      await found(6);
      expect(await ips()).to.deep.equal(loopback(1, 6));
      const [first] = (await client.get(`/subnets/${id}/addresses/`)).records;
      await client.delete(`/addresses/${first?.id}/`);
      await found(6);
      const { record } = await client.get(`/addresses/${Number(first?.id) + 1}/ping/`);
      expect(record).to.include({ scan_type: 'fping', result_code: 'SUCCESS' });
      expect((await client.get(`/subnets/${id}/`)).record.lastDiscovery).to.be.a('string');
      await until(async () => (await metricsOf(service))('scan_duration_seconds_count') >= 2);
      const metrics = await metricsOf(service);
      expect(metrics('scan_added_total')).to.equal(7);
      expect(metrics('scan_probed_total')).to.be.at.least(12);
      expect(metrics('scan_online_total')).to.equal(metrics('scan_probed_total'));
      expect(metrics('scan_duration_seconds_count')).to.be.at.least(2);
      expect(metrics('scan_last_timestamp_seconds')).to.be.within(Date.now() / 1000 - 600, Date.now() / 1000);
      expect(metrics('scan_failures_total{reason="missing"}')).to.equal(0);
      const { id: large } = await client.post('/subnets/', { sectionId, subnet: '127.4.0.0', mask: 16, ...both });
      while ((await client.get(`/subnets/${large}/addresses/`)).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50)); // the stop comes during this scan
    } finally {
      client.close();
      await service.stop();
    }
    expect(service.complaints).to.deep.equal([]);
  });

  it('continue after a kill -9 at their position, and neither miss nor repeat an address', async () => {
    const { url, drop } = await createPostgresDatabase();
    const ipam = await createIpam({ storage: { url } });
    const session = await DatabaseSession.open(url);
    try {
      await ipam.administration.provision({
        settings: { scan: { packetsPerSecond: 1000, attempts: 1, timeoutMilliseconds: 2000 } },
      });
      const id = await network(ipam, '127.1.0.0/20', both);
      const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: url };
      const killed = new ProgramProcess(['scan'], { environment, folder: folder.path });
      const place = async () =>
        (await session.rows<{ next: string | null }>('select host(next) as next from subnet_scans'))[0]?.next ?? null;
      await until(async () => (await place()) !== null, 20);
      await killed.kill();
      const stood = await place();
      expect(stood).to.match(/^127\.1\.(4|8|12)\.0$/);
      await session.rows("update subnet_scans set until = now() + interval '1 hour'"); // the next program may start slowly
      const busy = await runProgram(['scan'], { databaseUrl: url, folder: folder.path });
      expect([busy.code, busy.output]).to.deep.equal([0, '127.1.0.0/20: another process is scanning it\n']);
      await session.rows("update subnet_scans set until = now() - interval '1 second'"); // as if the lease had ended meanwhile
      const { code, output } = await runProgram(['scan', '--json'], { databaseUrl: url, folder: folder.path });
      const [report] = JSON.parse(output) as Record<string, unknown>[];
      const left = 4096 - Number(stood?.split('.')[2]) * 256;
      expect({ code, ...report }).to.include({ code: 0, state: 'done', probed: left - 1, online: left - 1 });
      const ips = await ipsOf(ipam, id);
      expect(ips).to.have.lengthOf(4094);
      expect(new Set(ips).size).to.equal(4094);
      const history = await session.rows("select object_id from change_log where action = 'add' and by = 'scan'");
      expect(history).to.have.lengthOf(4094);
    } finally {
      await session.close();
      await ipam.close();
      await drop();
    }
  });
});
