import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { fillWithEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { until } from '../../support/outcome/until.js';
import { leftOutWithoutPowerDns, missingForPowerDns, PowerDnsServer } from '../../support/processes/powerdns-server.js';
import { runProgram } from '../../support/processes/program-run.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

/** Outage of the server in seconds. `HEXIPAM_TEST_OUTAGE=30` selects the long form. */
const outage = Number(process.env.HEXIPAM_TEST_OUTAGE ?? 1);

const users = [{ username: 'Admin', password: 'end-to-end password', role: 'Administrator' }];
const apps = [{ id: 'default', permission: 'admin', security: 'none' }];

describe(`The service and a PowerDNS server${leftOutWithoutPowerDns()}`, function () {
  this.timeout(180_000);
  let server: PowerDnsServer;
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  let client: ApiClient;
  let databaseUrl: string;
  let subnetId: unknown;

  before(async function () {
    const missing = missingForPowerDns();
    // the programs of PowerDNS are not installed
    if (missing.length > 0) this.skip();
    server = await PowerDnsServer.start();
    await server.addZone('example.org');
    folder = makeTemporaryFolder();
    const provisioning = join(folder.path, 'provisioning.json');
    writeFileSync(provisioning, JSON.stringify({ settings: { dns: server.settings }, users, apps }));
    const data = join(folder.path, 'data');
    databaseUrl = `file:${data}`;
    await fillWithEmbeddedDatabase(data);
    service = await ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: provisioning } });
    client = await service.signIn();
    const { id: sectionId } = await client.post('/sections/', { name: 'Zones' });
    ({ id: subnetId } = await client.post('/subnets/', { sectionId, subnet: '10.7.0.0', mask: 16, DNSrecursive: 1 }));
  });
  after(async () => {
    client?.close();
    await service?.stop();
    await server?.remove();
    folder?.remove();
  });

  const run = async (...words: readonly string[]) => {
    const { code, output, errors } = await runProgram(['dns', ...words], { databaseUrl, folder: folder.path });
    expect([code, errors]).to.deep.equal([0, '']);
    return output;
  };
  const isAt =
    (name: string, ...ips: readonly string[]) =>
    async (): Promise<boolean> =>
      JSON.stringify(await server.dig(name, 'A')) === JSON.stringify(ips);

  it('agree after an outage of the server under load, during which writes succeed', async () => {
    const ids: unknown[] = [];
    const write = async (last: number): Promise<void> => {
      const { status, id } = await client.post('/addresses/', {
        subnetId,
        ip: `10.7.1.${last}`,
        hostname: `h${last}.example.org`,
      });
      expect(status).to.equal(201);
      ids.push(id);
    };
    await write(1);
    await until(isAt('h1.example.org', '10.7.1.1'));
    await server.stop();
    const end = Date.now() + outage * 1000;
    let last = 1;
    do {
      await write(++last);
      if (last > 40) await delay(100);
    } while (last < 30 || (Date.now() < end && last < 250));
    const renamed = await client.patch(`/addresses/${ids[1]}/`, { hostname: 'first.example.org' });
    const again = await client.patch(`/addresses/${ids[1]}/`, { hostname: 'second.example.org' });
    const gone = await client.delete(`/addresses/${ids[2]}/`);
    expect([renamed.status, again.status, gone.status]).to.deep.equal([200, 200, 200]);
    const problem = 'problem: the DNS server cannot be reached: ECONNREFUSED';
    await until(async () => (await run('status')).includes(problem)); // after an attempt without the server
    expect(JSON.parse(await run('status', '--json')).waiting).to.be.greaterThan(0);
    await delay(Math.max(0, end - Date.now()));
    await server.start();
    await until(isAt('second.example.org', '10.7.1.2'));
    await until(isAt(`h${last}.example.org`, `10.7.1.${last}`));
    expect(await server.dig('first.example.org', 'A')).to.deep.equal([]);
    expect(await server.dig('h2.example.org', 'A')).to.deep.equal([]);
    expect(await server.dig('h3.example.org', 'A')).to.deep.equal([]);
    expect(await server.dig('-x', '10.7.1.2')).to.deep.equal(['second.example.org.']);
    await until(async () => JSON.parse(await run('status', '--json')).waiting === 0);
    expect(JSON.parse(await run('diff', '--json')))
      .to.include({ found: 0 })
      .and.deep.include({ differences: [] });
  });

  it('are compared and synchronized on the command line', async () => {
    const { id } = await client.post('/addresses/', { subnetId, ip: '10.7.2.1', hostname: 'repaired.example.org' });
    await until(isAt('repaired.example.org', '10.7.2.1'));
    await until(async () => Number((await client.get(`/addresses/${id}/`)).record.PTR) > 0);
    const shown = [
      { name: 'repaired.example.org', type: 'A', content: '10.7.2.1', ttl: '300' },
      { name: '1.2.7.10.in-addr.arpa', type: 'PTR', content: 'repaired.example.org', ttl: '300' },
    ];
    expect((await client.get(`/addresses/${id}/`)).record).to.not.have.property('dns_records');
    await client.patch(`/subnets/${subnetId}/`, { DNSrecords: 1 });
    expect((await client.get(`/addresses/${id}/`)).record.dns_records).to.deep.equal(shown);
    const listed = (await client.get(`/subnets/${subnetId}/addresses/`)).records.find(({ ip }) => ip === '10.7.2.1');
    expect(listed?.dns_records).to.deep.equal(shown);
    const rrset = { name: 'repaired.example.org.', type: 'A', changetype: 'DELETE' };
    await server.api('/zones/example.org.', { rrsets: [rrset] }, 'PATCH');
    const line = 'missing   A repaired.example.org (example.org): - => 10.7.2.1\n';
    expect(await run('diff'))
      .to.match(/^missing.*\n\d+ zones, \d+ addresses: 1 differ\n$/)
      .and.include(line);
    expect(await run('sync')).to.match(/: 1 differ, 1 repaired\n$/);
    expect(await run('diff')).to.match(/^\d+ zones, \d+ addresses: 0 differ\n$/);
    expect(await server.dig('repaired.example.org', 'A')).to.deep.equal(['10.7.2.1']);
    const { status } = await client.delete(`/addresses/${id}/?remove_dns=0`);
    expect(status).to.equal(200);
    await until(async () => JSON.parse(await run('status', '--json')).waiting === 0);
    expect(await server.dig('repaired.example.org', 'A')).to.deep.equal(['10.7.2.1']);
    expect(await run('diff')).to.match(/: 0 differ\n$/);
  });

  it('do not log the key', () => {
    expect(service.logs).to.not.include('key-of-the-test-server');
  });
});
