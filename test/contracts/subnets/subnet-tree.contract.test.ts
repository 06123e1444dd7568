import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { UsageCalculation } from '../../../domain/subnet/usage.js';
import { cidr, insertAddresses, insertNetwork, newAddress, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Searches among subnets', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));
  const insert = (...values: Parameters<typeof newNetwork>): Promise<number> =>
    storage.write(({ subnets }) => subnets.insert(newNetwork(...values)));

  describe('along the tree', () => {
    it('tell whether a subnet has children', async () => {
      const sectionId = await insertSection();
      const master = await insert(sectionId, '10.0.0.0/8');
      await insertOutside(sectionId);
      expect(await storage.readers.subnets.hasChildren(master)).to.equal(false);
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: master });
      expect(await storage.readers.subnets.hasChildren(master)).to.equal(true);
      await storage.write(({ subnets }) => subnets.delete(child));
      expect(await storage.readers.subnets.hasChildren(master)).to.equal(false);
    });

    const insertOutside = (sectionId: number): Promise<number> => insert(sectionId, '10.0.0.0/24');

    it('find the lowest direct child that is not wholly inside a prefix', async () => {
      const sectionId = await insertSection();
      const master = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId, { masterSubnetId: master })));
      for (const network of ['10.0.3.0/24', '10.0.10.0/24', '10.0.2.0/24', '10.0.0.0/23', '10.0.9.0/24'])
        await insert(sectionId, network, { masterSubnetId: master });
      const outside = async (prefix: string): Promise<string | undefined> =>
        (await storage.readers.subnets.findChildOutside(master, cidr(prefix)))?.prefix.toString();
      expect(await outside('10.0.0.0/16')).to.equal(undefined);
      expect(await outside('10.0.0.0/21')).to.equal('10.0.9.0/24');
      expect(await outside('10.0.0.0/24')).to.equal('10.0.0.0/23');
      expect(await outside('10.0.0.0/23'), 'a child just as large').to.equal('10.0.0.0/23');
      expect(await outside('10.0.8.0/21')).to.equal('10.0.0.0/23');
      expect(await outside('::/0')).to.equal('10.0.0.0/23');
    });

    it('give the ids of a subnet and of everything above it, nearest first', async () => {
      const sectionId = await insertSection();
      const root = await insert(sectionId, '10.0.0.0/8');
      const leaf = await insert(sectionId, '10.0.0.0/24');
      const middle = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root });
      await storage.write(({ subnets }) => subnets.update(leaf, { masterSubnetId: middle }));
      expect(await storage.readers.subnets.ancestorIds(leaf)).to.deep.equal([leaf, middle, root]);
      expect(await storage.readers.subnets.ancestorIds(root)).to.deep.equal([root]);
      expect(await storage.readers.subnets.ancestorIds(987654321)).to.deep.equal([]);
    });
  });

  describe('for usage', () => {
    it('give all descendants of subnets once, and all their addresses counted by tag', async () => {
      const root = await storage.write((to) => insertNetwork(to, '10.0.0.0/8', { isFull: true }));
      const sectionId = (await storage.readers.subnets.find(root))?.sectionId ?? 0;
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root, isPool: true });
      const folder = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      await insert(sectionId, '10.0.0.0/24');
      await storage.write(async (to) => {
        for (const [address, tag] of [
          ['10.0.0.1', 2],
          ['10.0.0.2', 2],
          ['10.0.0.3', 4],
          ['10.0.0.4', null],
        ] as const)
          await to.addresses.insert(newAddress(child, address, { tag }));
        await insertAddresses(to, folder, ['10.9.9.9']);
      });
      const { nodes, counts } = await storage.readers.subnets.usageFacts([root, folder, 987654321]);
      expect(nodes).to.deep.equal([
        { id: child, masterSubnetId: root, prefix: cidr('10.0.0.0/16'), isFull: false, isPool: true },
      ]);
      const facts = [
        { subnetId: child, tag: 2, count: 2 },
        { subnetId: child, tag: 4, count: 1 },
        { subnetId: child, tag: null, count: 1 },
        { subnetId: folder, tag: null, count: 1 },
      ];
      expect(counts).to.have.deep.members(facts);
    });

    it('say nothing of the subnets themselves, one below another included', async () => {
      const sectionId = await insertSection();
      const root = await insert(sectionId, '10.0.0.0/8');
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root });
      const last = await insert(sectionId, '10.0.0.0/24', { masterSubnetId: child });
      expect((await storage.readers.subnets.usageFacts([root, child])).nodes.map(({ id }) => id)).to.deep.equal([last]);
      expect((await storage.readers.subnets.usageFacts([root, last])).nodes.map(({ id }) => id)).to.deep.equal([child]);
    });

    it('are enough for the same usage, whatever is told as one', async () => {
      const root = await storage.write((to) => insertNetwork(to, '10.0.0.0/8'));
      const sectionId = (await storage.readers.subnets.find(root))?.sectionId ?? 0;
      const below = (masterSubnetId: number) => ({ masterSubnetId });
      const middle = await insert(sectionId, '10.1.0.0/16', below(root));
      const folder = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      const leaves = [
        await insert(sectionId, '10.2.0.0/24', below(root)),
        await insert(sectionId, '10.2.1.0/24', below(root)),
        await insert(sectionId, '10.2.2.0/24', { ...below(root), isFull: true }),
        await insert(sectionId, '10.2.3.0/24', { ...below(root), isFull: true }),
        await insert(sectionId, '10.2.4.0/24', { ...below(root), isPool: true }),
        await insert(sectionId, '10.2.5.0/24', { ...below(root), isPool: true }),
        await insert(sectionId, '10.2.6.0/25', below(root)),
        await insert(sectionId, '10.1.0.0/24', below(middle)),
        await insert(sectionId, '10.1.1.0/24', below(middle)),
        await insert(sectionId, '192.168.0.0/24', below(folder)),
        await insert(sectionId, '192.168.1.0/24', below(folder)),
        await insert(sectionId, '2001:db8::/64', below(folder)),
        await insert(sectionId, '2001:db8:0:1::/64', below(folder)),
      ];
      await storage.write(async (to) => {
        for (const id of leaves) {
          const first = (await to.subnets.find(id))?.prefix?.network ?? IpAddress.parse('10.0.0.0');
          await to.addresses.insert(newAddress(id, String(first.plus(1n)), { tag: id % 3 === 0 ? null : 2 + (id % 3) }));
          await to.addresses.insert(newAddress(id, String(first.plus(2n)), { tag: 3 }));
        }
      });
      const subnets = async (ids: readonly number[]): Promise<Subnet[]> =>
        (await Promise.all(ids.map((id) => storage.readers.subnets.find(id)))).filter((subnet) => subnet !== undefined);
      const all = await subnets([root, middle, folder, ...leaves]);
      const { counts } = await storage.readers.subnets.usageFacts(all.map(({ id }) => id));
      const whole = new UsageCalculation({ nodes: all, counts });
      for (const asked of [
        [root],
        [middle],
        [folder],
        [root, middle, folder],
        [root, ...leaves.slice(0, 1)],
        [folder, ...leaves],
      ]) {
        const facts = await storage.readers.subnets.usageFacts(asked);
        const usage = new UsageCalculation({ nodes: [...(await subnets(asked)), ...facts.nodes], counts: facts.counts });
        for (const id of asked) expect(usage.of(id), `${id} of ${asked}`).to.deep.equal(whole.of(id));
      }
    });

    it('give nothing for no subnets', async () => {
      expect(await storage.readers.subnets.usageFacts([])).to.deep.equal({ nodes: [], counts: [] });
    });

    it('follow addresses that change their tag, move and go', async () => {
      const [from, to] = await storage.write(
        async (all) => [await insertNetwork(all, '10.0.0.0/24'), await insertNetwork(all, '10.0.0.0/25')] as const,
      );
      const ids = await storage.write((all) => insertAddresses(all, from, ['10.0.0.1', '10.0.0.2', '10.0.0.200']));
      await storage.write(async ({ addresses }) => {
        for (const id of ids) await addresses.update(id, { tag: 3 });
        await addresses.delete(ids[0] ?? 0);
        await addresses.moveRange(from, to, { first: IpAddress.parse('10.0.0.0'), last: IpAddress.parse('10.0.0.127') });
      });
      const { counts } = await storage.readers.subnets.usageFacts([from, to]);
      expect(counts).to.have.deep.members([
        { subnetId: from, tag: 3, count: 1 },
        { subnetId: to, tag: 3, count: 1 },
      ]);
    });
  });
});
