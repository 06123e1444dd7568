import { expect } from 'chai';
import type { SubnetOrder, SubnetQuery } from '../../../application/ports/inventory/subnets.js';
import { collect } from '../../support/collect.js';
import { cidr, insertNetwork, ip, newAddress, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const byId: SubnetOrder = { by: 'id' };

describeContract('Subnets', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));
  const insert = (...values: Parameters<typeof newNetwork>): Promise<number> =>
    storage.write(({ subnets }) => subnets.insert(newNetwork(...values)));
  const insertFolder = (...values: Parameters<typeof newFolder>): Promise<number> =>
    storage.write(({ subnets }) => subnets.insert(newFolder(...values)));
  /** The ids of a list. The list of ids alone must be equal. */
  const listIds = async (query: SubnetQuery): Promise<number[]> => {
    const ids = (await collect(storage.readers.subnets.list(query))).map(({ subnet }) => subnet.id);
    expect(await collect(storage.readers.subnets.ids(query))).to.deep.equal(ids);
    return ids;
  };

  it('are found by id, as network or folder', async () => {
    const sectionId = await insertSection();
    const [network, folder] = [await insert(sectionId, '10.0.0.0/24'), await insertFolder(sectionId)];
    expect(await storage.readers.subnets.find(network)).to.deep.include({
      id: network,
      isFolder: false,
      prefix: cidr('10.0.0.0/24'),
    });
    expect(await storage.readers.subnets.find(folder)).to.include({ id: folder, isFolder: true, prefix: null });
    expect(await storage.readers.subnets.find(987654321)).to.equal(undefined);
    expect(await storage.readers.subnets.findListing(987654321)).to.equal(undefined);
  });

  for (const isGathered of [false, true]) {
    it(`are inserted together below a parent, ${isGathered ? 'after' : 'before'} a first read of free space`, async () => {
      const sectionId = await insertSection();
      const master = await insert(sectionId, '10.0.0.0/24');
      const owner = { id: master, prefix: cidr('10.0.0.0/24') };
      if (isGathered) await storage.readers.subnets.freePrefix(owner, 26, 'first');
      const networks = ['10.0.0.128/26', '10.0.0.0/27', '10.0.0.64/26'];
      const { ids, none } = await storage.write(async ({ subnets }) => {
        const held = await subnets.lock(master, 'change');
        if (!held) throw new Error('the master is gone');
        const below = (network: string) => newNetwork(sectionId, network, { masterSubnetId: master });
        const ids = await subnets.insertAll(held, [...networks.map(below), newFolder(sectionId, { masterSubnetId: master })]);
        return { ids, none: await subnets.insertAll(held, []) };
      });
      const found = await Promise.all(ids.map(async (id) => storage.readers.subnets.find(id)));
      expect(found.map((each) => each?.prefix?.toString())).to.deep.equal([...networks, undefined]);
      expect(found.every((each) => each?.masterSubnetId === master)).to.equal(true);
      expect(none).to.deep.equal([]);
      expect(String(await storage.readers.subnets.freePrefix(owner, 26, 'first'))).to.equal('10.0.0.192/26');
      expect(String(await storage.readers.subnets.freePrefix(owner, 27, 'first'))).to.equal('10.0.0.32/27');
    });
  }

  describe('with the data of a listing', () => {
    it('have no gateway and no nameserver if none exists', async () => {
      const id = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
      await storage.write(({ addresses }) => addresses.insert(newAddress(id, '10.0.0.1')));
      const subnet = await storage.readers.subnets.find(id);
      expect(await storage.readers.subnets.findListing(id)).to.deep.equal({ subnet, gateway: null, nameserver: null });
    });

    storage.itWith('catalog')('have the gateway and the nameserver, in single records and lists', async () => {
      const nameserver = await storage.write(({ catalog }) =>
        catalog.insert('nameserver', { name: 'ns', namesrv1: '9.9.9.9' }, {}),
      );
      const id = await storage.write((to) => insertNetwork(to, '10.0.0.0/24', { nameserverId: nameserver }));
      const gatewayId = await storage.write(async ({ addresses }) => {
        await addresses.insert(newAddress(id, '10.0.0.1'));
        return addresses.insert(newAddress(id, '10.0.0.2', { is_gateway: true }));
      });
      const expected = {
        subnet: await storage.readers.subnets.find(id),
        gateway: { id: gatewayId, ip: ip('10.0.0.2') },
        nameserver: await storage.readers.catalog.find('nameserver', nameserver),
      };
      expect(await storage.readers.subnets.findListing(id)).to.deep.equal(expected);
      expect(await collect(storage.readers.subnets.list({ ids: [id], order: byId }))).to.deep.equal([expected]);
    });

    it('follow changes of the gateway', async () => {
      const id = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
      const address = await storage.write(({ addresses }) => addresses.insert(newAddress(id, '10.0.0.2', { is_gateway: true })));
      await storage.write(({ addresses }) => addresses.update(address, { is_gateway: false }));
      expect((await storage.readers.subnets.findListing(id))?.gateway).to.equal(null);
      await storage.write(({ addresses }) => addresses.update(address, { is_gateway: true }));
      expect((await storage.readers.subnets.findListing(id))?.gateway?.id).to.equal(address);
      await storage.write(({ addresses }) => addresses.delete([address]));
      expect((await storage.readers.subnets.findListing(id))?.gateway).to.equal(null);
    });
  });

  describe('in a list', () => {
    it('are those with the given ids', async () => {
      const sectionId = await insertSection();
      const [a, b] = [
        await insert(sectionId, '10.0.0.0/24'),
        await insertFolder(sectionId),
        await insert(sectionId, '10.0.1.0/24'),
      ].filter((_, i) => i !== 1);
      expect(await listIds({ ids: [b ?? 0, 987654321, a ?? 0], order: byId })).to.deep.equal([a, b]);
      expect(await listIds({ ids: [], order: byId })).to.deep.equal([]);
    });

    it('are those of a section, at any depth', async () => {
      const [sectionId, other] = [await insertSection(), await insertSection()];
      const root = await insert(sectionId, '10.0.0.0/8');
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root });
      const folder = await insertFolder(sectionId);
      await insert(other, '10.0.0.0/24', { masterSubnetId: child });
      expect(await listIds({ sectionId, order: byId })).to.deep.equal([root, child, folder]);
      expect(await listIds({ sectionId: 987654321, order: byId })).to.deep.equal([]);
    });

    it('are direct children of a parent, or those without a parent', async () => {
      const sectionId = await insertSection();
      const root = await insert(sectionId, '10.0.0.0/8');
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root });
      const grandchild = await insert(sectionId, '10.0.0.0/24', { masterSubnetId: child });
      expect(await listIds({ masterSubnetId: root, order: byId })).to.deep.equal([child]);
      expect(await listIds({ masterSubnetId: grandchild, order: byId })).to.deep.equal([]);
      expect(await listIds({ masterSubnetId: null, sectionId, order: byId })).to.deep.equal([root]);
    });

    it('are a subnet and its descendants, parent by parent, and siblings in order of network', async () => {
      const sectionId = await insertSection();
      const root = await insertFolder(sectionId);
      await insert(sectionId, '11.0.0.0/8');
      const [b, a] = [
        await insert(sectionId, '10.2.0.0/16', { masterSubnetId: root }),
        await insert(sectionId, '10.1.0.0/16', { masterSubnetId: root }),
      ];
      const [c, d] = [
        await insert(sectionId, '10.1.2.0/24', { masterSubnetId: a }),
        await insert(sectionId, '10.2.1.0/24', { masterSubnetId: b }),
      ];
      const e = await insert(sectionId, '10.3.0.0/16', { masterSubnetId: root });
      expect(await listIds({ descendantsOf: root, order: { by: 'tree' } })).to.deep.equal([root, a, c, b, d, e]);
      expect(await listIds({ descendantsOf: a, order: { by: 'tree' } })).to.deep.equal([a, c]);
      expect(await listIds({ descendantsOf: root, isFolder: false, order: { by: 'network' } })).to.deep.equal([a, c, b, d, e]);
      expect(await listIds({ descendantsOf: 987654321, order: { by: 'tree' } })).to.deep.equal([]);
    });

    for (const [field, kind] of [
      ['vlanId', 'vlan'],
      ['vrfId', 'vrf'],
      ['device', 'device'],
      ['location', 'location'],
    ] as const) {
      storage.itWith('catalog')(`are those with a ${kind}`, async () => {
        const sectionId = await insertSection();
        const values =
          kind === 'vlan' ? { name: 'x', number: 7 } : kind === 'device' ? { hostname: 'x' } : { name: `x${sectionId}` };
        const target = await storage.write(({ catalog }) => catalog.insert(kind, values, {}));
        const id = await insert(sectionId, '10.0.0.0/24', { [field]: target });
        await insert(sectionId, '10.0.1.0/24');
        expect(await listIds({ [field]: target, order: byId })).to.deep.equal([id]);
        expect(await listIds({ [field]: 987654321, order: byId })).to.deep.equal([]);
      });
    }

    it('are those with an exact prefix, in any section', async () => {
      const [sectionId, other] = [await insertSection(), await insertSection()];
      const ids = [await insert(sectionId, '172.29.1.0/24'), await insert(other, '172.29.1.0/24')];
      await insert(sectionId, '172.29.0.0/16');
      await insert(sectionId, '172.29.1.0/25');
      expect(await listIds({ prefix: cidr('172.29.1.0/24'), order: byId })).to.deep.equal(ids);
      expect(await listIds({ prefix: cidr('172.29.1.0/26'), order: byId })).to.deep.equal([]);
    });

    it('are networks or folders', async () => {
      const sectionId = await insertSection();
      const [network, folder] = [await insert(sectionId, '10.0.0.0/24'), await insertFolder(sectionId)];
      expect(await listIds({ sectionId, isFolder: false, order: byId })).to.deep.equal([network]);
      expect(await listIds({ sectionId, isFolder: true, order: byId })).to.deep.equal([folder]);
    });

    it('are those without children', async () => {
      const sectionId = await insertSection();
      const root = await insert(sectionId, '10.0.0.0/8');
      const folder = await insertFolder(sectionId);
      const child = await insert(sectionId, '10.0.0.0/16', { masterSubnetId: root });
      expect(await listIds({ sectionId, isLeaf: true, order: byId })).to.deep.equal([folder, child]);
      await storage.write(({ subnets }) => subnets.delete(child));
      expect(await listIds({ sectionId, isLeaf: true, order: byId })).to.deep.equal([root, folder]);
    });

    storage.itWith('catalog')('meet all conditions together', async () => {
      const [sectionId, other] = [await insertSection(), await insertSection()];
      const vlanId = await storage.write(({ catalog }) => catalog.insert('vlan', { name: 'x', number: 8 }, {}));
      const id = await insert(sectionId, '10.0.0.0/24', { vlanId });
      const unlike = [
        await insert(other, '10.0.0.0/24', { vlanId }),
        await insert(sectionId, '10.0.0.0/24'),
        await insert(sectionId, '10.0.0.0/25', { vlanId }),
      ];
      const query: SubnetQuery = {
        ids: [id, ...unlike],
        sectionId,
        vlanId,
        prefix: cidr('10.0.0.0/24'),
        overlapping: cidr('10.0.0.0/8'),
        isFolder: false,
        order: byId,
      };
      expect(await listIds(query)).to.deep.equal([id]);
    });
  });
});
