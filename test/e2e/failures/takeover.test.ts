import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { commandLineCaller } from '../../../application/caller.js';
import { createIpam } from '../../../config/embed.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ZoneServer } from '../../support/dns/zone-server.js';
import { until } from '../../support/outcome/until.js';
import { installed } from '../../support/processes/installed-program.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { Receiver } from '../../support/receivers/receiver.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

const users = [{ username: 'Admin', password: 'end-to-end password', role: 'Administrator' }];
const apps = [{ id: 'default', permission: 'admin', security: 'none' }];
const scan = { enabled: true, intervalSeconds: 4, timeoutMilliseconds: 2000, attempts: 1, packetsPerSecond: 500 };

/** Two services on one database, one with several processes. They update a DNS server, notify a receiver, and scan. */
describe('Several processes on one database', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let session: DatabaseSession;
  let dns: ZoneServer;
  let receiver: Receiver;
  const services: ServiceProcess[] = [];
  const start = async (...words: readonly string[]): Promise<ServiceProcess> => {
    const variables = { HEXIPAM_PROVISION: join(folder.path, 'provision.json') };
    const service = await ServiceProcess.start({ databaseUrl: database.url, variables, words });
    services.push(service);
    return service;
  };

  before(async () => {
    folder = makeTemporaryFolder();
    database = await createPostgresDatabase();
    dns = await ZoneServer.start();
    await dns.addZone('example.org');
    receiver = await Receiver.start();
    const settings = { dns: dns.settings, webhooks: { privateTargets: true }, scan };
    writeFileSync(join(folder.path, 'provision.json'), JSON.stringify({ settings, users, apps }));
    await start('--workers', '2');
    await start();
    const ipam = await createIpam({ storage: { url: database.url } });
    await ipam.access.webhooks.add(commandLineCaller, { name: 'hook', url: receiver.url, kinds: ['address'] });
    await ipam.close();
    session = await DatabaseSession.open(database.url);
  });
  after(async () => {
    await session?.close();
    for (const service of services) await service.kill9();
    await receiver?.close();
    await dns?.remove();
    await database?.drop();
    folder?.remove();
  });

  /** Ends the leases of a dead process, as if they had expired. */
  const endLeases = async (): Promise<void> => {
    await session.rows("update followers set until = '-infinity'");
    await session.rows("update subnet_scans set until = '-infinity'");
  };
  const holders = async (): Promise<readonly (string | null)[]> =>
    (await session.rows<{ holder: string | null }>('select holder from followers order by name')).map(({ holder }) => holder);
  const namesWritten = (): string[] =>
    dns.changes.filter(({ type, changetype }) => type === 'A' && changetype === 'REPLACE').map(({ name }) => name);

  it('deliver each change once without failures, and continue when one after another is killed', async () => {
    const [workers, single] = services as [ServiceProcess, ServiceProcess];
    const client = await single.signIn();
    const { id: sectionId } = await client.post('/sections/', { name: 'Names' });
    const { id: subnetId } = await client.post('/subnets/', { sectionId, subnet: '10.7.0.0', mask: 16 });
    const acknowledgedNames: string[] = [];
    let last = 0;
    const write = async (through: ServiceProcess, count: number): Promise<string[]> => {
      const writer = await through.signIn();
      const names: string[] = [];
      for (let i = 0; i < count; i++) {
        const name = `h${++last}.example.org`;
        const { status } = await writer.post('/addresses/', { subnetId, ip: `10.7.1.${last}`, hostname: name });
        expect(status).to.equal(201);
        names.push(`${name}.`);
        acknowledgedNames.push(name);
      }
      writer.close();
      return names;
    };
    const arrived = (names: readonly string[]) => () => names.every((name) => namesWritten().includes(name));
    const delivered = () => new Set(receiver.events.map(({ after }) => (after as { hostname?: string } | null)?.hostname));
    const received = () => acknowledgedNames.every((name) => delivered().has(name));

    const both = [...(await write(workers, 6)), ...(await write(single, 6))];
    await until(() => arrived(both)() && received());
    expect(namesWritten().sort()).to.deep.equal(both.sort());
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(receiver.events.length);

    const before = await holders();
    await workers.kill9();
    const afterFirst = await write(single, 4);
    await endLeases();
    await until(() => arrived(afterFirst)() && received());
    const third = await start('--workers', '2');
    await single.kill9();
    const afterSecond = await write(third, 4);
    await endLeases();
    await until(() => arrived(afterSecond)() && received());
    expect(await holders()).to.have.length(2);
    for (const [index, holder] of (await holders()).entries()) expect(holder).to.not.equal(before[index]);
    for (let n = 1; n <= last; n++) expect(await dns.dig(`h${n}.example.org`, 'A')).to.deep.equal([`10.7.1.${n}`]);
    client.close();
  });

  it('scan a whole network although one after another is killed, and add no address twice', async function () {
    // fping is not installed
    if (!installed('fping')) this.skip();
    const [, , workers] = services as [ServiceProcess, ServiceProcess, ServiceProcess];
    const single = await start();
    const client = await workers.signIn();
    const { id: sectionId } = await client.post('/sections/', { name: 'Loopback' });
    const { id } = await client.post('/subnets/', {
      ...{ sectionId, subnet: '127.3.0.0', mask: 21, pingSubnet: 1, discoverSubnet: 1 },
    });
    client.close();
    const place = async () =>
      (
        await session.rows<{ owner: string | null; next: string | null }>('select owner, host(next) as next from subnet_scans')
      )[0];
    await until(async () => typeof (await place())?.next === 'string');
    const owner = (await place())?.owner;
    await single.kill9();
    await endLeases();
    const fourth = await start();
    await delay(100);
    await workers.kill9();
    await endLeases();
    const reader = await fourth.signIn();
    await until(async () => typeof (await reader.get(`/subnets/${id}/`)).record.lastDiscovery === 'string');
    reader.close();
    expect((await place())?.owner).to.not.equal(owner);
    const added = await session.rows<{ ip: string }>(
      "select after->>'ip' as ip from change_log where object = 'address' and action = 'add' and by = 'scan'",
    );
    expect(added).to.have.length(2046);
    expect(new Set(added.map(({ ip }) => ip)).size).to.equal(2046);
  });
});
