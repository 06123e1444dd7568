import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { cidr, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Searches among subnets', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));
  const insert = (...values: Parameters<typeof newNetwork>): Promise<number> =>
    storage.write(({ subnets }) => subnets.insert(newNetwork(...values)));

  describe('in the tree', () => {
    it('report whether a subnet has children', async () => {
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

    storage.itWith('reshape')('find the lowest direct child that is not wholly inside a prefix', async () => {
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

    it('list a large tree parent by parent', async function () {
      this.timeout(120_000);
      const size = 1100;
      const sectionId = await insertSection();
      const root = await insert(sectionId, '10.0.0.0/8');
      const middle = await insert(sectionId, '10.128.0.0/9', { masterSubnetId: root });
      const fill = (masterSubnetId: number, network: string): Promise<void> =>
        storage.write(async ({ subnets }) => {
          for (let value = IpAddress.parse(network).value, i = 0; i < size / 2; value += 16n, i++)
            await subnets.insert(newNetwork(sectionId, `${IpAddress.of(4, value)}/28`, { masterSubnetId }));
        });
      await fill(middle, '10.128.0.0');
      await fill(root, '10.0.0.0');
      const found: number[] = [];
      for await (const id of storage.readers.subnets.ids({ descendantsOf: root, order: { by: 'tree' } })) found.push(id);
      const [low, high] = [found.slice(1, 1 + size / 2), found.slice(2 + size / 2)];
      expect([found[0], found[1 + size / 2], new Set(found).size]).to.deep.equal([root, middle, size + 2]);
      expect(Math.min(...low)).to.be.greaterThan(Math.max(...high));
      for (const siblings of [low, high]) expect(siblings).to.deep.equal(siblings.toSorted((a, b) => a - b));
    });

    it('return the ids of a subnet and its ancestors, nearest first', async () => {
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
});
