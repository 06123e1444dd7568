import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { MailServer, type ReceivedMail } from '../../support/receivers/mail-server.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

const password = 'a password of ten words';

/** Ids of the requests that a mail answers. */
const answeredIn = ({ source }: ReceivedMail): string[] => {
  const text = source.replace(/=\r\n/g, ''); // line breaks of quoted-printable
  return [...new Set([...text.matchAll(/Your request (\d+) in/g)].flatMap(([, id]) => id ?? []))];
};

const messageIdOf = ({ source }: ReceivedMail): string => /^Message-ID: (\S+)/im.exec(source)?.[1] ?? '';

describe('Two services that send mails, on one database', function () {
  this.timeout(180_000);

  it('answer each request by one mail, although one service is killed and the mail server is unavailable for a time', async () => {
    const folder = makeTemporaryFolder();
    let mails = new MailServer();
    const port = await mails.listen();
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    const file = join(folder.path, 'provision.json');
    const mail = { enabled: true, server: '127.0.0.1', port, security: 'none', sender: 'ipam@example.org', digestMinutes: 0 };
    const users = [
      { username: 'Admin', password, role: 'Administrator' },
      { username: 'anna', password, groups: ['Net'], email: 'anna@example.org' },
    ];
    const apps = [{ id: 'main', permission: 'admin', security: 'none' }];
    const groups = [{ name: 'Net', description: '' }];
    writeFileSync(file, JSON.stringify({ settings: { mail }, groups, users, apps }));
    const variables = { HEXIPAM_PROVISION: file, HEXIPAM_METRICS_PUBLIC: 'on' };
    const start = () => ServiceProcess.start({ databaseUrl, variables });
    const first = await start();
    const second = await start();
    const session = await DatabaseSession.open(databaseUrl);
    while ((await session.rows("select from followers where name = 'notifications' and position is not null")).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100)); // notifications begin with the first round of a process
    const received: ReceivedMail[] = [];
    const answered = (more: readonly ReceivedMail[] = []) => new Set([...received, ...more].flatMap(answeredIn));
    try {
      const [one, other] = [await first.signIn({ password, app: 'main' }), await second.signIn({ password, app: 'main' })];
      const anna = await second.signIn({ username: 'anna', password, app: 'main' });
      const group = (await other.get('/admin/groups/')).records.find(({ name }) => name === 'Net')?.id;
      const section = (await other.post('/sections/', { name: 'Floors', permissions: JSON.stringify({ [String(group)]: 1 }) }))
        .id;
      const subnetId = (await other.post('/subnets/', { subnet: '10.3.0.0', mask: 24, sectionId: section, allowRequests: 1 })).id;
      const request = async (): Promise<string> => {
        const made = await anna.post('/requests/', { subnetId, comment: 'A printer' });
        expect(made.summary).to.equal('201');
        return String(made.id);
      };
      const accept = async (client: typeof one, id: string) =>
        expect((await client.post(`/requests/${id}/accept/`)).status).to.be.oneOf([200, 201]);
      const ids: string[] = [];
      for (let n = 0; n < 6; n++) {
        const id = await request();
        ids.push(id);
        await accept(n % 2 === 0 ? one : other, id);
      }
      await mails.until((more) => more.length > 0);
      await first.kill9();
      await mails.close(); // the second service may be sending
      received.push(...mails.received);
      for (let n = 0; n < 6; n++) {
        const id = await request();
        ids.push(id);
        await accept(other, id);
      }
      mails = new MailServer();
      await mails.listen(port);
      await session.rows("update followers set until = '-infinity'"); // the lease and the reservation of the killed process
      await session.rows('update mails set until = null');
      await mails.until((more) => ids.every((id) => answered(more).has(id)));
      received.push(...mails.received);
      const byRequest = ids.map((id) => new Set(received.filter((each) => answeredIn(each).includes(id)).map(messageIdOf)).size);
      expect(byRequest).to.deep.equal(ids.map(() => 1));
      expect(received.flatMap(({ to }) => to)).to.deep.equal(received.map(() => 'anna@example.org'));
      const metrics = await fetch(new URL('/metrics', second.url)).then((answer) => answer.text());
      expect(Number(/^hexipam_mails_sent_total (\d+)$/m.exec(metrics)?.[1])).to.be.at.least(1);
      for (const client of [one, other, anna]) client.close();
    } finally {
      await session.close();
      await first.kill9();
      await second.stop();
      await mails.close();
      folder.remove();
      await drop();
    }
  });

  it('repeat a mail with the same Message-ID when both are killed before the mail server answers', async () => {
    const folder = makeTemporaryFolder();
    const mails = new MailServer();
    const port = await mails.listen();
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    const file = join(folder.path, 'provision.json');
    const mail = { enabled: true, server: '127.0.0.1', port, security: 'none', sender: 'ipam@example.org', digestMinutes: 0 };
    const users = [{ username: 'Admin', password, role: 'Administrator', email: 'admin@example.org' }];
    const settings = { alarms: { enabled: true }, mail: { ...mail, topics: ['threshold'] } };
    writeFileSync(file, JSON.stringify({ users, apps: [{ id: 'main', permission: 'admin', security: 'none' }] }));
    const quiet = await ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: file } });
    const admin = await quiet.signIn({ password, app: 'main' });
    const sectionId = (await admin.post('/sections/', { name: 'Floors' })).id;
    const subnetId = (await admin.post('/subnets/', { subnet: '10.3.0.0', mask: 30, sectionId, threshold: 50 })).id;
    expect((await admin.post('/addresses/', { subnetId, ip: '10.3.0.1' })).status).to.equal(201);
    admin.close();
    await quiet.stop(); // the network reaches its threshold before alarms are enabled
    writeFileSync(file, JSON.stringify({ settings }));
    const start = () => ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: file } });
    const session = await DatabaseSession.open(databaseUrl);
    const killed = [await start(), await start()];
    let last: ServiceProcess | undefined;
    try {
      const answer = mails.beSilent();
      await mails.until((received) => received.length > 0);
      for (const service of killed) await service.kill9();
      answer();
      expect(await session.rows('select id from mails')).to.have.lengthOf(1);
      await session.rows("update followers set until = '-infinity'"); // the leases and the reservation of the killed processes
      await session.rows('update mails set until = null');
      last = await start();
      await mails.until((received) => received.length > 1);
      expect(mails.received).to.have.lengthOf(2);
      expect(new Set(mails.received.map(messageIdOf)).size).to.equal(1);
      expect(mails.received[1]?.source).to.match(/^Subject: \[Hexipam\] 10\.3\.0\.0\/30: 50 % used/m);
      while ((await session.rows('select id from mails')).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await session.rows('select id from notices')).to.have.lengthOf(0);
    } finally {
      await session.close();
      for (const service of killed) await service.kill9();
      await last?.stop();
      await mails.close();
      folder.remove();
      await drop();
    }
  });
});
