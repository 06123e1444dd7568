import { expect } from 'chai';
import fc from 'fast-check';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { levelIn, levelOnSubnet, type Principal } from '../../../domain/access/access-policy.js';
import type { PermissionLevel, PermissionMap } from '../../../domain/fields/permission-map.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const member = (...groups: readonly number[]): Principal => ({ unrestricted: false, groups, inventory: 'read' });
const everyone: Principal = { unrestricted: true, groups: [], inventory: 'write' };

interface Placed {
  readonly section: number;
  readonly subnet: number;
  readonly address: number;
}

describeContract('Lists for a viewer', (storage) => {
  /** Inserts a section, a subnet and an address, with permissions of section and subnet. @returns their ids */
  const insertPlaced = async (to: Repositories, section: PermissionMap | null, subnet: PermissionMap | null): Promise<Placed> => {
    const sectionId = await to.sections.insert(newSection({ permissions: section }));
    const subnetId = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { permissions: subnet }));
    return { section: sectionId, subnet: subnetId, address: await to.addresses.insert(newAddress(subnetId, '10.0.0.1')) };
  };
  const place = (section: PermissionMap | null, subnet: PermissionMap | null): Promise<Placed> =>
    storage.write((to) => insertPlaced(to, section, subnet));

  /** Whether the lists of a viewer contain the section, the subnet and the address. */
  async function seen({ section, subnet, address }: Placed, viewer: Principal | undefined) {
    const query = viewer ? { viewer } : {};
    const { sections, subnets, addresses } = storage.readers;
    const listed = [
      (await collect(sections.list(viewer))).some(({ id }) => id === section),
      (await collect(subnets.list({ ...query, ids: [subnet], order: { by: 'id' } }))).length === 1,
      (await collect(addresses.list({ ...query, subnetId: subnet, order: 'address' }))).some(({ id }) => id === address),
    ];
    expect(await collect(subnets.ids({ ...query, ids: [subnet], order: { by: 'id' } }))).to.have.length(Number(listed[1]));
    return { section: listed[0], subnet: listed[1], address: listed[2] };
  }

  const all = { section: true, subnet: true, address: true };
  const nothing = { section: false, subnet: false, address: false };

  it('contain the records that any of the groups may read', async () => {
    const placed = await place(levels({ 2: 1 }), levels({ 2: 1, 3: 3 }));
    expect(await seen(placed, member(2))).to.deep.equal(all);
    expect(await seen(placed, member(3, 2))).to.deep.equal(all);
    expect(await seen(placed, member(3))).to.deep.equal(nothing);
    expect(await seen(placed, member())).to.deep.equal(nothing);
  });

  it('contain everything for an unrestricted viewer, and without a viewer', async () => {
    for (const placed of [await place(null, null), await place(levels({ 2: 0 }), levels({}))]) {
      expect(await seen(placed, everyone)).to.deep.equal(all);
      expect(await seen(placed, undefined)).to.deep.equal(all);
    }
  });

  it('contain nothing without permissions or with level 0', async () => {
    expect(await seen(await place(null, levels({ 2: 3 })), member(2))).to.deep.equal(nothing);
    expect(await seen(await place(levels({}), levels({ 2: 3 })), member(2))).to.deep.equal(nothing);
    expect(await seen(await place(levels({ 2: 0 }), levels({ 2: 3 })), member(2))).to.deep.equal(nothing);
  });

  it('contain a section, but not its subnets and their addresses, if the subnet permits nothing', async () => {
    for (const permissions of [null, levels({}), levels({ 2: 0 }), levels({ 3: 3 }), levels({ 22: 3 })]) {
      expect(await seen(await place(levels({ 2: 1 }), permissions), member(2))).to.deep.equal({ ...nothing, section: true });
    }
  });

  it('accept permissions on section and subnet from different groups', async () => {
    const placed = await place(levels({ 2: 1 }), levels({ 3: 1 }));
    expect(await seen(placed, member(2, 3))).to.deep.equal(all);
    expect(await seen(placed, member(3))).to.deep.equal(nothing);
  });

  it('support conditions and orders', async () => {
    const hostname = uniqueWord();
    const { visible, hidden } = await storage.write(async (to) => {
      const [first, second, third] = [
        await insertPlaced(to, levels({ 2: 1 }), levels({ 2: 1 })),
        await insertPlaced(to, levels({ 2: 1 }), null),
        await insertPlaced(to, levels({ 2: 1 }), levels({ 2: 2 })),
      ];
      for (const { address } of [third, second, first]) await to.addresses.update(address, { hostname });
      return { visible: [first.address, third.address], hidden: second.address };
    });
    const query = { hostname, order: 'address' } as const;
    const ids = async (viewer?: Principal) =>
      (await collect(storage.readers.addresses.list(viewer ? { ...query, viewer } : query))).map(({ id }) => id);
    expect(await ids(member(2))).to.deep.equal(visible);
    expect(await ids()).to.include(hidden);
  });

  it('equal the permission rules of the domain', async () => {
    const level = fc.constantFrom<PermissionLevel>(0, 1, 2, 3);
    const map = fc.option(fc.dictionary(fc.constantFrom('2', '3', '12'), level).map(levels));
    const groups = fc.uniqueArray(fc.constantFrom(1, 2, 3, 12));
    const property = fc.asyncProperty(map, map, groups, async (section, subnet, of) => {
      const viewer = member(...of);
      const onSubnet = levelOnSubnet(section, subnet, viewer) > 0;
      const expected = { section: levelIn(section, viewer) > 0, subnet: onSubnet, address: onSubnet };
      expect(await seen(await place(section, subnet), viewer)).to.deep.equal(expected);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
