import { expect } from 'chai';
import { scanCaller } from '../../../application/caller.js';
import { NotificationFollower } from '../../../application/notifications/notification-follower.js';
import type { Notice } from '../../../domain/notifications/notice.js';
import { anyone, codeOf } from '../support/application.js';
import { FakeMailer, setUp as setUpWith } from './support.js';

const setUp = () => setUpWith(new FakeMailer());

/** An application with a subnet of 14 usable addresses. The group of anna has the level on the section. */
async function withNetwork(level = 1) {
  const world = await setUp();
  const { readers, sections } = world;
  const net = (await readers.groups.list()).find(({ name }) => name === 'Net')?.id;
  const permissions = JSON.stringify({ [String(net)]: level });
  await sections.change(anyone, world.sectionId, { permissions });
  const id = await world.network('10.0.0.0/28', { threshold: 50, allowRequests: '1' });
  return { ...world, id };
}

const subjects = ({ sent }: FakeMailer) => sent.map(({ to, subject }) => `${to}: ${subject}`);

describe('Notifications', () => {
  it('report that a subnet reaches its threshold and falls below it again, each once', async () => {
    const { subscribe, deliver, mailer, id, addresses, readers } = await withNetwork();
    await subscribe('anna', ['threshold']);
    const add = (last: number) => addresses.create(anyone, { subnetId: id, ip: `10.0.0.${last}` });
    for (let last = 1; last <= 6; last++) await add(last);
    await deliver();
    expect(mailer.sent).to.deep.equal([]);
    await add(7);
    await add(8);
    await deliver();
    await deliver();
    expect(subjects(mailer)).to.deep.equal(['anna@example.org: [Hexipam] 10.0.0.0/28: 57 % used, the threshold is 50 %']);
    for await (const address of readers.addresses.list({ subnetId: id, order: 'address' }))
      if (address.ip.toString() > '10.0.0.6') await addresses.delete(anyone, address.id);
    await deliver();
    expect(subjects(mailer).at(-1)).to.match(/10\.0\.0\.0\/28: \d+ % used, below the threshold of 50 % again$/);
    expect(mailer.sent).to.have.lengthOf(2);
  });

  it('are sent only to users with a subscription to the section and access to the subnet', async () => {
    const { subscribe, deliver, mailer, id, addresses, sectionId } = await withNetwork();
    await subscribe('root', [`threshold:${sectionId}`]);
    await subscribe('anna', [`threshold:${sectionId + 1}`]);
    await subscribe('ben', ['threshold']);
    for (let last = 1; last <= 8; last++) await addresses.create(anyone, { subnetId: id, ip: `10.0.0.${last}` });
    await deliver();
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal(['root@example.org']);
  });

  it('are not sent to a user who has lost access after queuing', async () => {
    const { subscribe, follow, passMinutes, mailQueue, mailer, id, addresses, sections, sectionId } = await withNetwork();
    await subscribe('anna', ['threshold']);
    await subscribe('root', ['threshold']);
    for (let last = 1; last <= 8; last++) await addresses.create(anyone, { subnetId: id, ip: `10.0.0.${last}` });
    await follow();
    await sections.change(anyone, sectionId, { permissions: '{}' });
    passMinutes(5);
    await mailQueue.send();
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal(['root@example.org']);
  });

  it('report requests to users who may decide them, and answers to the requester', async () => {
    const { deliver, mailer, id, catalog, requests, callerNamed } = await withNetwork(2);
    const anna = await callerNamed('anna');
    const request = await catalog.create(anna, 'request', { subnetId: id, comment: 'for a\nprinter', count: 2 });
    await deliver();
    expect(subjects(mailer)).to.deep.equal([
      `root@example.org: [Hexipam] Request ${request}: anna requests space in 10.0.0.0/28: (2) - for a printer`,
    ]);
    await requests.accept(await callerNamed('root'), request, { adminComment: 'enjoy' });
    await deliver();
    expect(subjects(mailer).slice(1)).to.deep.equal([
      `anna@example.org: [Hexipam] Your request ${request} in 10.0.0.0/28 was accepted by root: 10.0.0.1, 10.0.0.2 - enjoy`,
    ]);
  });

  it('report expiring keys to their owners once, and keys of service accounts to administrators', async () => {
    const { alarms, access, ownKeys, callerNamed, deliver, mailer, passMinutes } = await setUp();
    await access.serviceAccounts.add(anyone, { name: 'robot' });
    await ownKeys.add(await callerNamed('anna'), { name: 'laptop', scopes: ['subnet:read'], days: 20 });
    await access.keys.add(anyone, 'robot', { name: 'ci', scopes: ['subnet:read'], days: 20 });
    expect(await alarms.check()).to.equal(0);
    passMinutes(7 * 24 * 60);
    expect(await alarms.check()).to.equal(2);
    expect(await alarms.check()).to.equal(0);
    await deliver();
    expect(subjects(mailer).toSorted()).to.deep.equal([
      'anna@example.org: [Hexipam] The key laptop of anna expires at 2026-03-21 12:00:00 UTC',
      'root@example.org: [Hexipam] The key ci of robot expires at 2026-03-21 12:00:00 UTC',
    ]);
  });

  it('report addresses that a scan has discovered', async () => {
    const { subscribe, deliver, mailer, id, addresses } = await withNetwork();
    await subscribe('anna', ['discovery']);
    await addresses.create(anyone, { subnetId: id, ip: '10.0.0.3' });
    await addresses.create(scanCaller, { subnetId: id, ip: '10.0.0.4', hostname: 'unknown.example' });
    await deliver();
    expect(subjects(mailer)).to.deep.equal([
      'anna@example.org: [Hexipam] A scan discovered 10.0.0.4 (unknown.example) in 10.0.0.0/28, which was not registered',
    ]);
  });

  it('report a failed backup to administrators, once a day', async () => {
    const { subscribe, alarms, deliver, mailer } = await setUp();
    await subscribe('root', ['backup']);
    await subscribe('anna', ['backup']);
    await alarms.backupFailed('disk full');
    await alarms.backupFailed('disk full');
    await deliver();
    expect(subjects(mailer)).to.deep.equal(['root@example.org: [Hexipam] A scheduled backup failed: disk full']);
  });

  it('of 1,000 events are sent as one mail', async () => {
    const { subscribe, deliver, mailer, network, addresses } = await setUp();
    await subscribe('root', ['discovery']);
    const id = await network('10.8.0.0/16');
    for (let index = 0; index < 1000; index++)
      await addresses.create(scanCaller, { subnetId: id, ip: `10.8.${1 + Math.floor(index / 250)}.${1 + (index % 250)}` });
    await deliver();
    expect(subjects(mailer)).to.deep.equal(['root@example.org: [Hexipam] 1000 notifications']);
    expect(mailer.sent[0]?.text).to.contain('900 further notifications are not listed.');
    expect(mailer.sent[0]?.text.match(/A scan discovered/g)).to.have.lengthOf(100);
  });

  it('of more events than a mail lists are sent as one mail with their number', async () => {
    const { deliver, mailer, unitOfWork, clock, userNamed } = await setUp();
    const { id: userId } = await userNamed('anna');
    const noticeAt = (index: number): Notice => ({
      ...{ event: 'keyEnds', key: `key:${index}`, at: '2026-03-01 12:00:00', sectionId: null, subnetId: null },
      ...{ audience: { of: 'user', userId }, facts: { name: `key ${index}`, owner: 'anna', expires: '2026-03-02 00:00:00' } },
    });
    const queued = Array.from({ length: 9000 }, (_, index) => ({ userId, notice: noticeAt(index) }));
    await unitOfWork.run(({ notifications }) => notifications.add(queued, clock.now()));
    await deliver();
    expect(subjects(mailer)).to.deep.equal(['anna@example.org: [Hexipam] 9000 notifications']);
    expect(mailer.sent[0]?.text).to.contain('8900 further notifications are not listed.');
  });

  it('are queued once when the follower receives the same entries again', async () => {
    const { subscribe, readers, unitOfWork, clock, directory, changeFeed, passMinutes, mailQueue, mailer, network, addresses } =
      await setUp();
    await subscribe('root', ['discovery']);
    const id = await network('10.8.0.0/16');
    const before = await changeFeed.end();
    await addresses.create(scanCaller, { subnetId: id, ip: '10.8.0.1' });
    const entries = await changeFeed.read(before, 100);
    const follower = () => new NotificationFollower({ readers, unitOfWork, clock, directory });
    await Promise.all([follower().handle(entries), follower().handle(entries)]);
    passMinutes(5);
    await mailQueue.send();
    await follower().handle(entries);
    passMinutes(5);
    await mailQueue.send();
    expect(mailer.sent).to.have.lengthOf(1);
    expect(mailer.sent[0]?.subject).to.contain('10.8.0.1');
  });

  it('wait while the mail server is unavailable, and are sent in their order afterwards', async () => {
    const { subscribe, deliver, mailer, passMinutes, mailQueue, network, addresses } = await setUp();
    await subscribe('root', ['discovery']);
    const id = await network('10.8.0.0/16');
    mailer.isAway = true;
    for (let last = 1; last <= 3; last++) {
      await addresses.create(scanCaller, { subnetId: id, ip: `10.8.0.${last}` });
      expect(await deliver()).to.deep.equal({ sent: 0, hasFailed: last === 1 || mailer.attempts > 1 });
    }
    mailer.isAway = false;
    passMinutes(60);
    await mailQueue.send();
    passMinutes(60);
    await mailQueue.send();
    const text = mailer.sent.map((mail) => mail.text).join('');
    expect([...text.matchAll(/A scan discovered (\S+)/g)].map(([, ip]) => ip)).to.deep.equal([
      '10.8.0.1',
      '10.8.0.2',
      '10.8.0.3',
    ]);
  });

  it('have the same Message-ID when a process ends before it records a sent mail', async () => {
    const { subscribe, follow, mailer, passMinutes, mailQueue, network, addresses } = await setUp();
    await subscribe('root', ['discovery']);
    await addresses.create(scanCaller, { subnetId: await network('10.8.0.0/16'), ip: '10.8.0.1' });
    await follow();
    passMinutes(5);
    mailer.afterSend = () => Promise.reject(new Error('killed'));
    await mailQueue.send().catch(() => {});
    mailer.afterSend = async () => {};
    await mailQueue.send();
    expect(mailer.sent).to.have.lengthOf(1); // the reservation has not expired
    passMinutes(10);
    await mailQueue.send();
    const ids = mailer.sent.map(({ messageId }) => messageId);
    expect(ids).to.have.lengthOf(2);
    expect(ids[0]).to.equal(ids[1]);
    expect(ids[0]).to.match(/^[\w-]{24}@example\.org$/);
  });

  it('of other users are sent while the server refuses one address, whose mails are discarded after 8 attempts', async () => {
    const { subscribe, deliver, mailer, passMinutes, mailQueue, network, addresses, readers } = await setUp();
    await subscribe('root', ['discovery']);
    await subscribe('anna', []);
    const id = await network('10.8.0.0/16');
    mailer.refused.add('root@example.org');
    await addresses.create(scanCaller, { subnetId: id, ip: '10.8.0.1' });
    expect(await deliver()).to.deep.equal({ sent: 0, hasFailed: false });
    expect(await readers.notifications.backlog()).to.deep.include({ mails: 1, failing: 1, problem: '550 no such user' });
    for (let attempt = 1; attempt < 8; attempt++) {
      passMinutes(20);
      await mailQueue.send();
    }
    expect(await readers.notifications.backlog()).to.deep.include({ mails: 0 });
    expect(mailer.attempts).to.equal(8);
  });

  it('of other users are sent while the server defers one address, and are retried for this address without limit', async () => {
    const { subscribe, deliver, mailer, passMinutes, mailQueue, network, addresses, readers, sections, sectionId } =
      await setUp();
    const net = (await readers.groups.list()).find(({ name }) => name === 'Net')?.id;
    await sections.change(anyone, sectionId, { permissions: JSON.stringify({ [String(net)]: 1 }) });
    await subscribe('root', ['discovery']);
    await subscribe('anna', ['discovery']);
    mailer.deferred.add('root@example.org');
    await addresses.create(scanCaller, { subnetId: await network('10.8.0.0/16'), ip: '10.8.0.1' });
    expect(await deliver()).to.deep.equal({ sent: 1, hasFailed: false });
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal(['anna@example.org']);
    for (let attempt = 1; attempt < 12; attempt++) {
      passMinutes(20);
      expect(await mailQueue.send()).to.deep.equal({ sent: 0, hasFailed: false });
    }
    mailer.deferred.clear();
    passMinutes(20);
    expect(await mailQueue.send()).to.deep.equal({ sent: 1, hasFailed: false });
  });

  it('are queued in batches of limited size, once for each user', async () => {
    const { subscribe, readers, unitOfWork, clock, directory, changeFeed, provision, network, addresses } = await setUp();
    const users = Array.from({ length: 200 }, (_, index) => ({
      ...{ username: `user${index}`, password: 'password of a user', role: 'Administrator', email: `user${index}@example.org` },
    }));
    await provision({ users, settings: { mail: { topics: ['discovery'] } } });
    await subscribe('root', []);
    await subscribe('anna', []);
    const subnetId = await network('10.8.0.0/16');
    const before = await changeFeed.end();
    for (let last = 1; last <= 60; last++) await addresses.create(scanCaller, { subnetId, ip: `10.8.0.${last}` });
    const follower = new NotificationFollower({ readers, unitOfWork, clock, directory });
    const entries = await changeFeed.read(before, 100);
    let handled = 0;
    let most = 0;
    for (let queued = 0; handled < entries.length; ) {
      handled += await follower.handle(entries.slice(handled));
      const { notices } = await readers.notifications.backlog();
      most = Math.max(most, notices - queued);
      queued = notices;
    }
    expect(most).to.be.lessThanOrEqual(2000 + users.length);
    expect((await readers.notifications.backlog()).notices).to.equal(users.length * 60);
  });

  it('are sent to the current address of a user, and not to disabled, deleted, unsubscribed or unreachable users', async () => {
    const { provision, subscribe, follow, passMinutes, mailQueue, mailer, network, addresses, userNamed, unitOfWork } =
      await setUp();
    const users = ['disabled', 'deleted', 'silent', 'moved', 'unsubscribed'].map((username) => ({
      ...{ username, password: 'password of a user', role: 'Administrator', email: `${username}@example.org` },
    }));
    await provision({ users });
    for (const { username } of users) await subscribe(username, ['discovery']);
    await subscribe('root', []);
    await addresses.create(scanCaller, { subnetId: await network('10.8.0.0/16'), ip: '10.8.0.1' });
    await follow();
    await subscribe('unsubscribed', ['key']);
    const [disabled, , silent, moved] = users;
    await provision({
      users: [
        { ...disabled, disabled: true },
        { ...silent, email: '' },
        { ...moved, email: 'new@example.org' },
      ],
    });
    const { id } = await userNamed('deleted');
    await unitOfWork.run((to) => to.users.delete(id));
    passMinutes(5);
    await mailQueue.send();
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal(['new@example.org']);
  });

  it('name no subnet to a user without access, even if a subscription contains its section', async () => {
    const { subscribe, provision, network, addresses, deliver, mailer, alarms, sectionId, sections, readers } = await setUp();
    const net = (await readers.groups.list()).find(({ name }) => name === 'Net')?.id;
    const own = await sections.create(anyone, { name: 'Own', permissions: JSON.stringify({ [String(net)]: 3 }) });
    const seen = await network('10.1.0.0/29', { sectionId: own, threshold: 10 });
    const hidden = await network('10.9.0.0/29', { threshold: 10, description: 'the secret lab' });
    await provision({ settings: { alarms: { holdMinutes: 60 } } });
    const all = ['request', 'answer', 'threshold', 'forecast', 'discovery', 'hold', 'key', 'backup'];
    await subscribe('anna', [...all, `threshold:${sectionId}`, `discovery:${sectionId}`]);
    await subscribe('root', []);
    for (const subnetId of [seen, hidden]) {
      const base = subnetId === seen ? '10.1.0' : '10.9.0';
      await addresses.create(anyone, { subnetId, ip: `${base}.1`, hold: 1800 });
      await addresses.create(scanCaller, { subnetId, ip: `${base}.2`, hostname: `host-in-${base}` });
    }
    await alarms.check();
    await alarms.backupFailed('of the secret lab');
    await deliver();
    const text = mailer.sent.map(({ to, subject, text, html }) => [to, subject, text, html].join('\n')).join('\n');
    expect(mailer.sent.map(({ to }) => to)).to.deep.equal(['anna@example.org']);
    expect(text).to.contain('10.1.0.0/29: 33 % used').and.contain('The hold of 10.1.0.1').and.contain('10.1.0.2');
    expect(text).not.to.match(/10\.9\.|secret/);
  });

  it('are written in the language of the user, with links to the console', async () => {
    const { provision, subscribe, deliver, mailer, network, addresses } = await setUp();
    await provision({ settings: { mail: { consoleUrl: 'https://ipam.example.org/hexipam' } } });
    await subscribe('root', ['discovery'], 'de');
    const id = await network('10.8.0.0/16');
    await addresses.create(scanCaller, { subnetId: id, ip: '10.8.0.1' });
    await deliver();
    const [mail] = mailer.sent;
    expect(mail?.subject).to.equal('[Hexipam] Ein Scan hat 10.8.0.1 in 10.8.0.0/16 gefunden, die Adresse war nicht eingetragen');
    expect(mail?.language).to.equal('de');
    expect(mail?.text).to.contain(`\n  https://ipam.example.org/hexipam/subnets/${id}\n`);
    expect(mail?.html).to.contain(`<a href="https://ipam.example.org/hexipam/subnets/${id}">`);
  });

  it('contain values only as text, without further headers or markup', async () => {
    const { subscribe, deliver, mailer, alarms } = await setUp();
    await subscribe('root', ['backup']);
    await alarms.backupFailed('<b>&"\r\nBcc: victim@example.org {key}');
    await deliver();
    const [mail] = mailer.sent;
    expect(mail?.subject).to.equal('[Hexipam] A scheduled backup failed: <b>&" Bcc: victim@example.org {key}');
    expect(mail?.html).to.contain('&lt;b&gt;&amp;&quot; Bcc:').and.not.contain('<b>');
  });

  it('are tested with an error text when no server or no sender is set', async () => {
    const { mails, mailer, provision } = await setUp();
    const problem = async () => (await mails.test(anyone, 'anna@example.org')).problem;
    expect(await problem()).to.equal(null);
    await provision({ settings: { mail: { enabled: false, server: '' } } });
    expect(await problem()).to.equal('no mail server is set');
    await provision({ settings: { mail: { server: 'mail.example.org', sender: '' } } });
    expect(await problem()).to.equal('no sender is set');
    expect(mailer.attempts).to.equal(1);
  });

  it('have a subscription that users change themselves, with a default from the settings', async () => {
    const { ownSubscription, callerNamed, provision } = await setUp();
    const ben = await callerNamed('ben');
    const defaults = { topics: ['request', 'answer', 'key'], language: 'en' };
    expect(await ownSubscription.read(ben)).to.deep.equal({
      ...{ ...defaults, isDefault: true, email: 'ben@example.org', isReachable: true },
    });
    await provision({ settings: { mail: { topics: ['hold:3'], language: 'de' } } });
    expect(await ownSubscription.read(ben)).to.deep.include({ topics: ['hold:3'], language: 'de' });
    expect(await ownSubscription.set(ben, { topics: ['key'] })).to.deep.include({
      topics: ['key'],
      language: 'de',
      isDefault: false,
    });
    expect(await codeOf(ownSubscription.set(ben, { topics: ['nothing'] }))).to.equal('provision.invalid');
    expect(await codeOf(ownSubscription.set(ben, { language: 'fr' }))).to.equal('provision.invalid');
    expect(await codeOf(ownSubscription.read(anyone))).to.equal('permission.denied');
    await ownSubscription.reset(ben);
    expect(await ownSubscription.read(ben)).to.deep.include({ topics: ['hold:3'], isDefault: true });
  });

  it('are recorded as alarms in the history of the subnet', async () => {
    const { id, addresses, follow, readers } = await withNetwork();
    for (let last = 1; last <= 8; last++) await addresses.create(anyone, { subnetId: id, ip: `10.0.0.${last}` });
    await follow();
    const [entry] = await readers.changeLog.list('subnet', id, 1);
    expect(entry).to.deep.include({ action: 'alarm', by: 'alarm', object: 'subnet', objectId: id });
    const facts = ['[network]: 10.0.0.0/28', '[percent]: 57', '[threshold]: 50'];
    expect(entry?.differences).to.deep.equal(['[alarm]: thresholdRisen', ...facts]);
  });
});
