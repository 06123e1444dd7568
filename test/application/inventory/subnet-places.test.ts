import { expect } from 'chai';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { anyone } from '../support/application.js';
import { group, type Inventory, member, outcomeFor, startInventory } from '../support/inventory.js';

describe('The position of a subnet', () => {
  let world: Inventory;
  let strict: number;
  const folder = async (fields: Input = {}) =>
    (await world.subnets.create(anyone, null, { sectionId: world.sectionId, ...fields })).id;
  const inStrict = async (cidr: string, fields: Input = {}) => world.network(cidr, { sectionId: strict, ...fields });
  const read = async (id: number) => (await world.subnets.read(anyone, id)).subnet;
  const change = (id: number, input: Input) => () => world.subnets.change(anyone, id, input);

  beforeEach(async () => {
    world = await startInventory();
    strict = await world.sections.create(anyone, { name: 'Strict', strictMode: 1 });
  });

  describe('below another subnet', () => {
    it('is strictly inside of the parent, in any section, after creation and move', async () => {
      for (const sectionId of [world.sectionId, strict]) {
        const master = await world.network('10.0.0.0/24', { sectionId });
        const child = await world.network('10.0.0.0/25', { sectionId, masterSubnetId: master });
        expect(await read(child)).to.include({ masterSubnetId: master });
        const elsewhere = await world.network('10.9.0.0/24', { sectionId });
        for (const cidr of ['10.0.0.0/24', '10.0.0.0/16', '10.1.0.0/25', '2001:db8::/64']) {
          const refused = () => world.network(cidr, { sectionId, masterSubnetId: master });
          await world.expectRefused(refused, 'subnet.outsideMaster');
        }
        await world.expectRefused(change(elsewhere, { masterSubnetId: master }), 'subnet.outsideMaster');
        await world.expectRefused(change(master, { masterSubnetId: child }), 'subnet.outsideMaster');
      }
    });

    it('is not possible for a folder below a network', async () => {
      const master = await world.network('10.0.0.0/24');
      const id = await folder();
      await world.expectRefused(() => folder({ masterSubnetId: master }), 'subnet.masterNotFolder');
      await world.expectRefused(change(id, { masterSubnetId: master }), 'subnet.masterNotFolder');
    });

    it('is not possible for a folder below itself', async () => {
      const top = await folder();
      const middle = await folder({ masterSubnetId: top });
      const bottom = await folder({ masterSubnetId: middle });
      for (const master of [top, middle, bottom])
        await world.expectRefused(change(top, { masterSubnetId: master }), 'subnet.cycle');
      await change(bottom, { masterSubnetId: top })();
      await change(middle, { masterSubnetId: bottom })();
      expect([await read(bottom), await read(middle)].map(({ masterSubnetId }) => masterSubnetId)).to.deep.equal([top, bottom]);
    });

    it('is changed for only one of two folders that move below each other concurrently', async () => {
      const ids = [await folder(), await folder()] as const;
      const outcomes = await Promise.all([
        outcomeFor(() => change(ids[0], { masterSubnetId: ids[1] })()),
        outcomeFor(() => change(ids[1], { masterSubnetId: ids[0] })()),
      ]);
      expect(outcomes.sort()).to.deep.equal(['done', 'subnet.cycle']);
    });
  });

  describe('with an overlap', () => {
    it('is rejected in a strict section, at any depth, for larger and smaller subnets', async () => {
      const master = await inStrict('10.0.0.0/16', { description: 'old' });
      await inStrict('10.0.1.0/24', { masterSubnetId: master, description: 'child' });
      const overlap = (cidr: string, other: string, description: string) =>
        ['subnet.overlapInSection', { cidr, other, description, section: 'Strict' }] as const;
      await world.expectRefused(() => inStrict('10.0.0.0/16'), ...overlap('10.0.0.0/16', '10.0.1.0/24', 'child'));
      await world.expectRefused(() => inStrict('10.0.9.0/24'), ...overlap('10.0.9.0/24', '10.0.0.0/16', 'old'));
      await world.expectRefused(() => inStrict('10.0.1.0/25'), ...overlap('10.0.1.0/25', '10.0.1.0/24', 'child'));
      await world.expectRefused(() => inStrict('10.0.0.0/8'), ...overlap('10.0.0.0/8', '10.0.1.0/24', 'child'));
    });

    it('is rejected between children of one subnet', async () => {
      const master = await inStrict('10.0.0.0/16');
      await inStrict('10.0.1.0/24', { masterSubnetId: master });
      const sibling = () => inStrict('10.0.0.0/23', { masterSubnetId: master });
      await world.expectRefused(sibling, 'subnet.overlapWithSibling', { cidr: '10.0.1.0/24' });
    });

    it('is accepted in different VRFs, in other sections, below folders and where the section is not strict', async () => {
      const vrfs = [
        await world.catalog.create(anyone, 'vrf', { name: 'a' }),
        await world.catalog.create(anyone, 'vrf', { name: 'b' }),
      ];
      const below = await folder({ sectionId: strict });
      for (const fields of [{}, ...vrfs.map((vrfId) => ({ vrfId })), { masterSubnetId: below }, { masterSubnetId: below }])
        await inStrict('10.0.0.0/24', fields);
      for (let i = 0; i < 2; i++) await world.network('10.0.0.0/24');
      const same = await collect(world.subnets.list(anyone, { prefix: Prefix.parse('10.0.0.0/24'), order: { by: 'id' } }));
      expect(same).to.have.length(7);
    });

    it('is rejected when a subnet moves to another VRF, section or parent', async () => {
      const vrfId = await world.catalog.create(anyone, 'vrf', { name: 'a' });
      await inStrict('10.0.0.0/24', { vrfId, description: 'there' });
      const elsewhere = await world.network('10.0.0.0/24', { vrfId });
      const withoutVrf = await inStrict('10.0.0.0/24');
      const details = { cidr: '10.0.0.0/24', other: '10.0.0.0/24', description: 'there', section: 'Strict' };
      await world.expectRefused(change(elsewhere, { sectionId: strict }), 'subnet.overlapInSection', details);
      await world.expectRefused(change(withoutVrf, { vrfId }), 'subnet.overlapInSection', details);
      const master = await inStrict('10.8.0.0/16', { vrfId });
      await inStrict('10.8.1.0/24', { masterSubnetId: master });
      const nested = await inStrict('10.8.1.0/25', { masterSubnetId: await folder({ sectionId: strict }) });
      await world.expectRefused(change(nested, { masterSubnetId: master }), 'subnet.overlapWithSibling', { cidr: '10.8.1.0/24' });
    });

    it('is rejected for concurrent creations', async () => {
      const master = await inStrict('10.1.0.0/16');
      const roots = await Promise.all(Array.from({ length: 6 }, () => outcomeFor(() => inStrict('10.0.0.0/24'))));
      expect(roots.sort()).to.deep.equal(['done', ...Array<string>(5).fill('subnet.overlapInSection')]);
      const children = ['10.1.0.0/24', '10.1.0.0/25', '10.1.0.128/25'].map((cidr) =>
        outcomeFor(() => inStrict(cidr, { masterSubnetId: master })),
      );
      expect(await Promise.all(children)).to.deep.equal(['done', 'subnet.overlapWithSibling', 'subnet.overlapWithSibling']);
    });
  });

  it('with a conflict names the other subnet only to callers who see it', async () => {
    const hidden = await inStrict('10.0.0.0/24', { description: 'secret' });
    await world.unitOfWork.run(async ({ sections, subnets }) => {
      await sections.update(strict, { permissions: levels({ [group]: 3 }) });
      await subnets.update(hidden, { permissions: levels({ [group]: 0 }) });
    });
    const place = () => world.subnets.create(member, Prefix.parse('10.0.0.0/16'), { sectionId: strict });
    const named = (other: string, description: string) => ({ cidr: '10.0.0.0/16', other, description, section: 'Strict' });
    await world.expectRefused(place, 'subnet.overlapInSection', named('10.0.0.0/16', ''));
    await world.unitOfWork.run(({ subnets }) => subnets.update(hidden, { permissions: levels({ [group]: 1 }) }));
    await world.expectRefused(place, 'subnet.overlapInSection', named('10.0.0.0/24', 'secret'));
  });
});
