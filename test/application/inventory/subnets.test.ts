import { expect } from 'chai';
import type { Caller } from '../../../application/caller.js';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { ExpectedNetwork } from '../../../domain/subnet/subnet.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { anyone } from '../support/application.js';
import {
  at,
  entry,
  everyLevel,
  everyPair,
  group,
  type Inventory,
  member,
  outcomeFor,
  startInventory,
} from '../support/inventory.js';

describe('Subnets', () => {
  let world: Inventory;
  let strict: number;
  /** Creates a subnet from `subnet` and `mask`, and a folder without them. */
  const create = ({ subnet, mask, ...fields }: Input) =>
    world.subnets.create(anyone, subnet === undefined ? null : Prefix.parse(`${subnet}/${mask}`), fields);
  const folder = async (fields: Input = {}) => (await create({ sectionId: world.sectionId, ...fields })).id;
  const read = async (id: number) => (await world.subnets.read(anyone, id)).subnet;
  const change = (id: number, input: Input, named?: ExpectedNetwork) => () => world.subnets.change(anyone, id, input, named);

  beforeEach(async () => {
    world = await startInventory();
    strict = await world.sections.create(anyone, { name: 'Strict', strictMode: 1 });
  });

  describe('changes a subnet', () => {
    it('in the sent fields, and leaves the rest', async () => {
      const id = await world.network('10.0.0.0/24', { description: 'old', isFull: 1, threshold: 5 });
      const before = await read(id);
      await change(id, { description: '', isFull: 0, showName: 1, tag: 1 })();
      expect(await read(id)).to.deep.equal({
        ...{ ...before, description: null, isFull: false, showName: true, tag: 1, editDate: at },
      });
      const [newest] = await world.subnets.changes(anyone, id, 1);
      const differences = ['[description]: old => ', '[showName]:  => 1', '[isFull]: 1 => ', '[tag]: 2 => 1'];
      expect(newest).to.deep.equal(entry('subnet', id, 'edit', differences));
    });

    it('without an entry in the history when nothing differs', async () => {
      const id = await world.network('10.0.0.0/24', { description: 'same' });
      await change(id, { description: 'same', vlanId: 0, isFolder: 0 })();
      expect((await world.subnets.changes(anyone, id, 10)).map(({ action }) => action)).to.deep.equal(['add']);
    });

    it('when it moves to another section, and gives it the permissions of this section', async () => {
      await world.unitOfWork.run(({ sections }) => sections.update(strict, { permissions: levels({ 3: 2 }) }));
      const id = await world.network('10.0.0.0/24');
      await world.grant(1, [id, 3]);
      await change(id, { sectionId: strict })();
      expect(await read(id)).to.deep.include({ sectionId: strict, permissions: levels({ 3: 2 }) });
    });

    it('unless it is unknown, or a read-only field is sent', async () => {
      const id = await world.network('10.0.0.0/24');
      await world.expectRefused(change(39, { description: 'x' }), 'subnet.unknown', { id: 39 });
      await world.expectRefused(change(id, {}, { network: '10.9.0.0' }), 'subnet.networkFixed');
      await world.expectRefused(change(id, {}, { length: 25 }), 'subnet.maskFixed');
      await world.expectRefused(change(id, {}, { network: '10.0.0.0', length: '24' }), 'record.nothingToChange');
      await world.expectRefused(change(id, { isFolder: 1 }), 'subnet.folderFixed');
      await world.expectRefused(change(await folder(), { isFolder: 0 }), 'subnet.folderFixed');
      await world.expectRefused(change(id, {}), 'record.nothingToChange');
    });

    it('from a pool to no pool only while its edges are free', async () => {
      const id = await world.network('10.0.0.0/30', { isPool: 1 });
      for (const ip of ['10.0.0.0', '10.0.0.3']) {
        const address = await world.addresses.create(anyone, { subnetId: id, ip });
        await world.expectRefused(change(id, { isPool: 0 }), 'subnet.poolInUse');
        await world.addresses.delete(anyone, address);
      }
      await change(id, { isPool: 0 })();
      expect(await read(id)).to.include({ isPool: false });
    });
  });

  it('reads a subnet with its gateway and its name servers', async () => {
    const nameserver = await world.catalog.create(anyone, 'nameserver', { name: 'ns', namesrv1: '192.0.2.1;192.0.2.2' });
    const id = await world.network('10.0.0.0/24', { nameserverId: nameserver });
    const gateway = await world.addresses.create(anyone, { subnetId: id, ip: '10.0.0.1', is_gateway: 1 });
    const listing = await world.subnets.read(anyone, id);
    expect([listing.gateway?.id, String(listing.gateway?.ip), listing.nameserver?.id]).to.deep.equal([
      ...[gateway, '10.0.0.1', nameserver],
    ]);
    await world.expectRefused(() => world.subnets.read(anyone, 39), 'subnet.unknown', { id: 39 });
    await world.expectRefused(() => world.subnets.usage(anyone, 39), 'subnet.unknown', { id: 39 });
    await world.expectRefused(() => world.subnets.changes(anyone, 39, 1), 'subnet.unknown', { id: 39 });
  });

  it('counts usage by tag, including child subnets', async () => {
    const master = await world.network('10.0.0.0/24');
    const child = await world.network('10.0.0.0/29', { masterSubnetId: master });
    for (const [ip, tag] of [
      ['10.0.0.1', 2],
      ['10.0.0.2', 2],
      ['10.0.0.3', 4],
    ] as const)
      await world.addresses.create(anyone, { subnetId: child, ip, tag });
    const { byTag, used, free, size } = await world.subnets.usage(anyone, child);
    expect([[...byTag], used, free, size]).to.deep.equal([
      ...[
        [
          [2, 2n],
          [4, 1n],
        ],
        3n,
        3n,
        6n,
      ],
    ]);
    const above = await world.subnets.usage(anyone, master);
    expect([above.byTag.get(2), above.byTag.get(3), above.byTag.get(4), above.used, above.size]).to.deep.equal([
      ...[2n, 2n, 1n, 5n, 256n],
    ]);
  });

  it('deletes a subnet with its descendants and their addresses, and nothing else', async () => {
    const master = await world.network('10.0.0.0/16');
    const child = await world.network('10.0.0.0/24', { masterSubnetId: master });
    const grandchild = await world.network('10.0.0.0/25', { masterSubnetId: child });
    const other = await world.network('10.0.0.0/16');
    for (const subnetId of [master, child, grandchild, other]) await world.addresses.create(anyone, { subnetId, ip: '10.0.0.1' });
    await world.subnets.delete(anyone, child);
    const left = await world.dump();
    expect(left.subnets.map(({ id }) => id)).to.deep.equal([master, other]);
    expect(left.addresses.map(({ subnetId }) => subnetId)).to.deep.equal([master, other]);
    expect((await world.historyOf('subnet', child))[0]).to.deep.equal(entry('subnet', child, 'delete'));
    await world.expectRefused(() => world.subnets.delete(anyone, child), 'subnet.unknown', { id: child });
    expect(String(await world.allocation.findFreeSubnet(anyone, master, 24, 'first'))).to.equal('10.0.0.0/24');
  });

  it('truncates a subnet without its descendants, repeatedly', async () => {
    const master = await world.network('10.0.0.0/16');
    const child = await world.network('10.0.0.0/24', { masterSubnetId: master });
    for (const subnetId of [master, child]) await world.addresses.create(anyone, { subnetId, ip: '10.0.0.1' });
    for (let i = 0; i < 2; i++) await world.subnets.truncate(anyone, master);
    expect((await world.dump()).addresses.map(({ subnetId }) => subnetId)).to.deep.equal([child]);
    expect((await world.historyOf('subnet', master)).slice(0, 2)).to.deep.equal([
      ...[entry('subnet', master, 'truncate'), entry('subnet', master, 'truncate')],
    ]);
    await world.expectRefused(() => world.subnets.truncate(anyone, 39), 'subnet.unknown', { id: 39 });
  });

  describe('sets permissions', () => {
    it('by group names and ids, and replaces the previous ones', async () => {
      const id = await world.network('10.0.0.0/24');
      await world.grant(1, [id, 3]);
      expect(await world.subnets.setPermissions(anyone, id, { Guests: 'rw' })).to.deep.equal({ Guests: 'rw' });
      expect((await read(id)).permissions).to.deep.equal(levels({ 3: 2 }));
      const words = await world.subnets.setPermissions(anyone, id, { 2: 'rwa', Guests: '0' });
      expect(words).to.deep.equal({ Operators: 'rwa', Guests: 'na' });
      expect((await read(id)).permissions).to.deep.equal(levels({ 2: 3, 3: 0 }));
      expect(
        (await world.historyOf('subnet', id)).map(({ action, differences }) => [action, ...differences]).slice(0, 2),
      ).to.deep.equal([
        ['permissions', '[permissions]: {"3":"2"} => {"2":"3","3":"0"}'],
        ['permissions', '[permissions]: {"2":"3"} => {"3":"2"}'],
      ]);
    });

    it('and removes them', async () => {
      const id = await world.network('10.0.0.0/24');
      await world.grant(1, [id, 3]);
      await world.subnets.removePermissions(anyone, id);
      expect(await read(id)).to.include({ permissions: null, editDate: at });
      await world.expectRefused(() => world.subnets.removePermissions(anyone, 39), 'subnet.unknown', { id: 39 });
    });

    it('only for existing groups and levels', async () => {
      const id = await world.network('10.0.0.0/24');
      const set =
        (given: Input, which = id) =>
        () =>
          world.subnets.setPermissions(anyone, which, given);
      await world.expectRefused(set({}), 'subnet.permissionsMissing');
      await world.expectRefused(set({ Guests: 1, Strangers: 1 }), 'permission.groupUnknown', { group: 'Strangers' });
      await world.expectRefused(set({ 39: 1 }), 'permission.groupUnknown', { group: '39' });
      await world.expectRefused(set({ Guests: 4 }), 'subnet.permissionLevelUnknown', { level: '4' });
      await world.expectRefused(set({ Guests: 'all' }), 'subnet.permissionLevelUnknown', { level: 'all' });
      await world.expectRefused(set({ Guests: 1 }, 39), 'subnet.unknown', { id: 39 });
    });
  });

  it('changes nothing when its last write fails', async () => {
    const id = await world.network('10.0.0.0/24');
    await world.addresses.create(anyone, { subnetId: id, ip: '10.0.0.1' });
    await world.expectUndone(() => world.network('10.0.0.0/25', { masterSubnetId: id }));
    await world.expectUndone(() => folder());
    await world.expectUndone(change(id, { description: 'new', sectionId: strict }));
    await world.expectUndone(() => world.subnets.setPermissions(anyone, id, { Guests: 1 }));
    await world.expectUndone(() => world.subnets.removePermissions(anyone, id));
    await world.expectUndone(() => world.subnets.truncate(anyone, id));
    await world.expectUndone(() => world.subnets.delete(anyone, id));
  });

  describe('for callers with groups', () => {
    for (const { section, subnet, effective } of everyPair) {
      it(`at level ${section} on the section and ${subnet} on the subnet`, async () => {
        const id = await world.network('10.0.0.0/24');
        await world.grant(section, [id, subnet]);
        const before = await world.dump();
        const { subnets, sectionId } = world;
        const from = (needed: number, whenHidden: ErrorCode = 'subnet.unknown') =>
          effective === 0 ? whenHidden : effective < needed ? 'permission.denied' : 'done';
        const outcomes = [
          await outcomeFor((caller) => subnets.read(caller, id)),
          await outcomeFor((caller) => subnets.usage(caller, id)),
          await outcomeFor((caller) => subnets.changes(caller, id, 1)),
          (await collect(subnets.list(member, { order: { by: 'id' } }))).length,
          await outcomeFor((caller) => subnets.truncate(caller, id)),
          await outcomeFor((caller) => subnets.change(caller, id, { description: 'new' })),
          await outcomeFor((caller) => subnets.setPermissions(caller, id, { [group]: subnet })),
          await outcomeFor((caller) => subnets.create(caller, Prefix.parse('10.0.0.0/25'), { sectionId, masterSubnetId: id })),
          await outcomeFor((caller) => subnets.delete(caller, id)),
        ];
        expect(outcomes).to.deep.equal([
          ...[from(1), from(1), from(1), effective > 0 ? 1 : 0],
          ...[from(2), from(3), from(3), from(3, 'field.reference'), from(3)],
        ]);
        if (effective < 2) expect(await world.dump()).to.deep.equal(before);
      });
    }

    for (const level of everyLevel) {
      const outcome = level === 0 ? 'field.reference' : level < 3 ? 'permission.denied' : 'done';
      it(`a subnet at the top of a section gives ${outcome} at level ${level} on the section`, async () => {
        await world.grant(level);
        const { subnets, sectionId } = world;
        const place = (caller: Caller) => subnets.create(caller, Prefix.parse('10.0.0.0/24'), { sectionId });
        expect(await outcomeFor(place)).to.equal(outcome);
      });
    }

    it('a subnet without access cannot be linked, and does not count as a child', async () => {
      const hidden = await world.network('10.0.0.0/16');
      const child = await world.network('10.0.0.0/24', { masterSubnetId: hidden });
      const own = await world.network('10.1.0.0/16');
      await world.grant(1, [own, 3]);
      const link = () => world.subnets.change(member, own, { linked_subnet: child });
      await world.expectRefused(link, 'field.reference', { field: 'linked_subnet', id: child });
      expect(await world.subnets.hasChildren(member, hidden)).to.equal(false);
      await world.grant(1, [child, 1]);
      expect(await world.subnets.hasChildren(member, hidden)).to.equal(true);
      expect(await world.subnets.hasChildren(anyone, child)).to.equal(false);
    });
  });
});
