import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { createAccessAdministration } from '../../../application/access/administration/index.js';
import { authorship, commandLineCaller, internalCaller } from '../../../application/caller.js';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';
import { WebhookRunner } from '../../../application/changes/webhooks/webhook-runner.js';
import { Alarms } from '../../../application/notifications/alarms.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import type { Shipment } from '../../../application/ports/webhooks.js';
import { CommitSignal } from '../../../application/unit-of-work/commit-signal.js';
import type { HistoryObject } from '../../../domain/changes/change.js';
import { maxRefusals } from '../../../domain/changes/webhook.js';
import { insertAddresses, newNetwork, newSection } from '../../contracts/support/builders.js';
import { FakeReceivers } from '../../support/receivers/fake-receivers.js';
import { ManualTimers } from '../../support/time/manual-timers.js';

const quiet = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
const passwords = { hash: async () => '', verify: async () => false, isOutdated: () => false };

/** A service with a receiver whose responses the test sets. */
class World {
  readonly timers = new ManualTimers();
  readonly clock = { now: () => new Date(Date.UTC(2024, 0, 1) + this.timers.now) };
  readonly database = createMemoryDatabase(this.clock);
  readonly signal = new CommitSignal();
  readonly receivers = new FakeReceivers();
  readonly access = createAccessAdministration(
    this.database.readers,
    this.database.unitOfWork,
    this.clock,
    passwords,
    new RandomTokenSource(),
    this.receivers,
  );
  readonly taken: ChangeEvent[] = [];
  /** The response to events: a status, or an error text. */
  answer: (events: readonly ChangeEvent[], url: string) => number | string | Promise<number> = () => 204;

  constructor() {
    this.receivers.answer = async ({ body, url }) => {
      const { events } = JSON.parse(body) as { events: ChangeEvent[] };
      const answer = await this.answer(events, url);
      if (typeof answer === 'number' && answer < 300) this.taken.push(...events);
      return answer;
    };
  }

  get shipments(): readonly Shipment[] {
    return this.receivers.shipments;
  }

  runner(holder = 'process'): WebhookRunner {
    const { timers, signal, clock } = this;
    const { readers, unitOfWork } = this.database;
    const feed = new ChangeFeed(readers, unitOfWork);
    const runner = new WebhookRunner({
      readers,
      unitOfWork,
      clock,
      sender: this.receivers,
      feed,
      signal,
      timers,
      log: quiet,
      holder,
      chance: () => 0,
    });
    runner.start();
    return runner;
  }

  async change(objectId: number, value: number, object: HistoryObject = 'vlan'): Promise<void> {
    const by = authorship(internalCaller, '2024-01-01 00:00:00');
    const entry = {
      object,
      objectId,
      objectName: null,
      action: 'edit',
      differences: [],
      before: {},
      after: { value },
      ...by,
    } as const;
    await this.database.unitOfWork.run(({ changeLog }) => changeLog.append(entry));
    this.signal.announce();
  }

  add(given: object = {}) {
    return this.access.webhooks.add(internalCaller, { name: 'hook', url: 'https://hooks.example/', ...given });
  }

  /** The values of the delivered events of one object. */
  valuesOf(objectId: number): unknown[] {
    return this.taken.filter((event) => event.objectId === objectId).map(({ after }) => after?.value);
  }
}

