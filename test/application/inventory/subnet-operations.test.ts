import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { SplitRequest } from '../../../domain/subnet/split.js';
import { levels } from '../../support/levels.js';
import { anyone } from '../support/application.js';
import { at, entry, everyPair, group, type Inventory, member, outcomeFor, startInventory, tally } from '../support/inventory.js';

describe('SubnetOperations', () => {
  let world: Inventory;
  let strict: number;
  const inStrict = (cidr: string, fields: Input = {}) => world.network(cidr, { sectionId: strict, ...fields });
  const folder = async () => (await world.subnets.create(anyone, null, { sectionId: strict })).id;
  const read = async (id: number) => (await world.subnets.read(anyone, id)).subnet;
  const address = (subnetId: number, ip: string) => world.addresses.create(anyone, { subnetId, ip });
  const resize = (id: number, mask: unknown) => () => world.subnetOperations.resize(anyone, id, mask);
  const split = (id: number, request: SplitRequest) => () => world.subnetOperations.split(anyone, id, request);
  /** Prefix, parent and description of all subnets except one. */
  const allBut = async (except?: number) =>
    (await world.dump()).subnets
      .filter(({ id }) => id !== except)
      .map(({ prefix, masterSubnetId, description }) => [String(prefix), masterSubnetId, description]);

  beforeEach(async () => {
    world = await startInventory();
    strict = await world.sections.create(anyone, { name: 'Strict', strictMode: 1 });
  });

  describe('resizes a network', () => {
    const sizes = [
      ['10.0.4.0/24', '23', '10.0.4.0/23'],
      ['10.0.5.0/24', 22, '10.0.4.0/22'],
      ['10.0.5.0/24', ' +26 ', '10.0.5.0/26'],
      ['10.0.5.0/24', '32', '10.0.5.0/32'],
      ['2001:db8:0:3::/64', '62', '2001:db8::/62'],
      ['2001:db8:0:3::/64', 128, '2001:db8:0:3::/128'],
    ] as const;
    for (const [before, mask, after] of sizes) {
      it(`${before} to ${JSON.stringify(mask)}, which gives ${after}`, async () => {
        const id = await inStrict(before);
        const record = await read(id);
        await resize(id, mask)();
        const resized = await read(id);
        expect(String(resized.prefix)).to.equal(after);
        expect(resized).to.deep.equal({ ...record, prefix: resized.prefix, editDate: at });
        const [newest] = await world.historyOf('subnet', id);
        expect(newest).to.deep.equal(entry('subnet', id, 'resize', [`[mask]: ${before} => ${after}`]));
      });
    }

    it('and retains its addresses and children, and the free ranges between them', async () => {
      const id = await inStrict('10.0.1.0/24');
      const child = await inStrict('10.0.1.0/26', { masterSubnetId: id });
      await resize(id, 23)();
      expect(await read(child)).to.include({ masterSubnetId: id });
      expect(String(await world.allocation.findFreeSubnet(anyone, id, 24, 'first'))).to.equal('10.0.0.0/24');
      expect(String(await world.allocation.findFreeSubnet(anyone, id, 26, 'last'))).to.equal('10.0.1.192/26');
    });

    const refusedMasks: readonly (readonly [mask: unknown, code: ErrorCode, details?: object])[] = [
      [undefined, 'resize.maskRequired'],
      [null, 'resize.maskRequired'],
      ['', 'resize.maskTooShort'],
      [7, 'resize.maskTooShort'],
      [-1, 'resize.maskTooShort'],
      ['x', 'resize.maskNotInteger'],
      ['23.5', 'resize.maskNotInteger'],
      [[23], 'resize.maskNotInteger'],
      [33, 'prefix.length', { length: '33' }],
      ['24', 'resize.unchanged'],
    ];
    for (const [mask, code, details] of refusedMasks) {
      it(`not to ${JSON.stringify(mask)}: ${code}`, async () => {
        const id = await inStrict('10.0.5.0/24');
        await world.expectRefused(resize(id, mask), code, details);
      });
    }

    it('but no folder and no unknown subnet', async () => {
      await world.expectRefused(resize(await folder(), 23), 'subnet.isFolder');
      await world.expectRefused(resize(39, 23), 'subnet.unknown', { id: 39 });
    });

    it('only inside of its parent', async () => {
      const master = await inStrict('10.0.0.0/23');
      const id = await inStrict('10.0.1.0/25', { masterSubnetId: master });
      await world.expectRefused(resize(id, 23), 'resize.outsideMaster');
      await resize(id, 24)();
      expect(String((await read(id)).prefix)).to.equal('10.0.1.0/24');
    });

    it('only without overlap in a strict section', async () => {
      const id = await inStrict('10.0.0.0/24');
      await inStrict('10.0.1.0/24', { description: 'there' });
      const details = { cidr: '10.0.0.0/23', other: '10.0.1.0/24', description: 'there' };
      await world.expectRefused(resize(id, 23), 'resize.overlap', details);
      const nested = await inStrict('10.0.0.0/26', { masterSubnetId: id });
      await inStrict('10.0.0.64/26', { masterSubnetId: id });
      await world.expectRefused(resize(nested, 25), 'subnet.overlapWithSibling', { cidr: '10.0.0.64/26' });
    });

    it('over others in a section that is not strict, below a folder, and in another VRF', async () => {
      const vrfId = await world.catalog.create(anyone, 'vrf', { name: 'r' });
      const masterSubnetId = await folder();
      const places = [
        ['10.0', { sectionId: world.sectionId }, { sectionId: world.sectionId }],
        ['10.1', { masterSubnetId }, { masterSubnetId }],
        ['10.2', { vrfId }, {}],
      ] as const;
      for (const [start, own, others] of places) {
        const id = await inStrict(`${start}.0.0/24`, own);
        await inStrict(`${start}.1.0/24`, others);
        await resize(id, 23)();
        expect(String((await read(id)).prefix)).to.equal(`${start}.0.0/23`);
      }
    });

    for (const [ip, mask] of [
      ['10.0.0.200', 25],
      ['10.0.0.127', 25],
      ['10.0.0.128', 25],
    ] as const) {
      it(`not to /${mask} when ${ip} would be outside or at an edge`, async () => {
        const id = await inStrict('10.0.0.0/24');
        await address(id, '10.0.0.1');
        await address(id, ip);
        await world.expectRefused(resize(id, mask), 'subnet.addressOutside', { ip, cidr: '10.0.0.0/25' });
      });
    }

    it('not when a child would be outside or fill it, in a strict section', async () => {
      for (const cidr of ['10.0.0.128/26', '10.0.0.0/25']) {
        const id = await inStrict('10.0.0.0/24');
        await inStrict(cidr, { masterSubnetId: id, description: 'child' });
        await world.expectRefused(resize(id, 25), 'resize.childOutside', { cidr, description: 'child' });
        await world.subnets.delete(anyone, id);
      }
    });

    it('once when two concurrent requests would create an overlap', async () => {
      const ids = [await inStrict('10.0.0.0/24'), await inStrict('10.0.1.0/25')];
      const outcomes = await Promise.all([
        outcomeFor(() => resize(ids[0] ?? 0, 23)()),
        outcomeFor(() => resize(ids[1] ?? 0, 24)()),
      ]);
      expect(outcomes).to.deep.equal(['resize.overlap', 'done']);
    });
  });

  describe('splits a network', () => {
    it('into children that inherit its settings, with the addresses inside them', async () => {
      const nameserverId = await world.catalog.create(anyone, 'nameserver', { name: 'ns' });
      const id = await inStrict('10.0.0.0/24', { nameserverId, showName: 1, allowRequests: 1, isPool: 1, threshold: 9, tag: 4 });
      for (const ip of ['10.0.0.0', '10.0.0.1', '10.0.0.64', '10.0.0.255']) await address(id, ip);
      await world.unitOfWork.run(({ subnets }) => subnets.update(id, { permissions: levels({ 3: 2 }) }));
      const parts = await split(id, { count: '4' })();
      expect(await allBut(id)).to.deep.equal([
        ['10.0.0.0/26', id, 'split_subnet_1'],
        ['10.0.0.64/26', id, 'split_subnet_2'],
        ['10.0.0.128/26', id, 'split_subnet_3'],
        ['10.0.0.192/26', id, 'split_subnet_4'],
      ]);
      for (const part of parts)
        expect(await read(part)).to.deep.include({
          ...{
            sectionId: strict,
            nameserverId,
            showName: true,
            allowRequests: true,
            isPool: true,
            permissions: levels({ 3: 2 }),
          },
          ...{ threshold: 0, tag: 2, editDate: null },
        });
      expect((await world.dump()).addresses.map(({ subnetId, ip }) => [parts.indexOf(subnetId), String(ip)])).to.deep.equal([
        ...[
          [0, '10.0.0.0'],
          [0, '10.0.0.1'],
          [1, '10.0.0.64'],
          [3, '10.0.0.255'],
        ],
      ]);
      expect((await world.historyOf('subnet', id))[0]).to.deep.equal(
        entry('subnet', id, 'split', [
          '[part]:  => 10.0.0.0/26',
          '[part]:  => 10.0.0.64/26',
          '[part]:  => 10.0.0.128/26',
          '[part]:  => 10.0.0.192/26',
        ]),
      );
    });

    for (const grouped of ['0', 0, false, 'false']) {
      it(`and replaces it when grouped is ${JSON.stringify(grouped)}`, async () => {
        const master = await inStrict('10.0.0.0/16');
        const id = await inStrict('10.0.0.0/24', { masterSubnetId: master });
        await address(id, '10.0.0.130');
        const parts = await split(id, { count: 2, grouped, namePrefix: 'part ' })();
        expect(await allBut(master)).to.deep.equal([
          ['10.0.0.0/25', master, 'part 1'],
          ['10.0.0.128/25', master, 'part 2'],
        ]);
        expect((await world.dump()).addresses.map(({ subnetId }) => subnetId)).to.deep.equal([parts[1]]);
        expect((await world.historyOf('subnet', id))[0]).to.include({ action: 'split' });
      });
    }

    it('with its custom fields, or with their defaults', async () => {
      const customFields = [{ on: 'subnets', name: 'custom_env', type: 'varchar(8)', default: 'none' }];
      await world.provision({ customFields });
      for (const [copied, copiesCustom] of [
        ['prod', undefined],
        ['prod', true],
        ['none', false],
        ['none', 0],
      ]) {
        const id = await inStrict('10.0.0.0/24', { custom_env: 'prod' });
        for (const part of await split(id, { count: 2, copiesCustom })())
          expect((await read(part)).custom).to.deep.equal({ custom_env: copied });
        await world.subnets.delete(anyone, id);
      }
    });

    const refusedRequests: readonly (readonly [cidr: string, request: SplitRequest, code: ErrorCode, details?: object])[] = [
      ['10.0.0.0/24', {}, 'split.countMissing'],
      ['10.0.0.0/24', { count: 'x' }, 'split.countMissing'],
      ['10.0.0.0/24', { count: '2.5' }, 'split.countMissing'],
      ['10.0.0.0/24', { count: 3 }, 'split.countNotAllowed'],
      ['10.0.0.0/24', { count: 1 }, 'split.countNotAllowed'],
      ['10.0.0.0/24', { count: -2 }, 'split.countNotAllowed'],
      ['10.0.0.0/16', { count: 512 }, 'split.countNotAllowed'],
      ['10.0.0.0/31', { count: 4 }, 'split.tooSmall', { length: 33 }],
      ['2001:db8::/128', { count: 2 }, 'split.tooSmall', { length: 129 }],
      ['10.0.0.0/24', { count: 2, namePrefix: 'p'.repeat(256) }, 'field.tooLong', { field: 'namePrefix', max: 255 }],
      ['10.0.0.0/24', { count: 2, namePrefix: 'a\u0002' }, 'field.control', { field: 'namePrefix' }],
      ['10.0.0.0/24', { count: 2, grouped: [true] }, 'field.type', { field: 'grouped', expected: 'flag' }],
      ['10.0.0.0/24', { count: 2, copiesCustom: {} }, 'field.type', { field: 'copiesCustom', expected: 'flag' }],
    ];
    for (const [cidr, request, code, details] of refusedRequests) {
      it(`${cidr} not by ${JSON.stringify(request).slice(0, 40)}: ${code}`, async () => {
        const id = await inStrict(cidr);
        await world.expectRefused(split(id, request), code, details);
      });
    }

    it('into 256 subnets, and a /30 into 4', async () => {
      expect(await split(await inStrict('10.0.0.0/16'), { count: 256 })()).to.have.length(256);
      const id = await inStrict('10.1.0.0/30');
      for (const ip of ['10.1.0.1', '10.1.0.2']) await address(id, ip);
      const parts = await split(id, { count: 4 })();
      const held = (await world.dump()).addresses.map(({ subnetId, ip }) => [parts.indexOf(subnetId), String(ip)]);
      expect(held).to.deep.equal([
        [1, '10.1.0.1'],
        [2, '10.1.0.2'],
      ]);
    });

    it('but no folder and no unknown subnet', async () => {
      await world.expectRefused(split(await folder(), { count: 2 }), 'subnet.isFolder');
      await world.expectRefused(split(39, { count: 2 }), 'subnet.unknown', { id: 39 });
    });

    it('not when children overlap the new subnets', async () => {
      const id = await inStrict('10.0.0.0/24');
      await inStrict('10.0.0.192/26', { masterSubnetId: id });
      for (const grouped of [true, false]) {
        const details = { cidr: '10.0.0.128/25', other: '10.0.0.192/26' };
        await world.expectRefused(split(id, { count: 2, grouped }), 'split.childOverlaps', details);
      }
    });

    for (const ip of ['10.0.0.63', '10.0.0.64', '10.0.0.128']) {
      it(`not when ${ip} would be at the edge of a new subnet`, async () => {
        const id = await inStrict('10.0.0.0/24');
        await address(id, '10.0.0.1');
        await address(id, ip);
        const cidr = ip === '10.0.0.63' ? '10.0.0.0/26' : `${ip}/26`;
        await world.expectRefused(split(id, { count: 4 }), 'subnet.addressOutside', { ip, cidr });
      });
    }

    it('once for concurrent requests', async () => {
      const id = await inStrict('10.0.0.0/24');
      const { done, refused } = await tally(Array.from({ length: 5 }, () => split(id, { count: 2 })()));
      expect([done, new Set(refused)]).to.deep.equal([1, new Set(['split.childOverlaps'])]);
      const inPlace = await inStrict('10.1.0.0/24');
      const ends = await tally(Array.from({ length: 5 }, () => split(inPlace, { count: 2, grouped: false })()));
      expect([ends.done, new Set(ends.refused)]).to.deep.equal([1, new Set(['subnet.unknown'])]);
      expect(await allBut()).to.have.length(5);
    });
  });

  it('changes nothing when its last write fails', async () => {
    const id = await inStrict('10.0.0.0/24');
    await address(id, '10.0.0.130');
    await world.expectUndone(resize(id, 23));
    await world.expectUndone(split(id, { count: 2 }));
    const inPlace = await inStrict('10.9.0.0/24');
    await address(inPlace, '10.9.0.130');
    await world.expectUndone(split(inPlace, { count: 2, grouped: false }));
  });

  describe('for callers with groups', () => {
    for (const { section, subnet, effective } of everyPair) {
      const outcome = effective === 0 ? 'subnet.unknown' : effective < 3 ? 'permission.denied' : 'done';
      it(`give ${outcome} at level ${section} on the section and ${subnet} on the subnet`, async () => {
        const id = await world.network('10.0.0.0/24');
        await world.grant(section, [id, subnet]);
        const before = await world.dump();
        const { subnetOperations } = world;
        expect(await outcomeFor((caller) => subnetOperations.resize(caller, id, 23))).to.equal(outcome);
        expect(await outcomeFor((caller) => subnetOperations.split(caller, id, { count: 2 }))).to.equal(outcome);
        if (outcome !== 'done') expect(await world.dump()).to.deep.equal(before);
      });
    }

    it('name a conflicting subnet only to callers who see it', async () => {
      const id = await inStrict('10.0.0.0/24');
      const hidden = await inStrict('10.0.1.0/24', { description: 'secret' });
      const child = await inStrict('10.0.0.128/25', { masterSubnetId: id, description: 'secret too' });
      await world.unitOfWork.run(async ({ sections, subnets }) => {
        await sections.update(strict, { permissions: levels({ [group]: 3 }) });
        await subnets.update(id, { permissions: levels({ [group]: 3 }) });
        for (const unseen of [hidden, child]) await subnets.update(unseen, { permissions: null });
      });
      const tried = (mask: number) => () => world.subnetOperations.resize(member, id, mask);
      const overlap = { cidr: '10.0.0.0/23', other: '10.0.0.0/23', description: '' };
      await world.expectRefused(tried(23), 'resize.overlap', overlap);
      await world.expectRefused(tried(25), 'resize.childOutside', { cidr: '10.0.0.0/25', description: '' });
    });
  });
});
