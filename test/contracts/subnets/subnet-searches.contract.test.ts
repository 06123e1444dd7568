import { expect } from 'chai';
import fc from 'fast-check';
import { addressBits, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { cidr, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Searches among subnets', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));
  const insert = (...values: Parameters<typeof newNetwork>): Promise<number> =>
    storage.write(({ subnets }) => subnets.insert(newNetwork(...values)));
  const insertVrf = (sectionId: number): Promise<number> =>
    storage.write(({ catalog }) => catalog.insert('vrf', { name: `vrf ${sectionId}` }, {}));
  const textsOf = async (sectionId: number, overlapping: Prefix): Promise<string[]> =>
    (await collect(storage.readers.subnets.list({ sectionId, overlapping, order: { by: 'longestMask' } }))).map(({ subnet }) =>
      String(subnet.prefix),
    );

  describe('for overlapping networks', () => {
    it('find those that hold the network and those that lie in it', async () => {
      const sectionId = await insertSection();
      for (const network of [
        '10.0.0.0/8',
        '10.1.0.0/16',
        '10.1.2.0/24',
        '10.1.2.0/25',
        '10.1.2.255/32',
        '10.1.3.0/24',
        '10.2.0.0/16',
        '0.0.0.0/0',
        '::/0',
      ])
        await insert(sectionId, network);
      await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      const expected = ['10.1.2.255/32', '10.1.2.0/25', '10.1.2.0/24', '10.1.0.0/16', '10.0.0.0/8', '0.0.0.0/0'];
      expect(await textsOf(sectionId, cidr('10.1.2.0/24'))).to.deep.equal(expected);
      expect(await textsOf(sectionId, cidr('11.0.0.0/8'))).to.deep.equal(['0.0.0.0/0']);
    });

    it('keep IPv4 and IPv4-mapped IPv6 apart', async () => {
      const sectionId = await insertSection();
      for (const network of ['10.0.0.0/8', '::ffff:10.0.0.0/104', '::/64']) await insert(sectionId, network);
      expect(await textsOf(sectionId, cidr('10.0.0.0/16'))).to.deep.equal(['10.0.0.0/8']);
      expect(await textsOf(sectionId, cidr('::ffff:10.0.0.0/112'))).to.deep.equal(['::ffff:10.0.0.0/104', '::/64']);
    });

    it('reach both ends of the address spaces', async () => {
      const sectionId = await insertSection();
      for (const network of ['0.0.0.0/32', '255.255.255.255/32', '::/128', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128'])
        await insert(sectionId, network);
      expect(await textsOf(sectionId, cidr('0.0.0.0/0'))).to.deep.equal(['0.0.0.0/32', '255.255.255.255/32']);
      expect(await textsOf(sectionId, cidr('::/0'))).to.deep.equal(['::/128', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128']);
    });
  });

  describe('for networks inside another', () => {
    const textsInside = async (sectionId: number, inside: Prefix): Promise<string[]> =>
      (await collect(storage.readers.subnets.list({ sectionId, inside, order: { by: 'network' } }))).map(({ subnet }) =>
        String(subnet.prefix),
      );

    it('find the network itself and those that lie in it', async () => {
      const sectionId = await insertSection();
      for (const network of [
        '10.1.3.0/24',
        '10.1.2.255/32',
        '10.1.2.0/25',
        '10.1.2.0/24',
        '10.1.0.0/16',
        '::ffff:10.1.2.0/120',
        '::/0',
      ])
        await insert(sectionId, network);
      await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      expect(await textsInside(sectionId, cidr('10.1.2.0/24'))).to.deep.equal(['10.1.2.0/24', '10.1.2.0/25', '10.1.2.255/32']);
      expect(await textsInside(sectionId, cidr('10.1.2.0/26'))).to.deep.equal([]);
      expect(await textsInside(sectionId, cidr('::/0'))).to.deep.equal(['::/0', '::ffff:10.1.2.0/120']);
    });
  });

  describe('for a network in the way', () => {
    const overlapIn = async (
      sectionId: number,
      network: string,
      vrfId: number | null = null,
      exceptId?: number,
    ): Promise<number | undefined> =>
      (await storage.readers.subnets.findOverlap(cidr(network), { sectionId, vrfId }, exceptId))?.id;
    const overlapBelow = async (
      masterSubnetId: number,
      network: string,
      vrfId: number | null = null,
      exceptId?: number,
    ): Promise<number | undefined> =>
      (await storage.readers.subnets.findOverlap(cidr(network), { masterSubnetId, vrfId, orNoVrf: true }, exceptId))?.id;

    it('look at every depth of a section and at no other section', async () => {
      const [sectionId, other] = [await insertSection(), await insertSection()];
      const root = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
      const id = await insert(sectionId, '10.0.0.0/24', { masterSubnetId: root });
      await insert(other, '10.0.0.0/25');
      expect(await overlapIn(sectionId, '10.0.0.0/16')).to.equal(id);
      expect(await overlapIn(sectionId, '10.0.0.128/26')).to.equal(id);
      expect(await overlapIn(sectionId, '10.0.1.0/24')).to.equal(undefined);
      expect(await overlapIn(sectionId, '2001:db8::/32')).to.equal(undefined);
    });

    it('find a network as a whole record', async () => {
      const sectionId = await insertSection();
      const id = await insert(sectionId, '10.0.0.0/24', { description: 'whole' });
      const found = await storage.readers.subnets.findOverlap(cidr('10.0.0.0/24'), { sectionId, vrfId: null });
      expect(found).to.deep.equal(await storage.readers.subnets.find(id));
    });

    storage.itWith('catalog')('look in a section at networks with the same VRF only, none being one of its own', async () => {
      const sectionId = await insertSection();
      const vrfId = await insertVrf(sectionId);
      const [without, within] = [await insert(sectionId, '10.0.0.0/24'), await insert(sectionId, '10.0.0.0/24', { vrfId })];
      expect(await overlapIn(sectionId, '10.0.0.0/8')).to.equal(without);
      expect(await overlapIn(sectionId, '10.0.0.0/8', vrfId)).to.equal(within);
      expect(await overlapIn(sectionId, '10.0.0.0/8', 987654321)).to.equal(undefined);
    });

    storage.itWith('catalog')('look among siblings at networks with the same VRF or none', async () => {
      const sectionId = await insertSection();
      const [vrfId, otherVrf] = [await insertVrf(sectionId), await insertVrf(-sectionId)];
      const master = await insert(sectionId, '10.0.0.0/8');
      const [without, within] = [
        await insert(sectionId, '10.1.0.0/16', { masterSubnetId: master }),
        await insert(sectionId, '10.2.0.0/16', { masterSubnetId: master, vrfId }),
      ];
      expect(await overlapBelow(master, '10.1.0.0/24', vrfId)).to.equal(without);
      expect(await overlapBelow(master, '10.2.0.0/24', vrfId)).to.equal(within);
      expect(await overlapBelow(master, '10.1.0.0/24', null)).to.equal(without);
      expect(await overlapBelow(master, '10.2.0.0/24', null)).to.equal(undefined);
      expect(await overlapBelow(master, '10.2.0.0/24', otherVrf)).to.equal(undefined);
    });

    it('look among siblings at direct children only, of whatever section', async () => {
      const [sectionId, other] = [await insertSection(), await insertSection()];
      const master = await insert(sectionId, '10.0.0.0/8');
      const child = await insert(other, '10.1.0.0/16', { masterSubnetId: master });
      await insert(sectionId, '10.1.1.0/24', { masterSubnetId: child });
      await insert(sectionId, '10.1.2.0/24');
      expect(await overlapBelow(master, '10.1.1.0/25')).to.equal(child);
      expect(await overlapBelow(master, '10.2.0.0/16')).to.equal(undefined);
    });

    it('name the one with the longest mask, the lowest of those', async () => {
      const sectionId = await insertSection();
      for (const network of ['10.0.0.0/8', '10.0.0.0/16', '10.0.10.0/24']) await insert(sectionId, network);
      const lowest = await insert(sectionId, '10.0.9.0/24');
      await insert(sectionId, '10.0.100.0/24');
      expect(await overlapIn(sectionId, '10.0.0.0/12')).to.equal(lowest);
    });

    it('pass over a subnet and everything below it', async () => {
      const sectionId = await insertSection();
      const moving = await insert(sectionId, '10.0.0.0/16');
      const child = await insert(sectionId, '10.0.0.0/24', { masterSubnetId: moving });
      await insert(sectionId, '10.0.0.0/28', { masterSubnetId: child });
      expect(await overlapIn(sectionId, '10.0.0.0/15', null, moving)).to.equal(undefined);
      const other = await insert(sectionId, '10.1.0.0/16');
      expect(await overlapIn(sectionId, '10.0.0.0/15', null, moving)).to.equal(other);
      expect(await overlapIn(sectionId, '10.0.0.0/15', null, child)).to.equal(moving);
    });

    it('answer several searches at once among siblings as comparing with every sibling would', async () => {
      const sizes = fc.array(fc.record({ value: fc.nat(255), fewer: fc.integer({ min: 0, max: 10 }) }), { maxLength: 8 });
      const property = fc.asyncProperty(fc.constantFrom('10.0.0.0/8', '2001:db8::/64'), sizes, sizes, async (above, ...given) => {
        const { network } = cidr(above);
        const [stored = [], wanted = []] = given.map((chosen) =>
          chosen.map(({ value, fewer }) =>
            Prefix.containing(
              IpAddress.of(network.family, network.value + BigInt(value * 5)),
              addressBits(network.family) - fewer,
            ),
          ),
        );
        const sectionId = await insertSection();
        const masterSubnetId = await insert(sectionId, above);
        for (const prefix of stored) await insert(sectionId, String(prefix), { masterSubnetId });
        const scope = { masterSubnetId, vrfId: null, orNoVrf: true } as const;
        const found = await storage.write(({ subnets }) =>
          Promise.all(wanted.map((prefix) => subnets.findOverlap(prefix, scope))),
        );
        const expected = wanted.map((prefix) => {
          const hits = stored.filter((other) => other.overlaps(prefix)).sort((a, b) => b.length - a.length || a.compare(b));
          return hits[0]?.toString();
        });
        expect(found.map((hit) => hit?.prefix.toString())).to.deep.equal(expected);
      });
      await fc.assert(property, { numRuns: 25 });
    });

    it('answer as comparing with every network would', async () => {
      const networks = fc.array(
        fc
          .tuple(fc.nat(255), fc.integer({ min: 22, max: 32 }))
          .map(([value, length]) => Prefix.containing(IpAddress.of(4, (10n << 24n) + BigInt(value * 5)), length)),
        { minLength: 1, maxLength: 8 },
      );
      const property = fc.asyncProperty(networks, async ([wanted = cidr('10.0.0.0/8'), ...stored]) => {
        const sectionId = await insertSection();
        await storage.write(async ({ subnets }) => {
          for (const prefix of stored) await subnets.insert(newNetwork(sectionId, String(prefix)));
        });
        const hits = stored.filter((prefix) => prefix.overlaps(wanted)).sort((a, b) => b.length - a.length || a.compare(b));
        expect((await storage.readers.subnets.findOverlap(wanted, { sectionId, vrfId: null }))?.prefix).to.deep.equal(hits[0]);
        expect(await textsOf(sectionId, wanted)).to.deep.equal(hits.map(String));
      });
      await fc.assert(property, { numRuns: 25 });
    });
  });
});
