import { expect } from 'chai';
import { systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Allocation } from '../../../application/allocation/allocation.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { collect } from '../../support/collect.js';
import { anyone } from '../support/application.js';
import { entry, everyPair, type Inventory, outcomeFor, startInventory, tally } from '../support/inventory.js';

describe('Allocation', () => {
  let world: Inventory;
  const folder = async () => (await world.subnets.create(anyone, null, { sectionId: world.sectionId })).id;
  const find = (id: number) => async () => String(await world.allocation.findFreeAddress(anyone, id));
  const take = async (id: number, input: Input = {}) => String((await world.allocation.allocateAddress(anyone, id, input)).ip);
  const findSubnet =
    (id: number, length: number, end: 'first' | 'last' = 'first') =>
    async () =>
      String(await world.allocation.findFreeSubnet(anyone, id, length, end));
  const takeSubnet = (id: number, length: number, end: 'first' | 'last' = 'first', input: Input = {}) =>
    world.allocation.allocateSubnet(anyone, id, length, end, input);
  const all = async (id: number, length: number) =>
    (await collect(await world.allocation.findFreeSubnets(anyone, id, length))).map(String);

  /** Allocation that counts its units of work. */
  const counting = (around: <T>(work: () => Promise<T>) => Promise<T> = (work) => work()) => {
    let count = 0;
    const unitOfWork: UnitOfWork = {
      run: (work) => {
        count++;
        return around(() => world.unitOfWork.run(work));
      },
    };
    return {
      allocation: new Allocation(world.readers, unitOfWork, systemClock, systemTimers, systemRandom),
      counted: () => count,
    };
  };

  beforeEach(async () => {
    world = await startInventory();
  });

  describe('allocates the lowest free address', () => {
    const spaces = [
      ['10.0.0.0/30', {}, ['10.0.0.1', '10.0.0.2']],
      ['10.0.0.0/30', { isPool: 1 }, ['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3']],
      ['10.0.0.0/31', {}, ['10.0.0.0', '10.0.0.1']],
      ['10.0.0.0/32', {}, ['10.0.0.0']],
      ['255.255.255.252/30', {}, ['255.255.255.253', '255.255.255.254']],
      ['2001:db8::/127', {}, ['2001:db8::', '2001:db8::1']],
      ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128', {}, ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
    ] as const;
    for (const [cidr, fields, ips] of spaces) {
      it(`of ${cidr}${'isPool' in fields ? ' as a pool' : ''} until the subnet is full`, async () => {
        const id = await world.network(cidr, fields);
        const taken: string[] = [];
        for (const _ip of ips) {
          const found = await find(id)();
          taken.push(await take(id));
          expect(taken.at(-1)).to.equal(found);
        }
        expect(taken).to.deep.equal(ips);
        await world.expectRefused(find(id), 'allocation.noAddress');
        await world.expectRefused(() => take(id), 'allocation.noAddress');
      });
    }

    it('in the first gap, also in the gap of a deleted address', async () => {
      const id = await world.network('10.0.0.0/24');
      for (const ip of ['10.0.0.1', '10.0.0.3', '10.0.0.5']) await world.addresses.create(anyone, { subnetId: id, ip });
      expect([await take(id), await take(id), await take(id)]).to.deep.equal(['10.0.0.2', '10.0.0.4', '10.0.0.6']);
      const { id: first } = await world.addresses.readInSubnet(
        anyone,
        id,
        (await collect(world.addresses.list(anyone, { subnetId: id, order: 'address' })))[0]?.ip ?? expect.fail(),
      );
      await world.addresses.delete(anyone, first);
      expect(await take(id)).to.equal('10.0.0.1');
    });

    it('with the sent fields, but ignores a sent ip and subnetId', async () => {
      const id = await world.network('10.0.0.0/24');
      const given = { ip: '10.0.0.77', subnetId: 39, hostname: 'h', tag: 4, is_gateway: 1 };
      const allocated = await world.allocation.allocateAddress(anyone, id, given);
      const address = await world.addresses.read(anyone, allocated.id);
      expect(address).to.deep.include({ subnetId: id, ip: allocated.ip, hostname: 'h', tag: 4, is_gateway: true });
      expect(String(allocated.ip)).to.equal('10.0.0.1');
      expect(await world.historyOf('address', allocated.id)).to.deep.equal([
        entry('address', allocated.id, 'add', [
          ...[`[subnetId]:  => ${id}`, '[ip]:  => 10.0.0.1', '[is_gateway]:  => 1', '[hostname]:  => h', '[tag]:  => 4'],
          ...['[lastSeen]:  => 1970-01-01 00:00:01', '[PTR]:  => 0'],
        ]),
      ]);
    });

    it('of no subnet that is unknown, marked full, has children, or is a folder', async () => {
      const full = await world.network('10.0.0.0/24', { isFull: 1 });
      const parent = await world.network('10.1.0.0/24');
      await world.network('10.1.0.0/25', { masterSubnetId: parent });
      const cases = [
        [39, 'subnet.unknown', { id: 39 }],
        [full, 'allocation.subnetFull', {}],
        [parent, 'subnet.hasChildren', {}],
        [await folder(), 'allocation.noAddress', {}],
      ] as const;
      for (const [id, code, details] of cases) {
        await world.expectRefused(find(id), code, details);
        await world.expectRefused(() => take(id), code, details);
        await world.expectRefused(() => take(id, { is_gateway: 1 }), code, details);
      }
    });
  });

  describe('allocates addresses to concurrent requests', () => {
    it('with a different address for each, all of them the lowest', async () => {
      const id = await world.network('10.0.0.0/24');
      const taken = await Promise.all(Array.from({ length: 100 }, () => take(id)));
      const lowest = Array.from({ length: 100 }, (_, i) => `10.0.0.${i + 1}`);
      expect(new Set(taken)).to.deep.equal(new Set(lowest));
      const stored = await collect(world.addresses.list(anyone, { subnetId: id, order: 'address' }));
      expect(stored.map(({ ip }) => String(ip))).to.deep.equal(lowest);
    });

    it('until the subnet is full, and rejects the other requests', async () => {
      const id = await world.network('10.0.0.0/28');
      const { done, refused } = await tally(Array.from({ length: 20 }, () => take(id)));
      expect([done, refused]).to.deep.equal([14, Array<string>(6).fill('allocation.noAddress')]);
    });

    it('without effect of an invalid request on the others', async () => {
      const id = await world.network('10.0.0.0/24');
      const inputs = Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0 ? { mac: 'x' } : i % 3 === 1 ? { nope: i } : { note: `${i}` },
      );
      const { done, refused } = await tally(inputs.map((input) => take(id, input)));
      expect([
        done,
        refused.filter((code) => code === 'field.type'),
        refused.filter((code) => code === 'field.unknown'),
      ]).to.deep.equal([...[4, Array<string>(4).fill('field.type'), Array<string>(4).fill('field.unknown')]]);
      const stored = await collect(world.addresses.list(anyone, { subnetId: id, order: 'address' }));
      expect(stored.map(({ ip, note }) => [String(ip), note])).to.deep.equal([
        ...[
          ['10.0.0.1', '2'],
          ['10.0.0.2', '5'],
          ['10.0.0.3', '8'],
          ['10.0.0.4', '11'],
        ],
      ]);
    });

    it('of several subnets, each from its own subnet', async () => {
      const ids = [await world.network('10.0.0.0/28'), await world.network('10.1.0.0/28')];
      const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => take(ids[i % 2] ?? 0)));
      expect(new Set(taken)).to.have.property('size', 10);
      expect(taken.filter((ip) => ip.startsWith('10.1.'))).to.have.length(5);
    });
  });

  describe('allocates a free subnet', () => {
    it('at the lower and the upper end, around existing subnets', async () => {
      const id = await world.network('10.0.0.0/24');
      await world.network('10.0.0.0/26', { masterSubnetId: id });
      await world.network('10.0.0.240/28', { masterSubnetId: id });
      expect([await findSubnet(id, 26)(), await findSubnet(id, 26, 'last')()]).to.deep.equal(['10.0.0.64/26', '10.0.0.128/26']);
      expect([await findSubnet(id, 28)(), await findSubnet(id, 28, 'last')()]).to.deep.equal(['10.0.0.64/28', '10.0.0.224/28']);
      expect(await all(id, 26)).to.deep.equal(['10.0.0.64/26', '10.0.0.128/26']);
      expect(await all(id, 27)).to.deep.equal([
        '10.0.0.64/27',
        '10.0.0.96/27',
        '10.0.0.128/27',
        '10.0.0.160/27',
        '10.0.0.192/27',
      ]);
    });

    it('regardless of addresses in the parent, and although the parent is marked full', async () => {
      const id = await world.network('10.0.0.0/24', { isFull: 1 });
      await world.addresses.create(anyone, { subnetId: id, ip: '10.0.0.1' });
      expect(await findSubnet(id, 25)()).to.equal('10.0.0.0/25');
      expect(await findSubnet(id, 24)()).to.equal('10.0.0.0/24');
    });

    it('with the section and permissions of its parent, and the sent fields', async () => {
      const id = await world.network('10.0.0.0/24');
      await world.grant(1, [id, 3]);
      const taken = await takeSubnet(id, 26, 'last', { description: 'mine', isPool: 1 });
      const [master, { subnet }] = await Promise.all([world.subnets.read(anyone, id), world.subnets.read(anyone, taken.id)]);
      expect([String(taken.prefix), String(subnet.prefix)]).to.deep.equal(['10.0.0.192/26', '10.0.0.192/26']);
      expect(subnet).to.deep.include({
        ...{
          sectionId: world.sectionId,
          masterSubnetId: id,
          permissions: master.subnet.permissions,
          description: 'mine',
          isPool: true,
        },
      });
      const [newest] = await world.historyOf('subnet', taken.id);
      expect(newest?.differences.slice(0, 2)).to.deep.equal([
        '[prefix]:  => 10.0.0.192/26',
        `[sectionId]:  => ${world.sectionId}`,
      ]);
    });

    it('not from a full or unknown subnet, a folder, or with an impossible length', async () => {
      const id = await world.network('10.0.0.0/30');
      const group = await folder();
      for (const length of [-1, 0, 29, 33, 129]) {
        const isImpossible = length > 32;
        const code = isImpossible ? 'prefix.length' : 'allocation.noSubnet';
        const details = isImpossible ? { length: String(length) } : {};
        await world.expectRefused(findSubnet(id, length), code, details);
        await world.expectRefused(() => all(id, length), code, details);
        await world.expectRefused(() => takeSubnet(id, length), code, details);
      }
      for (const end of ['first', 'last'] as const) {
        await world.expectRefused(findSubnet(group, 30, end), 'allocation.noSubnet');
        await world.expectRefused(() => takeSubnet(group, 30, end), 'allocation.noSubnet');
        await world.expectRefused(findSubnet(39, 30, end), 'subnet.unknown', { id: 39 });
        await world.expectRefused(() => takeSubnet(39, 30, end), 'subnet.unknown', { id: 39 });
      }
      await world.network('10.0.0.0/31', { masterSubnetId: id });
      await world.network('10.0.0.2/31', { masterSubnetId: id });
      await world.expectRefused(findSubnet(id, 32), 'allocation.noSubnet');
      await world.expectRefused(() => takeSubnet(id, 31), 'allocation.noSubnet');
    });

    it('smaller than its parent, and not with invalid input', async () => {
      const id = await world.network('10.0.0.0/30');
      await world.expectRefused(() => takeSubnet(id, 30), 'subnet.outsideMaster');
      await world.expectRefused(() => takeSubnet(id, 31, 'first', { nope: 1 }), 'field.unknown', { field: 'nope' });
      await world.expectRefused(() => takeSubnet(id, 31, 'first', { vlanId: 39 }), 'field.reference', {
        field: 'vlanId',
        id: 39,
      });
    });

    it('to concurrent requests, with a different subnet for each, from both ends', async () => {
      const id = await world.network('10.0.0.0/24');
      const ends = Array.from({ length: 20 }, (_, i) => takeSubnet(id, 28, i % 2 ? 'first' : 'last'));
      const { done, refused } = await tally(ends);
      expect([done, refused]).to.deep.equal([16, Array<string>(4).fill('allocation.noSubnet')]);
      const taken = (await world.dump()).subnets.filter(({ masterSubnetId }) => masterSubnetId === id);
      expect(new Set(taken.map(({ prefix }) => String(prefix)))).to.have.property('size', 16);
    });

    it('to concurrent requests in few units of work, without effect of an invalid request on the others', async () => {
      const id = await world.network('10.0.0.0/16');
      const { allocation, counted } = counting();
      const inputs = Array.from({ length: 12 }, (_, i): Input => (i % 3 === 0 ? { nope: i } : { description: `${i}` }));
      const { done, refused } = await tally(inputs.map((input) => allocation.allocateSubnet(anyone, id, 24, 'first', input)));
      expect([done, refused]).to.deep.equal([8, Array<string>(4).fill('field.unknown')]);
      expect(counted()).to.be.at.most(2);
      const taken = (await world.dump()).subnets.filter(({ masterSubnetId }) => masterSubnetId === id);
      expect(taken.map(({ prefix, description }) => `${prefix} ${description}`)).to.deep.equal(
        [1, 2, 4, 5, 7, 8, 10, 11].map((number, index) => `10.0.${index}.0/24 ${number}`),
      );
    });

    it('to each of several concurrent requests, and reports an unknown outcome of their commit to all of them', async () => {
      const id = await world.network('10.0.0.0/16');
      const { allocation, counted } = counting(async (work) => {
        await work();
        throw new StorageError('no answer to its commit came', 'outcomeUnknown');
      });
      const asked = Array.from({ length: 5 }, () => allocation.allocateSubnet(anyone, id, 24, 'first', {}));
      const results = (await Promise.allSettled(asked)).map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason.failure : 'done',
      );
      expect(results).to.deep.equal(Array<string>(5).fill('outcomeUnknown'));
      expect(counted(), 'none is tried again').to.equal(1);
    });
  });

  it('changes nothing when its last write fails', async () => {
    const id = await world.network('10.0.0.0/24');
    await world.expectUndone(() => take(id));
    await world.expectUndone(() => take(id, { is_gateway: 1 }));
    const other = await world.network('10.1.0.0/24');
    await world.expectUndone(() => takeSubnet(other, 26));
    expect([await take(id), await findSubnet(other, 26)()]).to.deep.equal(['10.0.0.3', '10.1.0.64/26']);
  });

  describe('for callers with groups', () => {
    for (const { section, subnet, effective } of everyPair) {
      it(`at level ${section} on the section and ${subnet} on the subnet`, async () => {
        const id = await world.network('10.0.0.0/24');
        await world.grant(section, [id, subnet]);
        const before = await world.dump();
        const { allocation } = world;
        const from = (needed: number) => (effective === 0 ? 'subnet.unknown' : effective < needed ? 'permission.denied' : 'done');
        const outcomes = [
          await outcomeFor((caller) => allocation.findFreeAddress(caller, id)),
          await outcomeFor((caller) => allocation.findFreeSubnet(caller, id, 26, 'first')),
          await outcomeFor((caller) => allocation.findFreeSubnets(caller, id, 26)),
          await outcomeFor((caller) => allocation.allocateAddress(caller, id, {})),
          await outcomeFor((caller) => allocation.allocateAddress(caller, id, { is_gateway: 1 })),
          await outcomeFor((caller) => allocation.allocateSubnet(caller, id, 26, 'first', {})),
        ];
        expect(outcomes).to.deep.equal([from(1), from(1), from(1), from(2), from(2), from(3)]);
        if (effective < 2) expect(await world.dump()).to.deep.equal(before);
      });
    }

    it('reports an unknown subnet instead of a full one to a caller without access', async () => {
      const id = await world.network('10.0.0.0/32', { isFull: 1 });
      await world.grant(0, [id, 3]);
      expect(await outcomeFor((caller) => world.allocation.findFreeAddress(caller, id))).to.equal('subnet.unknown');
      expect(await outcomeFor((caller) => world.allocation.allocateAddress(caller, id, { nope: 1 }))).to.equal('subnet.unknown');
    });
  });
});
