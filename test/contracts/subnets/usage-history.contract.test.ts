import { expect } from 'chai';
import fc from 'fast-check';
import type { RankingPage } from '../../../application/ports/usage-history.js';
import { UsageRecording } from '../../../application/views/usage-recording.js';
import { type Principal, unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { daysAfter, daysBetween } from '../../../domain/trends/day.js';
import { growthOf, type Ranking } from '../../../domain/trends/ranking.js';
import { insertAddresses, newAddress, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

const day = '2026-03-10';
const span = { from: '1970-01-01', until: '2999-12-31' };
const forGroup: PermissionMap = new Map([[2, 1]]);
const member = (...groups: readonly number[]): Principal => ({ unrestricted: false, groups, inventory: 'read' });

describeFreshContract('The recorded utilization', ['usageHistory', 'overview'], (storage) => {
  let owners = 0;
  const recordingOn = (on: string, hour = 12) => {
    const clock = { now: () => new Date(`${on}T${String(hour).padStart(2, '0')}:00:00Z`) };
    return new UsageRecording(storage.readers, { run: (work) => storage.write(work) }, clock, {
      create: () => `owner ${++owners}`,
    });
  };
  const record = (on = day) => recordingOn(on).record();
  const history = () => storage.readers.usageHistory;
  const used = async (id: number) => (await history().ofSubnet(id, span)).map((point) => [point.day, Number(point.used)]);

  const section = (permissions: PermissionMap | null = null): Promise<number> =>
    storage.write(({ sections }) => sections.insert(newSection({ permissions })));
  const network = (sectionId: number, cidr: string, addresses = 0, given = {}): Promise<number> =>
    storage.write(async (to) => {
      const id = await to.subnets.insert(newNetwork(sectionId, cidr, given));
      const base = cidr.split('/')[0]?.replace(/\d+$/, '') ?? '';
      await insertAddresses(
        to,
        id,
        Array.from({ length: addresses }, (_, index) => `${base}${index + 1}`),
      );
      return id;
    });
  const clear = () =>
    storage.write(async (to) => {
      const ids: number[] = [];
      for await (const { id } of to.sections.list()) ids.push(id);
      for (const id of ids) {
        await to.sections.lock(id, 'change');
        await to.sections.delete(id);
      }
    });

  beforeEach(clear);

  it('has a point for each network, folder and section, equal to its usage', async () => {
    const sectionId = await section();
    const parent = await network(sectionId, '10.0.0.0/16');
    const child = await network(sectionId, '10.0.1.0/24', 10, { masterSubnetId: parent });
    const folder = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
    const below = await network(sectionId, '10.9.0.0/24', 4, { masterSubnetId: folder });
    const ipv6 = await network(sectionId, '2001:db8::/32');
    const empty = await section();
    expect(await record()).to.deep.equal({ day, subnets: 5, sections: 2 });
    expect(await history().ofSubnet(child, span)).to.deep.equal([{ day, used: 10n, size: 254n }]);
    expect(await history().ofSubnet(parent, span)).to.deep.equal([{ day, used: 12n, size: 65536n }]);
    expect(await history().ofSubnet(below, span)).to.deep.equal([{ day, used: 4n, size: 254n }]);
    expect(await history().ofSubnet(folder, span)).to.deep.equal([{ day, used: 4n, size: 254n }]);
    expect(await history().ofSubnet(ipv6, span)).to.deep.equal([{ day, used: 0n, size: 1n << 96n }]);
    expect(await history().ofSection(sectionId, span)).to.deep.equal([{ day, used: 16n, size: 65536n + 254n, used6: 0n }]);
    expect(await history().ofSection(empty, span)).to.deep.equal([{ day, used: 0n, size: 0n, used6: 0n }]);
  });

  it('has one point per day, the last recorded one, and none for a missed day', async () => {
    const id = await network(await section(), '10.0.0.0/24', 2);
    await record('2026-03-08');
    await storage.write(async (to) => {
      await to.subnets.lock(id, 'change');
      await to.addresses.insert(newAddress(id, '10.0.0.200'));
    });
    await record('2026-03-10');
    await record('2026-03-10');
    expect(await used(id)).to.deep.equal([
      ['2026-03-08', 2],
      ['2026-03-10', 3],
    ]);
    expect(await history().ofSubnet(id, { from: '2026-03-09', until: '2026-03-09' })).to.deep.equal([]);
    expect(await history().ofSubnet(987654321, span)).to.deep.equal([]);
    expect(await history().ofSection(987654321, span)).to.deep.equal([]);
  });

  it('is deleted with its subnet and its section', async () => {
    const sectionId = await section();
    const [gone, left] = [await network(sectionId, '10.0.0.0/24'), await network(sectionId, '10.1.0.0/24')];
    await record();
    await storage.write(async (to) => {
      await to.subnets.lock(gone, 'change');
      await to.subnets.delete(gone);
    });
    expect(await used(gone)).to.deep.equal([]);
    expect(await used(left)).to.have.lengthOf(1);
    await clear();
    expect(await used(left)).to.deep.equal([]);
    expect(await history().ofSection(sectionId, span)).to.deep.equal([]);
    expect((await record())?.subnets).to.equal(0);
  });

  it('drops the points that retention does not need', async function () {
    this.timeout(60_000);
    const sectionId = await section();
    const id = await network(sectionId, '10.0.0.0/24');
    const first = '2020-01-06';
    for (const distance of [0, 1, 8, 40, 60]) await record(daysAfter(first, distance));
    await record(daysAfter(first, 100));
    const days = (await history().days()).filter(
      ({ day: each }) => daysBetween(first, each) >= 0 && daysBetween(first, each) <= 100,
    );
    const expected = [1, 8, 40, 60, 100].map((distance) => daysAfter(first, distance));
    expect(days.map(({ day: each }) => each)).to.deep.equal(expected);
    expect((await used(id)).map(([each]) => each)).to.deep.equal(expected);
    expect((await history().ofSection(sectionId, span)).map((point) => point.day)).to.deep.equal(expected);
  });

  it('is recorded by one owner at a time, and by another one after the lease expires', async () => {
    const on = '2026-04-01';
    const terms = { day: on, expendable: [], growthBase: undefined };
    const begin = (owner: string, seconds = 60) => storage.write(({ usageHistory }) => usageHistory.begin(on, owner, seconds));
    expect(await begin('a')).to.equal(true);
    expect(await begin('b')).to.equal(false);
    expect(await begin('a')).to.equal(true);
    expect(await record(on)).to.equal(undefined);
    await storage.write(({ usageHistory }) => usageHistory.end('b', terms, true));
    expect(await history().days()).to.deep.include({ day: on, isComplete: false });
    await storage.write(({ usageHistory }) => usageHistory.end('a', terms, false));
    expect(await begin('b', 0)).to.equal(true);
    expect((await record(on))?.day).to.equal(on);
    expect(await history().days()).to.deep.include({ day: on, isComplete: true });
  });

  it('is due once a day, and again after an aborted recording', async () => {
    const on = '2026-05-01';
    const id = await network(await section(), '10.0.0.0/24');
    expect(await recordingOn(on).isDue()).to.equal(true);
    expect(await recordingOn(on).record(() => true)).to.equal(undefined);
    expect(await recordingOn(on).isDue()).to.equal(true);
    await record(on);
    expect(await used(id)).to.have.lengthOf(1);
    expect(await recordingOn(on).isDue()).to.equal(false);
    expect(await recordingOn(daysAfter(on, 1)).isDue()).to.equal(true);
  });

  it('returns sums of points, and the points of several subnets', async () => {
    const sectionId = await section();
    const ids = [await network(sectionId, '10.0.0.0/24', 1), await network(sectionId, '10.1.0.0/24', 3)];
    await record('2026-03-08');
    await record('2026-03-09');
    expect(await history().sums([...ids, 987654321], { from: '2026-03-09', until: '2026-03-09' })).to.deep.equal([
      { day: '2026-03-09', used: 4n, size: 508n },
    ]);
    const read = await history().ofSubnets([...ids, 987654321], ['2026-03-08', '2026-03-01']);
    expect([...read].map(([id, points]) => [id, points.map((point) => Number(point.used))])).to.have.deep.members([
      [ids[0], [1]],
      [ids[1], [3]],
    ]);
  });

  it('ranks networks by utilization, growth and time without use, in pages, limited to those that the viewer may see', async () => {
    const open = await section(forGroup);
    const closed = await section();
    const viewable = { permissions: forGroup };
    const a = await network(open, '10.0.0.0/28', 10, viewable);
    const b = await network(open, '10.0.1.0/24', 100, viewable);
    const c = await network(open, '10.0.2.0/24', 0, viewable);
    const d = await network(closed, '10.0.3.0/29', 6);
    await record('2026-06-01');
    await storage.write(async (to) => {
      await to.subnets.lock(b, 'change');
      await insertAddresses(
        to,
        b,
        Array.from({ length: 20 }, (_, index) => `10.0.1.${index + 101}`),
      );
    });
    await record('2026-07-01');
    const ids = async (by: Ranking, viewer = unrestrictedPrincipal, further = {}) =>
      (await history().ranked({ by, viewer, max: 10, ...further })).networks.map(({ network: { id } }) => id);
    expect(await ids('fullest')).to.deep.equal([d, a, b]);
    expect(await ids('fullest', member(2))).to.deep.equal([a, b]);
    expect(await ids('fullest', member(3))).to.deep.equal([]);
    expect(await ids('growing')).to.deep.equal([b]);
    expect(await ids('unused')).to.deep.equal([c]);
    expect(await ids('unused', unrestrictedPrincipal, { unusedOn: '2026-05-31' })).to.deep.equal([]);
    const [grown] = (await history().ranked({ by: 'growing', viewer: unrestrictedPrincipal, max: 1 })).networks;
    expect(grown).to.deep.include({ used: 120n, size: 254n, growth: 20n, unusedSince: null });
    expect(grown?.network).to.deep.equal({ ...grown?.network, id: b, sectionId: open });
    expect(String(grown?.network.prefix)).to.equal('10.0.1.0/24');
    const found: number[] = [];
    for (let page: RankingPage | undefined, more = true; more; ) {
      page = await history().ranked({ by: 'fullest', viewer: member(2), max: 1, after: page?.next });
      found.push(...page.networks.map(({ network: { id } }) => id));
      more = page.next !== undefined;
    }
    expect(found).to.deep.equal([a, b]);
  });

  it('rounds increases and decreases symmetrically', async () => {
    expect([growthOf(1n, 0n, 20), growthOf(0n, 1n, 20), growthOf(1n, 0n, 31), growthOf(5n, 5n, 7)]).to.deep.equal([
      2n,
      -2n,
      1n,
      0n,
    ]);
    await fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 70n }), fc.bigInt({ min: 0n, max: 1n << 70n }), (one, other) => {
        expect(growthOf(one, other, 30)).to.equal(one - other);
        expect(growthOf(one, other, 13)).to.equal(-growthOf(other, one, 13));
      }),
    );
  });

  it('has no point of a failed chunk, and a repeated recording completes it', async () => {
    const on = '2026-08-01';
    const sectionId = await section();
    const ids = await storage.write(async ({ subnets }) => {
      const made: number[] = [];
      for (let third = 0; third < 600; third++)
        made.push(await subnets.insert(newNetwork(sectionId, `10.${third >> 8}.${third & 255}.0/24`)));
      return made;
    });
    let units = 0;
    const failing = new UsageRecording(
      storage.readers,
      {
        run: (work) =>
          storage.write(async (to) => {
            const result = await work(to);
            if (++units === 3) throw new Error('killed');
            return result;
          }),
      },
      { now: () => new Date(`${on}T00:00:00Z`) },
      { create: () => 'failing' },
    );
    expect(await failing.record().catch((error: unknown) => String(error))).to.contain('killed');
    const counts = async () => {
      const points = await history().ofSubnets(ids, [on]);
      return ids.filter((id) => points.has(id)).length;
    };
    expect(await counts()).to.equal(500);
    expect(await record(on)).to.deep.equal({ day: on, subnets: 600, sections: 1 });
    expect(await counts()).to.equal(600);
  }).timeout(60_000);
});