describe('Webhooks', () => {
  it('receive later changes, signed with their secret', async () => {
    const world = new World();
    await world.change(1, 0);
    const { secret } = await world.add();
    const runner = world.runner();
    await world.timers.pass(10);
    for (let value = 1; value <= 250; value++) await world.change(value % 3, value);
    await world.timers.pass(2000);
    expect(world.taken).to.have.length(250);
    for (const id of [0, 1, 2])
      expect(world.valuesOf(id)).to.deep.equal(Array.from({ length: 250 }, (_, i) => i + 1).filter((value) => value % 3 === id));
    expect(new Set(world.shipments.map((shipment) => shipment.secret))).to.deep.equal(new Set([secret]));
    expect(world.shipments.length).to.be.lessThan(250);
    await world.timers.until(runner.stop());
  });

  it('lose no event when the receiver fails, hangs or is slow, and retain the order of each object', async () => {
    const world = new World();
    await world.add();
    const runner = world.runner();
    const troubles: readonly World['answer'][] = [
      () => 503,
      () => 'no answer arrived within 10 s',
      () => 429,
      async () => {
        await world.timers.delay(9000);
        return 204;
      },
      async () => {
        await world.timers.delay(9000);
        return 500;
      },
      () => 'the connection failed (ECONNREFUSED)',
      () => 204,
    ];
    let value = 0;
    for (const trouble of troubles) {
      world.answer = trouble;
      for (let i = 0; i < 6; i++) await world.change(i % 2, ++value);
      await world.timers.pass(60_000);
    }
    await world.timers.pass(15 * 60_000);
    expect(world.taken).to.have.length(value);
    for (const id of [0, 1]) expect(world.valuesOf(id)).to.deep.equal((world.valuesOf(id) as number[]).toSorted((a, b) => a - b));
    const [state] = await world.access.webhooks.list(commandLineCaller);
    expect(state).to.deep.include({ behind: 0, failures: 0, deadLetters: 0 });
    await world.timers.until(runner.stop());
  });

  it('store a repeatedly rejected event as a dead letter, and send it again on request', async () => {
    const world = new World();
    await world.add();
    const runner = world.runner();
    world.answer = (events) => (events.some(({ objectId }) => objectId === 13) ? 400 : 204);
    for (const id of [11, 12, 13, 14, 15]) await world.change(id, id);
    await world.timers.pass(60 * 60_000);
    expect(world.taken.map(({ objectId }) => objectId)).to.deep.equal([11, 12, 14, 15]);
    const alone = world.shipments.filter(({ body }) => body.includes('"objectId":13') && !body.includes('"objectId":14'));
    expect(alone).to.have.length(maxRefusals);
    expect((await world.access.webhooks.list(commandLineCaller))[0]).to.deep.include({ deadLetters: 1, behind: 0 });
    expect(await world.access.webhooks.retry(internalCaller, 'hook')).to.deep.include({
      delivered: 0,
      left: 1,
      problem: 'the receiver answered 400',
    });
    world.answer = () => 204;
    expect(await world.access.webhooks.retry(internalCaller, 'hook')).to.deep.include({ delivered: 1, left: 0, problem: null });
    expect(world.taken.at(-1)?.objectId).to.equal(13);
    expect((await world.access.webhooks.list(commandLineCaller))[0]?.deadLetters).to.equal(0);
    await world.timers.until(runner.stop());
  });

  it('send all dead letters again on request up to the first failure, and report the remaining number', async () => {
    const world = new World();
    await world.add();
    const letter = (objectId: number): ChangeEvent => ({
      ...{
        id: `${objectId}.a`,
        kind: 'vlan',
        objectId,
        name: null,
        action: 'edit',
        at: '2024-01-01T00:00:00Z',
        by: 'Admin',
        app: null,
      },
      ...{ sectionId: null, subnetId: null, before: {}, after: {} },
    });
    await world.database.unitOfWork.run(async ({ webhooks }) => {
      for (let objectId = 1; objectId <= 250; objectId++) await webhooks.addDeadLetter('hook', letter(objectId));
    });
    world.answer = ([event]) => (event?.objectId === 221 ? 410 : 204);
    expect(await world.access.webhooks.retry(internalCaller, 'hook')).to.deep.include({
      ...{ delivered: 220, left: 30, status: 410, problem: 'the receiver answered 410' },
    });
    world.answer = () => 204;
    expect(await world.access.webhooks.retry(internalCaller, 'hook')).to.deep.include({ delivered: 30, left: 0, problem: null });
    expect(world.taken.map(({ objectId }) => objectId)).to.deep.equal(Array.from({ length: 250 }, (_, i) => i + 1));
    expect((await world.access.webhooks.list(commandLineCaller))[0]?.deadLetters).to.equal(0);
  });

  it('report the number of undelivered changes, including those after a failure', async () => {
    const world = new World();
    await world.add();
    const runner = world.runner();
    await world.timers.pass(2000);
    world.answer = () => 503;
    for (let value = 1; value <= 8; value++) {
      await world.change(1, value);
      await world.timers.pass(value * 1000);
    }
    expect((await world.access.webhooks.list(commandLineCaller))[0]).to.deep.include({ behind: 8 });
    await world.timers.until(runner.stop());
  });

  it('do not block other webhooks when a receiver is down', async () => {
    const world = new World();
    await world.add();
    await world.add({ name: 'other', url: 'https://down.example/' });
    const runner = world.runner();
    world.answer = (_events, url) => (url.includes('down') ? 'down' : 204);
    for (let value = 1; value <= 5; value++) await world.change(1, value);
    await world.timers.pass(10_000);
    expect(world.valuesOf(1)).to.deep.equal([1, 2, 3, 4, 5]);
    const [hook, other] = await world.access.webhooks.list(commandLineCaller);
    expect([hook?.behind, other?.behind]).to.deep.equal([0, 6]); // the creation of the webhook is a change too
    await world.timers.until(runner.stop());
  });

  it('receive only the configured kinds, and administrative changes only if they name the kind', async () => {
    const world = new World();
    await world.add();
    await world.add({ name: 'audit', kinds: ['group', 'vrf'] });
    const runner = world.runner();
    await world.timers.pass(10);
    for (const object of ['vlan', 'group', 'vrf', 'webhook'] as const) await world.change(1, 1, object);
    await world.timers.pass(5000);
    const readDeliveredKinds = (name: string) =>
      world.shipments
        .filter(({ body }) => body.includes(`"webhook":"${name}"`))
        .flatMap(({ body }) => (JSON.parse(body) as { events: ChangeEvent[] }).events.map(({ kind }) => kind));
    expect(readDeliveredKinds('hook')).to.deep.equal(['vlan', 'vrf']);
    expect(readDeliveredKinds('audit')).to.deep.equal(['group', 'vrf']);
    await world.timers.until(runner.stop());
  });

  it('deliver alarms of subnets, and those of backups and keys to receivers that name the kind', async () => {
    const world = new World();
    const { readers, unitOfWork } = world.database;
    await world.access.settings.set(internalCaller, { alarms: { enabled: true } });
    const sectionId = await unitOfWork.run(({ sections }) => sections.insert(newSection({})));
    const subnetId = await unitOfWork.run(async (to) => {
      const id = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/30', { threshold: 50 }));
      await insertAddresses(to, id, ['10.0.0.1']);
      return id;
    });
    await world.add();
    await world.add({ name: 'audit', kinds: ['settings', 'subnet'] });
    const runner = world.runner();
    await world.timers.pass(10);
    const alarms = new Alarms(readers, unitOfWork, world.clock);
    await alarms.check();
    await alarms.backupFailed('the disk is full');
    await world.timers.pass(5000);
    const alarmsOf = (name: string) =>
      world.shipments
        .map(({ body }) => JSON.parse(body) as { webhook: string; events: ChangeEvent[] })
        .filter(({ webhook }) => webhook === name)
        .flatMap(({ events }) => events.filter(({ action }) => action === 'alarm'))
        .map(({ kind, objectId, after }) => ({ kind, objectId, after }));
    const facts = { network: '10.0.0.0/30', percent: 50, threshold: 50 };
    const ofSubnet = { kind: 'subnet', objectId: subnetId, after: { alarm: 'thresholdRisen', ...facts } };
    const ofBackup = { kind: 'settings', objectId: 0, after: { alarm: 'backupFailed', problem: 'the disk is full' } };
    expect(alarmsOf('hook')).to.deep.equal([ofSubnet]);
    expect(alarmsOf('audit')).to.deep.equal([ofSubnet, ofBackup]);
    await world.timers.until(runner.stop());
  });

  it('are delivered by one process at a time, and stop when they are disabled or removed', async () => {
    const world = new World();
    await world.add();
    const runners = [world.runner('one'), world.runner('two')];
    await world.change(1, 1);
    await world.timers.pass(20_000);
    expect(world.valuesOf(1)).to.deep.equal([1]);
    await world.timers.until(runners[0]?.stop() ?? Promise.resolve());
    await world.change(1, 2);
    await world.timers.pass(20_000);
    expect(world.valuesOf(1)).to.deep.equal([1, 2]);
    await world.access.webhooks.set(internalCaller, 'hook', { disabled: true });
    await world.timers.pass(10_000);
    await world.change(1, 3);
    await world.timers.pass(10_000);
    expect(world.valuesOf(1)).to.deep.equal([1, 2]);
    await world.access.webhooks.set(internalCaller, 'hook', { disabled: false });
    await world.timers.pass(20_000);
    expect(world.valuesOf(1)).to.deep.equal([1, 2, 3]);
    await world.access.webhooks.remove(internalCaller, 'hook');
    await world.timers.pass(10_000);
    expect(await world.database.unitOfWork.run(({ feed }) => feed.followers())).to.deep.equal([]);
    await world.timers.until(runners[1]?.stop() ?? Promise.resolve());
  });

  it('are delivered one at a time, even if a webhook is disabled and enabled while its receiver hangs', async () => {
    const world = new World();
    await world.add();
    const runner = world.runner();
    await world.timers.pass(10);
    let [underWay, max] = [0, 0];
    world.answer = async () => {
      max = Math.max(max, ++underWay);
      await world.timers.delay(30_000);
      underWay--;
      return 204;
    };
    await world.change(1, 1);
    await world.timers.pass(10);
    expect(underWay).to.equal(1);
    await world.access.webhooks.set(internalCaller, 'hook', { disabled: true });
    await world.timers.pass(6000);
    await world.access.webhooks.set(internalCaller, 'hook', { disabled: false });
    await world.change(1, 2);
    await world.timers.pass(120_000);
    expect(max).to.equal(1);
    expect(world.valuesOf(1)).to.deep.equal([1, 2]);
    await world.timers.until(runner.stop());
  });

  it('wait at most 3 seconds for a hanging receiver at the end of a process, and continue in another one', async () => {
    const world = new World();
    await world.add();
    const runner = world.runner('one');
    await world.timers.pass(10);
    world.answer = () => new Promise<number>(() => {});
    await world.change(1, 1);
    await world.timers.pass(1000);
    expect(world.shipments).to.have.length(1);
    const began = world.timers.now;
    await world.timers.until(runner.stop());
    expect(world.timers.now - began).to.equal(3000);
    world.answer = () => 204;
    const other = world.runner('two');
    await world.timers.pass(10);
    expect(world.valuesOf(1)).to.deep.equal([1]);
    await world.timers.until(other.stop());
  });

  it('log their attempts, and retain the newest 200', async () => {
    const world = new World();
    await world.add();
    world.answer = () => 'no answer arrived within 10 s';
    expect(await world.access.webhooks.test(internalCaller, 'hook')).to.deep.equal({
      name: 'hook',
      delivered: 0,
      left: 1,
      status: null,
      problem: 'no answer arrived within 10 s',
    });
    world.answer = () => 201;
    expect(await world.access.webhooks.test(internalCaller, 'hook')).to.deep.equal({
      name: 'hook',
      delivered: 1,
      left: 0,
      status: 201,
      problem: null,
    });
    const log = await world.access.webhooks.deliveries(commandLineCaller, 'hook', 9);
    expect(log.map(({ status, problem, events }) => [status, problem, events])).to.deep.equal([
      [201, null, 1],
      [null, 'no answer arrived within 10 s', 1],
    ]);
    for (let i = 0; i < 250; i++) await world.access.webhooks.test(internalCaller, 'hook');
    expect(await world.access.webhooks.deliveries(commandLineCaller, 'hook', 1000)).to.have.length(200);
  });

  it('return their secret only once, and never in the history', async () => {
    const world = new World();
    const { secret = '' } = await world.add();
    const { secret: other = '' } = await world.access.webhooks.set(internalCaller, 'hook', { comment: 'x' }, true);
    expect([secret.length, other.length, secret === other]).to.deep.equal([32, 32, false]);
    const shown = [
      await world.access.webhooks.list(commandLineCaller),
      await world.access.webhooks.set(internalCaller, 'hook', { comment: 'y' }),
      await world.access.audit(commandLineCaller, 99),
    ];
    const feedEntries = await new ChangeFeed(world.database.readers, world.database.unitOfWork).read(0, 999);
    for (const text of [secret, other]) expect(JSON.stringify([shown, feedEntries])).not.to.contain(text);
    expect(JSON.stringify(shown)).to.contain('[secret]: changed');
  });

  it('can be changed with a URL that is no longer allowed, but not to another such URL', async () => {
    const world = new World();
    await world.access.settings.set(internalCaller, { webhooks: { privateTargets: true } });
    await world.add({ url: 'http://10.0.0.1/' });
    await world.access.settings.set(internalCaller, { webhooks: { privateTargets: false } });
    expect(await world.access.webhooks.set(internalCaller, 'hook', { disabled: true, comment: 'old' })).to.deep.include({
      ...{ disabled: true, comment: 'old', url: 'http://10.0.0.1/' },
    });
    const other = world.access.webhooks.set(internalCaller, 'hook', { url: 'http://10.0.0.2/' });
    expect(await other.catch((error: { code: string }) => error.code)).to.equal('provision.invalid');
  });

  it('are rejected with an invalid member', async () => {
    const world = new World();
    const problem = (input: object): Promise<string> =>
      world.add(input).then(
        () => 'none',
        (error: { code: string; details: { problem?: string } }) => `${error.code} ${error.details.problem ?? ''}`,
      );
    expect(await problem({ url: 'http://hooks.example/' })).to.contain('provision.invalid must begin with https://');
    expect(await problem({ kinds: ['bogus'] })).to.contain('provision.invalid contain "bogus"');
    expect(await problem({ sections: [0] })).to.equal('provision.invalid must be a list of ids');
    expect(await problem({ name: 'a b' })).to.contain('provision.invalid must be 1 to 64 letters');
    expect(await problem({})).to.equal('none');
    expect(await problem({})).to.equal('administration.exists ');
    const unknown = await world.access.webhooks.test(internalCaller, 'bogus').catch((error: { code: string }) => error.code);
    expect(unknown).to.equal('administration.unknown');
  });
});
