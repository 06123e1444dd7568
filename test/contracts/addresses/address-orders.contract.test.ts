import { expect } from 'chai';
import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import { collect } from '../../support/collect.js';
import { insertAddresses, insertNetwork, ip, newAddress, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Addresses', (storage) => {
  const network = (): Promise<number> => storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
  const insert = (...values: Parameters<typeof newAddress>): Promise<number> =>
    storage.write(({ addresses }) => addresses.insert(newAddress(...values)));
  const list = (query: AddressQuery) => collect(storage.readers.addresses.list(query));
  const listIds = async (query: AddressQuery): Promise<number[]> => (await list(query)).map(({ id }) => id);
  const listTexts = async (query: AddressQuery): Promise<string[]> => (await list(query)).map((address) => address.ip.toString());

  describe('sorted', () => {
    const ascending = [
      '9.255.255.255',
      '10.0.0.2',
      '10.0.0.9',
      '10.0.0.10',
      '59.154.202.0',
      '100.0.0.1',
      '255.255.255.255',
      '::',
      '::9',
      '::10',
      '::ffff:10.0.0.1',
      '2001:db8::1',
      'fd00::1',
    ];
    const mixed = ascending.toSorted((a, b) => a.slice(-2).localeCompare(b.slice(-2)));

    it('by address are in numeric order, across 9.x, 10.x and the families', async () => {
      const subnet = await network();
      await storage.write((to) => insertAddresses(to, subnet, mixed));
      expect(await listTexts({ subnetId: subnet, order: 'address' })).to.deep.equal(ascending);
      expect(await listTexts({ subnetId: subnet, order: 'id' })).to.deep.equal(mixed);
    });

    it('by address are in order of id if several subnets have the same address', async () => {
      const [hostname, other, subnet] = [uniqueWord(), await network(), await network()];
      const late = await insert(subnet, '10.0.0.3', { hostname });
      const ids = [await insert(subnet, '10.0.0.2', { hostname }), await insert(other, '10.0.0.2', { hostname }), late];
      expect(await listIds({ hostname, order: 'address' })).to.deep.equal(ids);
    });

    it('by subnet are those of some subnets, each in order of address, across several chunks', async () => {
      const subnets = [await network(), await network(), await network(), await network()];
      const many = Array.from({ length: 254 }, (_, index) => `10.0.0.${254 - index}`);
      for (const [index, subnet] of subnets.entries())
        await storage.write((to) => insertAddresses(to, subnet, index === 1 ? ['10.0.0.7', '10.0.0.30'] : many));
      const [first = 0, second = 0, , last = 0] = subnets;
      const found = await list({ subnetIds: [last, 0, second, first, second, -1], order: 'subnet' });
      expect(found.map(({ subnetId, ip: at }) => `${subnetId} ${at}`)).to.deep.equal([
        ...many.toReversed().map((at) => `${first} ${at}`),
        `${second} 10.0.0.7`,
        `${second} 10.0.0.30`,
        ...many.toReversed().map((at) => `${last} ${at}`),
      ]);
      expect(await list({ subnetIds: [], order: 'subnet' })).to.deep.equal([]);
      expect(await storage.readers.addresses.count({ subnetIds: [first, last], order: 'subnet' })).to.equal(508);
    });

    it('by hostname ignore case unless names differ in case only, and equal names are in order of address', async () => {
      const [subnet, word] = [await network(), uniqueWord()];
      const expected = [
        [`${word}`, '10.0.0.9'],
        [`${word}`, '10.0.0.10'],
        [`${word}-10`, '10.0.0.3'],
        [`${word}-9`, '10.0.0.2'],
        [`${word}-B`, '10.0.0.4'],
        [`${word}-b`, '10.0.0.5'],
        [`${word}-b1`, '10.0.0.6'],
        [`${word}-B2`, '10.0.0.7'],
        [`${word}.a`, '10.0.0.1'],
        [`${word}a`, '10.0.0.0'],
      ] as const;
      for (const [hostname, address] of expected.toSorted((a, b) => a[1].localeCompare(b[1])))
        await insert(subnet, address, { hostname });
      const listed = await list({ hostnamePrefix: word, order: 'hostname' });
      expect(listed.map((address) => [address.hostname, address.ip.toString()])).to.deep.equal(expected);
    });

    it('by MAC address are ascending', async () => {
      const subnet = await network();
      const macs = ['00:00:00:00:00:02', '00:00:00:00:00:10', '0a:00:00:00:00:00', 'a0:00:00:00:00:00'];
      for (const [i, mac] of macs.toReversed().entries()) await insert(subnet, `10.0.0.${i}`, { mac });
      expect((await list({ subnetId: subnet, order: 'mac' })).map(({ mac }) => mac)).to.deep.equal(macs);
    });
  });

  describe('in bulk', () => {
    it('are deleted in a subnet, but not in its children', async () => {
      const subnet = await network();
      const sectionId = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
      const child = await storage.write((to) => insertNetwork(to, '10.0.0.0/25', { masterSubnetId: subnet, sectionId }));
      await storage.write(async (to) => {
        await insertAddresses(to, subnet, ['10.0.0.1', '10.0.0.2', '2001:db8::1']);
        await insertAddresses(to, child, ['10.0.0.3']);
        await to.addresses.deleteAllIn(subnet);
      });
      expect(await listTexts({ subnetId: subnet, order: 'id' })).to.deep.equal([]);
      expect(await listTexts({ subnetId: child, order: 'id' })).to.deep.equal(['10.0.0.3']);
      await storage.write(({ addresses }) => addresses.deleteAllIn(subnet));
    });

    it('lose the gateway flag except one, and get the edit date', async () => {
      const [subnet, other] = [await network(), await network()];
      const early = '2020-01-01 00:00:00';
      const ids = [
        await insert(subnet, '10.0.0.1', { is_gateway: true, editDate: early }),
        await insert(subnet, '10.0.0.2', { is_gateway: true, editDate: early }),
        await insert(subnet, '10.0.0.3', { editDate: early }),
        await insert(other, '10.0.0.1', { is_gateway: true, editDate: early }),
      ];
      const marks = async () =>
        Promise.all(
          ids.map(async (id) => [
            (await storage.readers.addresses.find(id))?.is_gateway,
            (await storage.readers.addresses.find(id))?.editDate,
          ]),
        );
      await storage.write(({ addresses }) => addresses.clearGateways(subnet, ids[1] ?? 0, '2021-01-01 00:00:00'));
      expect(await marks()).to.deep.equal([
        [false, '2021-01-01 00:00:00'],
        [true, early],
        [false, early],
        [true, early],
      ]);
      await storage.write(({ addresses }) => addresses.clearGateways(subnet, null, '2022-01-01 00:00:00'));
      expect(await marks()).to.deep.equal([
        [false, '2021-01-01 00:00:00'],
        [false, '2022-01-01 00:00:00'],
        [false, early],
        [true, early],
      ]);
    });

    storage.itWith('reshape')('move from one subnet to another within a range, with all their values', async () => {
      const [from, to] = [await network(), await network()];
      const id = await insert(from, '10.0.0.9', { hostname: 'moved', custom: { custom_a: 1 } });
      await storage.write((all) =>
        insertAddresses(all, from, ['10.0.0.8', '10.0.0.10', '10.0.0.11', '10.0.0.200', '2001:db8::1', '::ffff:10.0.0.9']),
      );
      const before = await storage.readers.addresses.find(id);
      await storage.write(({ addresses }) => addresses.moveRange(from, to, { first: ip('10.0.0.9'), last: ip('10.0.0.11') }));
      expect(await listTexts({ subnetId: to, order: 'address' })).to.deep.equal(['10.0.0.9', '10.0.0.10', '10.0.0.11']);
      expect(await listTexts({ subnetId: from, order: 'address' })).to.deep.equal([
        '10.0.0.8',
        '10.0.0.200',
        '::ffff:10.0.0.9',
        '2001:db8::1',
      ]);
      expect(await storage.readers.addresses.find(id)).to.deep.equal({ ...before, subnetId: to });
    });
  });
});
