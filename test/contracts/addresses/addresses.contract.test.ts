import { expect } from 'chai';
import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { collect } from '../../support/collect.js';
import { cidr, insertNetwork, ip, newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

describeContract('Addresses', (storage) => {
  const network = (): Promise<number> => storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
  const insert = (...values: Parameters<typeof newAddress>): Promise<number> =>
    storage.write(({ addresses }) => addresses.insert(newAddress(...values)));
  const list = (query: AddressQuery) => collect(storage.readers.addresses.list(query));
  const listIds = async (query: AddressQuery): Promise<number[]> => (await list(query)).map(({ id }) => id);

  storage.itWith('dns')(
    'store changed ids of reverse records for addresses of the given subnet, and return the previous ids',
    async () => {
      const [subnet, other] = [await network(), await network()];
      const given = [null, 0, 7, 7, 7];
      const ids: number[] = [];
      for (const [n, PTR] of given.entries()) ids.push(await insert(subnet, `10.0.0.${n + 1}`, { PTR }));
      const [unset, none, same, another, elsewhere] = ids as [number, number, number, number, number];
      const before = await storage.write(({ addresses }) =>
        addresses.noteReverseRecords([
          { id: another, subnetId: subnet, PTR: 9 },
          { id: unset, subnetId: subnet, PTR: 5 },
          { id: none, subnetId: subnet, PTR: 0 },
          { id: same, subnetId: subnet, PTR: 7 },
          { id: elsewhere, subnetId: other, PTR: 8 },
          { id: 987654321, subnetId: subnet, PTR: 8 },
        ]),
      );
      expect(before).to.have.deep.members([
        { id: another, PTR: 7 },
        { id: unset, PTR: null },
      ]);
      const noted = await Promise.all(ids.map(async (id) => (await storage.readers.addresses.find(id))?.PTR));
      expect(noted).to.deep.equal([5, 0, 7, 9, 7]);
    },
  );

  it('are found by id, and by subnet and address', async () => {
    const [subnet, other] = [await network(), await network()];
    const id = await insert(subnet, '10.0.0.1');
    const found = await storage.readers.addresses.find(id);
    expect(found).to.deep.include({ id, subnetId: subnet, ip: ip('10.0.0.1') });
    expect(await storage.readers.addresses.findInSubnet(subnet, ip('10.0.0.1'))).to.deep.equal(found);
    expect(await storage.readers.addresses.find(987654321)).to.equal(undefined);
    expect(await storage.readers.addresses.findInSubnet(other, ip('10.0.0.1'))).to.equal(undefined);
    expect(await storage.readers.addresses.findInSubnet(subnet, ip('::ffff:10.0.0.1'))).to.equal(undefined);
  });

  it('are inserted together, or none of them if the subnet contains one already', async () => {
    const subnet = await network();
    const texts = ['10.0.0.3', '10.0.0.1', '10.0.0.2'];
    const several = (given: readonly string[]) =>
      storage.write(async ({ subnets, addresses }) => {
        const locked = await subnets.lock(subnet, 'change');
        return locked
          ? addresses.insertAll(
              locked,
              given.map((text) => newAddress(subnet, text)),
            )
          : [];
      });
    const ids = await several(texts);
    for (const [index, text] of texts.entries())
      expect((await storage.readers.addresses.find(ids[index] ?? 0))?.ip.toString()).to.equal(text);
    await expectError(several(['10.0.0.9', '10.0.0.2']), 'address.exists');
    expect(await listIds({ subnetId: subnet, order: 'id' })).to.have.members(ids);
    expect((await storage.readers.addresses.lowestFree(subnet, 3)).map(String)).to.deep.equal([
      '10.0.0.0',
      '10.0.0.4',
      '10.0.0.5',
    ]);
  });

  it('are rejected in a subnet that contains the address, and accepted in another', async () => {
    const [subnet, other] = [await network(), await network()];
    const id = await insert(subnet, '10.0.0.1');
    await expectError(insert(subnet, '10.0.0.1'), 'address.exists');
    expect(await insert(other, '10.0.0.1')).to.be.greaterThan(id);
    await storage.write(({ addresses }) => addresses.delete([id]));
    expect(await insert(subnet, '10.0.0.1')).to.be.greaterThan(id);
  });

  it('are distinct from their IPv4-mapped form', async () => {
    const subnet = await network();
    const ids = [await insert(subnet, '10.0.0.1'), await insert(subnet, '::ffff:10.0.0.1')];
    expect(await listIds({ subnetId: subnet, order: 'address' })).to.deep.equal(ids);
  });

  describe('in a list', () => {
    it('are those of a subnet', async () => {
      const [subnet, other] = [await network(), await network()];
      const id = await insert(subnet, '10.0.0.1');
      await insert(other, '10.0.0.2');
      expect(await listIds({ subnetId: subnet, order: 'id' })).to.deep.equal([id]);
      expect(await listIds({ subnetId: 987654321, order: 'id' })).to.deep.equal([]);
    });

    it('are those with an address, in every subnet', async () => {
      const ids = [await insert(await network(), '10.99.1.2'), await insert(await network(), '10.99.1.2')];
      await insert(await network(), '10.99.1.3');
      expect(await listIds({ ip: ip('10.99.1.2'), order: 'id' })).to.deep.equal(ids);
      expect(await listIds({ ip: ip('::ffff:10.99.1.2'), order: 'id' })).to.deep.equal([]);
    });

    it('are those with a hostname, ignoring case', async () => {
      const [subnet, word] = [await network(), uniqueWord()];
      const id = await insert(subnet, '10.0.0.1', { hostname: `Ünit.${word}.Example` });
      await insert(subnet, '10.0.0.2', { hostname: `x.ünit.${word}.example` });
      for (const hostname of [`ünit.${word}.example`, `ÜNIT.${word.toUpperCase()}.EXAMPLE`]) {
        expect(await listIds({ hostname, order: 'id' }), hostname).to.deep.equal([id]);
      }
      expect(await listIds({ hostname: `%${word}%`, order: 'id' })).to.deep.equal([]);
    });

    it('are those with a hostname prefix, ignoring case', async () => {
      const [subnet, word] = [await network(), uniqueWord()];
      const ids = [
        await insert(subnet, '10.0.0.1', { hostname: `${word}-b` }),
        await insert(subnet, '10.0.0.2', { hostname: `${word.toUpperCase()}` }),
      ];
      await insert(subnet, '10.0.0.3', { hostname: `x${word}` });
      await insert(subnet, '10.0.0.4');
      expect(await listIds({ hostnamePrefix: word, order: 'id' })).to.deep.equal(ids);
      expect(await listIds({ hostnamePrefix: word.toUpperCase(), order: 'id' })).to.deep.equal(ids);
      expect(await listIds({ hostnamePrefix: `${word}-b-`, order: 'id' })).to.deep.equal([]);
    });

    it('match percent, underscore and backslash in a hostname prefix literally', async () => {
      const [subnet, word] = [await network(), uniqueWord()];
      const hostnames = [`${word}%a`, `${word}_a`, `${word}\\a`, `${word}xa`, `${word}'a`];
      const ids: number[] = [];
      for (const [i, hostname] of hostnames.entries()) ids.push(await insert(subnet, `10.0.0.${i}`, { hostname }));
      for (const [i, hostname] of hostnames.entries()) {
        expect(await listIds({ hostnamePrefix: hostname.slice(0, -1), order: 'id' }), hostname).to.deep.equal([ids[i]]);
      }
    });

    it('are all with a hostname when the hostname prefix is empty', async () => {
      const subnet = await network();
      const id = await insert(subnet, '10.0.0.1', { hostname: 'a' });
      await insert(subnet, '10.0.0.2');
      expect(await listIds({ subnetId: subnet, hostnamePrefix: '', order: 'hostname' })).to.deep.equal([id]);
    });

    it('are those with a MAC address', async () => {
      const subnet = await network();
      const [mac, other] = ['52:54:00:a1:b2:c3', '52:54:00:a1:b2:c4']; // unique, because suites share the storage
      const id = await insert(subnet, '10.0.0.1', { mac });
      await insert(subnet, '10.0.0.2', { mac: other });
      expect(await listIds({ mac, order: 'mac' })).to.deep.equal([id]);
    });

    for (const [field, kind, values] of [
      ['tag', 'tag', { type: 'x' }],
      ['deviceId', 'device', { hostname: 'x' }],
      ['location', 'location', { name: 'x' }],
    ] as const) {
      storage.itWith('catalog')(`are those with a ${kind}`, async () => {
        const [subnet, other] = [await network(), await network()];
        const target = await storage.write(({ catalog }) => catalog.insert(kind, values, {}));
        const ids = [
          await insert(subnet, '10.0.0.9', { [field]: target }),
          await insert(other, '10.0.0.10', { [field]: target }),
        ];
        await insert(subnet, '10.0.0.2');
        expect(await listIds({ [field]: target, order: 'address' })).to.deep.equal(ids);
        expect(await listIds({ [field]: target, subnetId: subnet, order: 'address' })).to.deep.equal(ids.slice(0, 1));
        expect(await listIds({ [field]: 987654321, order: 'id' })).to.deep.equal([]);
      });
    }

    it('are those that share a hostname or MAC address with another one that the viewer may see', async () => {
      const [name, mac] = [uniqueWord(), '0a:11:22:33:44:55'];
      const open = await storage.write(async (to) => {
        const permissions = new Map([[77, 1 as const]]);
        const sectionId = await to.sections.insert(newSection({ permissions }));
        return to.subnets.insert(newNetwork(sectionId, '10.77.0.0/24', { permissions }));
      });
      const hidden = await storage.write((to) => insertNetwork(to, '10.78.0.0/24'));
      const add = (subnetId: number, ip: string, given: object) =>
        storage.write((to) => to.addresses.insert(newAddress(subnetId, ip, given)));
      const a = await add(open, '10.77.0.1', { hostname: name, mac });
      const b = await add(open, '10.77.0.2', { hostname: name.toUpperCase() });
      await add(open, '10.77.0.3', { hostname: `${name}x` });
      const c = await add(hidden, '10.78.0.1', { mac });
      const ids = async (sharing: 'hostname' | 'mac', viewer?: Principal) =>
        (await collect(storage.readers.addresses.list({ sharing, order: sharing, ...(viewer ? { viewer } : {}) })))
          .map(({ id }) => id)
          .filter((id) => [a, b, c].includes(id));
      const viewer: Principal = { unrestricted: false, groups: [77], inventory: 'read' };
      expect(await ids('hostname')).to.have.members([a, b]);
      expect(await ids('hostname', viewer)).to.have.members([a, b]);
      expect(await ids('mac')).to.deep.equal([a, c]);
      expect(await ids('mac', viewer)).to.deep.equal([]);
      expect(await storage.readers.addresses.count({ sharing: 'hostname', order: 'hostname', viewer })).to.equal(2);
    });

    it('are those inside a network, in any subnet', async () => {
      const [subnet, other] = [await network(), await network()];
      const ids = [await insert(subnet, '172.30.9.0'), await insert(other, '172.30.9.0'), await insert(subnet, '172.30.9.255')];
      for (const address of ['172.30.8.255', '172.30.10.0', '::ffff:172.30.9.1']) await insert(subnet, address);
      expect(await listIds({ inside: cidr('172.30.9.0/24'), order: 'address' })).to.deep.equal(ids);
      expect(await listIds({ inside: cidr('172.30.9.255/32'), order: 'id' })).to.deep.equal(ids.slice(2));
      expect(await listIds({ inside: cidr('::ffff:172.30.9.0/120'), order: 'id' })).to.have.length(1);
      expect(await listIds({ inside: cidr('0.0.0.0/0'), subnetId: subnet, order: 'address' })).to.have.length(4);
    });

    it('meet all conditions together', async () => {
      const [subnet, other] = [await network(), await network()];
      const hostname = uniqueWord();
      const id = await insert(subnet, '10.0.0.1', { hostname, tag: 3, custom: { custom_a: 'x' } });
      await insert(subnet, '10.0.0.2', { hostname, tag: 3 });
      await insert(other, '10.0.0.1', { hostname, tag: 3, custom: { custom_a: 'x' } });
      expect(
        await listIds({
          subnetId: subnet,
          ip: ip('10.0.0.1'),
          hostname,
          hostnamePrefix: hostname.slice(0, 2),
          tag: 3,
          custom: { field: 'custom_a', value: 'x' },
          order: 'id',
        }),
      ).to.deep.equal([id]);
      expect(await listIds({ subnetId: subnet, hostname, tag: 2, order: 'id' })).to.deep.equal([]);
    });
  });
});
