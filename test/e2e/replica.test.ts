import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { type OwnPostgres, type Standby, startOwnPostgres } from '../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { TcpProxy } from '../support/databases/tcp-proxy.js';
import { until } from '../support/outcome/until.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const users = [
  { username: 'Admin', password: adminPassword, role: 'Administrator' },
  { username: 'Reader', password: 'a password of Reader', role: 'Administrator' },
];
const apps = [{ id: 'default', permission: 'admin', security: 'none' }];

describe('A service with a replica that is not a standby', function () {
  this.timeout(120_000);

  it('does not read from it, and logs the reason', async () => {
    const database = await createPostgresDatabase();
    const variables = { HEXIPAM_DATABASE_READ_URL: database.url };
    const service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    try {
      await service.logged('"problem":"it is not a standby","message":"replica not in use"');
      const client = await service.signIn();
      await client.post('/sections/', { name: 'Stored' });
      expect((await client.list('/sections/')).map(({ name }) => name)).to.contain('Stored');
      client.close();
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});

for (const words of [[], ['--workers', '2']]) {
  describe(`A service with a replica${words.length > 0 ? ', of several workers,' : ''}`, function () {
    this.timeout(180_000);
    let folder: TemporaryFolder;
    let primary: OwnPostgres;
    let standby: Standby;
    let proxy: TcpProxy;
    let service: ServiceProcess;
    let writer: ApiClient;
    let reader: ApiClient;
    let subnetId: number;
    let host = 0;

    /** Reads over separate connections, so that every worker answers. */
    const readMany = async (client: ApiClient, target: string): Promise<string[]> => {
      const clients = Array.from({ length: 12 }, () => client.with({ url: service.url }));
      const answers = await Promise.all(clients.map((each) => each.send({ method: 'GET', target })));
      for (const each of clients) each.close();
      return answers.map(({ text }) => text);
    };
    const listed = (client: ApiClient): Promise<string[]> => readMany(client, `/subnets/${subnetId}/addresses/`);
    const found = (client: ApiClient, name: string): Promise<string[]> => readMany(client, `/addresses/search_hostname/${name}/`);
    const create = async (client: ApiClient): Promise<string> => {
      const hostname = `host-${++host}`;
      await client.post('/addresses/', { subnetId, ip: `10.0.0.${host}`, hostname });
      return hostname;
    };
    const showsTo = async (client: ApiClient, name: string): Promise<boolean> =>
      (await listed(client)).every((text) => text.includes(name));
    const count = (text: string): number => service.logs.split(text).length - 1;
    const metrics = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();
    const lag = async (): Promise<number> => Number(/^hexipam_replica_lag_seconds (\S+)$/m.exec(await metrics())?.[1]);
    /** Waits until no process counts an idle client as a recent writer: the replica contains the last writes. */
    const forgotten = async (): Promise<void> => {
      await delay(words.length > 0 ? 6000 : 1000);
      await until(async () => (await lag()) < 0.9);
    };
    const processes = words.length > 0 ? 3 : 1;

    before(async () => {
      folder = makeTemporaryFolder();
      const provisioning = join(folder.path, 'provision.json');
      writeFileSync(provisioning, JSON.stringify({ users, apps }));
      primary = await startOwnPostgres({ durable: true });
      standby = await primary.startStandby();
      proxy = await TcpProxy.inFrontOf(standby.url);
      const readUrl = proxy.urlOf(standby.url);
      const variables = { HEXIPAM_DATABASE_READ_URL: readUrl, HEXIPAM_PROVISION: provisioning, HEXIPAM_METRICS_PUBLIC: 'on' };
      service = await ServiceProcess.start({ databaseUrl: primary.url, words, variables });
      writer = await service.signIn();
      reader = await service.signIn({ username: 'Reader', password: 'a password of Reader' });
      const { id: sectionId } = await writer.post('/sections/', { name: 'Replicated' });
      subnetId = (await writer.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      await until(async () => count('replica in use') >= processes);
      const first = await create(writer);
      await until(() => showsTo(reader, first));
    });
    after(async () => {
      writer?.close();
      reader?.close();
      await service?.stop();
      await proxy?.close();
      await standby?.stop();
      await primary?.stop();
      folder?.remove();
    });

    it('shows a client its own writes immediately, and other clients the state of the replica', async () => {
      await forgotten();
      await standby.pause();
      const hostname = await create(writer);
      for (const text of [...(await listed(writer)), ...(await found(writer, hostname))]) expect(text).to.contain(hostname);
      for (const text of [...(await listed(reader)), ...(await found(reader, hostname))]) expect(text).not.to.contain(hostname);
      await standby.resume();
      await until(() => showsTo(reader, hostname));
    });

    it('reads from the replica again for a writer once the replica contains the write', async () => {
      await forgotten();
      await standby.pause();
      const hostname = await create(reader);
      for (const text of await listed(writer)) expect(text).not.to.contain(hostname);
      for (const text of await listed(reader)) expect(text).to.contain(hostname);
      await standby.resume();
      await until(() => showsTo(writer, hostname));
    });

    it('reads from the primary while the replica is unavailable, and logs this once', async () => {
      const [gone, back] = [count('replica not in use'), count('"replica in use"')];
      await standby.halt();
      const hostname = await create(writer);
      for (let time = 0; time < 10; time++) {
        for (const client of [reader, writer]) for (const text of await listed(client)) expect(text).to.contain('"code":200');
        await delay(100);
      }
      await until(() => showsTo(reader, hostname));
      await until(async () => count('replica not in use') === gone + processes);
      await standby.restart();
      await until(async () => count('"replica in use"') === back + processes);
      expect(count('replica not in use')).to.equal(gone + processes);
    });

    it('answers all reads when its replica connections become silent', async () => {
      await forgotten();
      proxy.freezePresent();
      for (const text of [...(await listed(reader)), ...(await found(reader, 'host-1'))]) expect(text).to.contain('"code":200');
      await until(async () => /^hexipam_replica_works 1$/m.test(await metrics()));
    });

    it('does not read from a replica with too much lag', async () => {
      await forgotten();
      await standby.pause();
      const hostname = await create(writer);
      await until(() => showsTo(reader, hostname));
      await standby.resume();
    });

    it('reports the lag of the replica in its metrics, also of a replica that is too far behind', async () => {
      await until(async () => /^hexipam_replica_works 1$/m.test(await metrics()));
      await standby.pause();
      await create(writer);
      await until(async () => /^hexipam_replica_works 0$/m.test(await metrics()));
      expect(await lag()).to.be.at.least(10);
      await delay(2000);
      expect(await lag()).to.be.at.least(12);
      await standby.resume();
      await until(async () => /^hexipam_replica_works 1$/m.test(await metrics()));
      expect(await lag()).to.be.below(10);
    });

    it('reports no lag of an unreachable replica', async () => {
      await standby.halt();
      await until(async () => {
        const text = await metrics();
        return /^hexipam_replica_works 0$/m.test(text) && !/^hexipam_replica_lag_seconds/m.test(text);
      });
      await standby.restart();
      await until(async () => !Number.isNaN(await lag()));
    });

    it('reports the use of its replica connections in its metrics', async () => {
      const text = await metrics();
      expect(text).to.match(/^hexipam_replica_lag_seconds \d/m);
      expect(text).to.contain('hexipam_database_connections{pool="replica reads",state="idle"}');
    });
  });
}
