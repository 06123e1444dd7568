import { expect } from 'chai';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { anyone } from '../support/application.js';
import { FakeMailer, setUp as setUpWith } from './support.js';

/** An application whose units of work fail after `fault.after` of them. Each runs the next work of `meanwhile` first. */
async function setUp() {
  const fault = { after: Number.POSITIVE_INFINITY };
  const meanwhile: (() => Promise<unknown>)[] = [];
  const around = (unitOfWork: UnitOfWork): UnitOfWork => ({
    ...unitOfWork,
    run: async (work, terms) => {
      await meanwhile.shift()?.();
      if (--fault.after < 0) throw new Error('the database is away');
      return unitOfWork.run(work, terms);
    },
  });
  const world = await setUpWith(new FakeMailer(), { around });
  const alarmsOf = async (object: 'subnet' | 'address' | 'settings', id: number) =>
    (await world.changeFeed.read(0, 100_000))
      .filter((entry) => entry.action === 'alarm' && entry.object === object && entry.objectId === id)
      .map(({ differences }) => differences.join(', '));
  return { ...world, fault, meanwhile, alarmsOf };
}

describe('Checks of alarms', () => {
  it('report subnets that exceeded their threshold before alarms were enabled, once', async () => {
    const { network, addresses, alarms, alarmsOf, passMinutes } = await setUp();
    const [above, below] = [await network('10.0.0.0/29', { threshold: 50 }), await network('10.0.1.0/29', { threshold: 50 })];
    for (let last = 1; last <= 4; last++) await addresses.create(anyone, { subnetId: above, ip: `10.0.0.${last}` });
    expect(await alarms.check()).to.equal(1);
    expect(await alarms.check()).to.equal(0);
    passMinutes(24 * 60);
    expect(await alarms.check()).to.equal(0);
    expect(await alarmsOf('subnet', above)).to.deep.equal([
      '[alarm]: thresholdRisen, [network]: 10.0.0.0/29, [percent]: 66, [threshold]: 50',
    ]);
    expect(await alarmsOf('subnet', below)).to.deep.equal([]);
  });

  it('report a threshold by the usage after a concurrent check', async () => {
    const { network, addresses, alarms, alarmsOf, meanwhile } = await setUp();
    const id = await network('10.0.0.0/29', { threshold: 50 });
    const ids: number[] = [];
    for (let last = 1; last <= 4; last++) ids.push(await addresses.create(anyone, { subnetId: id, ip: `10.0.0.${last}` }));
    meanwhile.push(async () => {
      expect(await alarms.checkThresholds([id])).to.equal(1);
      for (const address of ids) await addresses.delete(anyone, address);
      expect(await alarms.checkThresholds([id])).to.equal(1);
    });
    expect(await alarms.checkThresholds([id])).to.equal(0);
    const events = (await alarmsOf('subnet', id)).map((text) => text.split(',')[0]);
    expect(events).to.deep.equal(['[alarm]: thresholdRisen', '[alarm]: thresholdFallen']);
  });

  it('report no threshold of a subnet without a threshold, or of a deleted one', async () => {
    const { network, addresses, alarms, alarmsOf, subnets, readers } = await setUp();
    const ids = [await network('10.0.0.0/30', { threshold: 50 }), await network('10.0.1.0/30', { threshold: 50 })];
    for (const [third, subnetId] of ids.entries()) await addresses.create(anyone, { subnetId, ip: `10.0.${third}.1` });
    expect(await alarms.checkThresholds(ids)).to.equal(2);
    const [changed = 0, deleted = 0] = ids;
    await subnets.change(anyone, changed, { threshold: 0 });
    await subnets.delete(anyone, deleted);
    expect(await alarms.checkThresholds(ids)).to.equal(0);
    expect((await readers.notifications.marks(ids.map((id) => `threshold:${id}`))).size).to.equal(0);
    expect(await alarmsOf('subnet', changed)).to.have.lengthOf(1);
    await subnets.change(anyone, changed, { threshold: 50 });
    expect(await alarms.checkThresholds(ids)).to.equal(1);
  });

  it('report a hold once, also when it has expired and is not released yet', async () => {
    const { network, allocation, alarms, passMinutes, provision } = await setUp();
    await provision({ settings: { alarms: { holdMinutes: 30 } } });
    const id = await network('10.0.0.0/24');
    await allocation.allocateAddress(anyone, id, { hold: 900 });
    expect(await alarms.check()).to.equal(1);
    passMinutes(16);
    expect(await alarms.check()).to.equal(0);
  });

  it('report a short hold once, by the separate check of holds', async () => {
    const { network, allocation, alarms, passMinutes, provision } = await setUp();
    await provision({ settings: { alarms: { holdMinutes: 2 } } });
    const id = await network('10.0.0.0/24');
    await allocation.allocateAddress(anyone, id, { hold: 300 });
    expect(await alarms.checkHolds()).to.equal(0);
    passMinutes(4);
    expect(await alarms.checkHolds()).to.equal(1);
    expect(await alarms.check()).to.equal(0);
    await provision({ settings: { alarms: { holdMinutes: 0 } } });
    await allocation.allocateAddress(anyone, id, { hold: 60 });
    expect(await alarms.checkHolds()).to.equal(0);
  });

  it('report more holds than one query reads', async () => {
    const { network, allocation, alarms, provision } = await setUp();
    await provision({ settings: { alarms: { holdMinutes: 30 } } });
    const id = await network('10.0.0.0/22');
    for (let count = 0; count < 300; count++) await allocation.allocateAddress(anyone, id, { hold: 900 });
    expect(await alarms.check()).to.equal(300);
    expect(await alarms.check()).to.equal(0);
  });

  it('report subnets with a forecast of exhaustion, also after a failed first check of the day', async () => {
    const { network, addresses, alarms, alarmsOf, usageRecording, passMinutes, fault } = await setUp();
    const ids = [await network('10.0.0.0/24'), await network('10.0.1.0/24')];
    for (let day = 0; day < 15; day++) {
      for (const [third, subnetId] of ids.entries())
        for (let count = 1; count <= 8; count++)
          await addresses.create(anyone, { subnetId, ip: `10.0.${third}.${day * 8 + count}` });
      await usageRecording.record();
      if (day < 14) passMinutes(24 * 60);
    }
    fault.after = 2; // the deletion of expired marks, and one alarm
    await alarms.check().catch(() => {});
    fault.after = Number.POSITIVE_INFINITY;
    await alarms.check();
    const texts = [await alarmsOf('subnet', ids[0] ?? 0), await alarmsOf('subnet', ids[1] ?? 0)];
    expect(texts.flat().toSorted()).to.deep.equal([
      '[alarm]: fullSoon, [network]: 10.0.0.0/24, [days]: 17, [on]: 2026-04-01',
      '[alarm]: fullSoon, [network]: 10.0.1.0/24, [days]: 17, [on]: 2026-04-01',
    ]);
    expect(await alarms.check()).to.equal(0);
  });

  it('report that the last scheduled backup is too old, once for each backup', async () => {
    const { alarms, alarmsOf, passMinutes, clock } = await setUp();
    expect(await alarms.check()).to.equal(0);
    await alarms.backupMade(clock.now());
    passMinutes(25 * 60);
    expect(await alarms.check()).to.equal(0);
    passMinutes(2 * 60);
    expect(await alarms.check()).to.equal(1);
    passMinutes(24 * 60);
    expect(await alarms.check()).to.equal(0);
    expect(await alarmsOf('settings', 0)).to.deep.equal(['[alarm]: backupLate, [last]: 2026-03-01 12:00:00']);
    await alarms.backupMade(clock.now());
    expect(await alarms.check()).to.equal(0);
    passMinutes(27 * 60);
    expect(await alarms.check()).to.equal(1);
    passMinutes(48 * 60);
    await alarms.backupsEnded();
    expect(await alarms.check()).to.equal(0);
  });

  it('are in the feed of callers with access to the subnet; those of backups and keys only in that of administrators', async () => {
    const { network, addresses, alarms, changes, provision, callerNamed, sections, readers } = await setUp();
    const net = (await readers.groups.list()).find(({ name }) => name === 'Net')?.id;
    const own = await sections.create(anyone, { name: 'Own', permissions: JSON.stringify({ [String(net)]: 1 }) });
    await provision({ settings: { alarms: { holdMinutes: 60 } } });
    const seen = await network('10.1.0.0/29', { sectionId: own, threshold: 10 });
    const hidden = await network('10.9.0.0/29', { threshold: 10 });
    await addresses.create(anyone, { subnetId: seen, ip: '10.1.0.1', hold: 600 });
    await addresses.create(anyone, { subnetId: hidden, ip: '10.9.0.1', hold: 600 });
    const { after } = await changes.list(anyone, 'now', {}, 1);
    await alarms.check();
    await alarms.backupFailed('of the secret lab');
    const seenBy = async (name: string) =>
      (await changes.list(await callerNamed(name), after, {}, 100)).changes.map(({ kind, after }) => `${kind} ${after?.alarm}`);
    expect(await seenBy('anna')).to.deep.equal(['address holdEnds', 'subnet thresholdRisen']);
    expect(await seenBy('ben')).to.deep.equal([]);
    expect((await seenBy('root')).toSorted()).to.deep.equal([
      ...['address holdEnds', 'address holdEnds', 'settings backupFailed', 'subnet thresholdRisen', 'subnet thresholdRisen'],
    ]);
  });

  it('record values of limited length, in one line, without incomplete characters', async () => {
    const { alarms, alarmsOf } = await setUp();
    await alarms.backupFailed(`a\u0000b\r\n\u202ec\ud83d${'x'.repeat(489)}${'😀'.repeat(100_000)}`);
    expect(await alarmsOf('settings', 0)).to.deep.equal([`[alarm]: backupFailed, [problem]: a b c ${'x'.repeat(489)}😀😀😀😀…`]);
  });
});
