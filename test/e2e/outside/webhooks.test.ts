import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { createPostgresDatabase, fillWithEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { deliveryMismatch } from '../../support/described/described-delivery.js';
import { eventMismatch } from '../../support/described/described-event.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { Receiver } from '../../support/receivers/receiver.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';
import { DatabaseSession } from '../support/database-session.js';

const provision = {
  settings: { webhooks: { privateTargets: true } },
  users: [{ username: 'Admin', password: 'admin secret', role: 'Administrator' }],
  apps: [{ id: 'default', permission: 'admin', security: 'none' }],
};

describe('A service with a webhook', function () {
  this.timeout(120_000);

  it('is configured on the command line, delivers signed changes, and does not reveal the secret', async () => {
    const folder = makeTemporaryFolder();
    const receiver = await Receiver.start();
    const data = join(folder.path, 'data');
    const databaseUrl = `file:${data}`;
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provision));
    await fillWithEmbeddedDatabase(data);
    const service = await ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: file } });
    const command = async (...words: readonly string[]): Promise<string> => {
      const { code, output, errors } = await runInProcess(['webhook', ...words], { databaseUrl, folder: folder.path });
      expect([code, errors]).to.deep.equal([0, '']);
      return output;
    };
    try {
      const added = await command('add', 'hook', '--url', receiver.url, '--kinds', 'section');
      const secret = /^secret: (\S{32}) \(it is not shown again\)$/m.exec(added)?.[1] ?? '';
      expect(secret).not.to.equal('');
      expect(await command('test', 'hook')).to.equal('webhook hook: 1 delivered\n');
      receiver.answer = (response) => response.writeHead(410).end();
      const refused = await runInProcess(['webhook', 'test', 'hook', '--json'], { databaseUrl, folder: folder.path });
      expect([refused.code, JSON.parse(refused.output).problem]).to.deep.equal([1, 'the receiver answered 410']);
      receiver.received.splice(1);
      receiver.answer = (response) => response.writeHead(204).end();
      const client = await service.signIn({ password: 'admin secret' });
      const { id } = await client.post('/sections/', { name: 'Told' });
      await client.patch(`/sections/${id}/`, { description: 'changed' });
      await receiver.until(({ events }) => events.length === 3);
      const brief = receiver.events.map(({ kind, action, objectId }) => [kind, action, objectId]);
      expect(brief.slice(1)).to.deep.equal([
        ['section', 'add', id],
        ['section', 'edit', id],
      ]);
      for (const { headers, body } of receiver.received) {
        const signature = createHmac('sha256', secret).update(`${headers['hexipam-timestamp']}.${body}`).digest('hex');
        expect(headers['hexipam-signature']).to.equal(`sha256=${signature}`);
        expect(deliveryMismatch({ headers, body })).to.equal(undefined);
        expect(eventMismatch('delivery', JSON.parse(body))).to.equal(undefined);
      }
      const shown = [await command('list'), await command('log', 'hook'), await command('list', '--json'), service.logs];
      expect(shown[0]).to.contain('hook');
      expect(shown.join()).not.to.contain(secret);
      expect(await command('remove', 'hook')).to.equal('webhook hook removed\n');
      client.close();
    } finally {
      await service.stop();
      await receiver.close();
      folder.remove();
    }
  });
});

/** Response time of the receiver in ms, long enough to detect parallel deliveries. */
const slowness = 20;

describe('Two services with a webhook on one database', function () {
  this.timeout(120_000);

  it('deliver one at a time and in order, and continue without loss when the delivering service is killed', async () => {
    const folder = makeTemporaryFolder();
    const receiver = await Receiver.start();
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    const file = join(folder.path, 'provision.json');
    const webhooks = [{ name: 'hook', url: receiver.url, secret: 'a-secret-of-16-or-more', kinds: ['section'] }];
    writeFileSync(file, JSON.stringify({ ...provision, webhooks }));
    const start = () => ServiceProcess.start({ databaseUrl, variables: { HEXIPAM_PROVISION: file } });
    const deliveries = { underWay: 0, max: 0, hang: false };
    receiver.answer = (response) => {
      deliveries.max = Math.max(deliveries.max, ++deliveries.underWay);
      response.once('close', () => deliveries.underWay--);
      if (!deliveries.hang) setTimeout(() => response.writeHead(204).end(), slowness);
    };
    const first = await start();
    const own = await first.signIn({ password: 'admin secret' });
    const sections: number[] = [];
    for (const name of ['One', 'Two', 'Three']) sections.push((await own.post('/sections/', { name })).id);
    await receiver.until(({ events }) => events.length >= 3); // so that the first service is the one that delivers
    const second = await start();
    const other = await second.signIn({ password: 'admin secret' });
    let count = 0;
    const change = async (...clients: readonly ApiClient[]): Promise<void> => {
      for (const client of clients)
        expect((await client.patch(`/sections/${sections[++count % 3]}/`, { description: `${count}` })).status).to.equal(200);
    };
    const session = await DatabaseSession.open(databaseUrl);
    try {
      for (let n = 0; n < 30; n++) await change(own, other);
      await receiver.until(({ events }) => events.length >= 50);
      deliveries.hang = true;
      const before = receiver.received.length;
      await change(other);
      await receiver.until(({ received }) => received.length > before); // the kill comes during a delivery
      await first.kill9();
      for (let n = 0; n < 30; n++) await change(other);
      deliveries.hang = false;
      await session.rows("update followers set until = '-infinity'"); // as if its lease of 30 s had expired
      await receiver.until(({ events }) => new Set(events.map(({ id }) => id)).size >= count + 3);
      const feed = (await other.get('/changes/?limit=1000&kind=section')).record as unknown as { changes: { id: string }[] };
      const ids = feed.changes.map(({ id }) => id);
      expect(ids).to.have.length(count + 3);
      const came = receiver.events.map(({ id }) => String(id));
      expect([...new Set(came)]).to.deep.equal(ids); // all of them, in their order
      expect(came.length).to.be.greaterThan(ids.length); // the interrupted delivery was repeated
      expect(deliveries.max).to.equal(1);
    } finally {
      await session.close();
      own.close();
      other.close();
      await second.stop();
      await receiver.close();
      folder.remove();
      await drop();
    }
  });
});
