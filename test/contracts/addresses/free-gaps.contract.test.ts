import { expect } from 'chai';
import fc from 'fast-check';
import { type GapQuery, gapsWithin } from '../../../domain/allocation/address-search.js';
import { runsOf } from '../../../domain/allocation/free-ranges.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { cidr, insertAddresses, insertNetwork, ip } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const texts = (addresses: readonly IpAddress[]): string[] => addresses.map(String);

interface LookGiven extends Pick<GapQuery, 'order' | 'minSize' | 'max'> {
  readonly first: number;
  readonly more: number;
  readonly endFrom: number;
}

describeContract('The free gaps of a subnet', ['gaps'], (storage) => {
  const withAddresses = (network: string, addresses: readonly string[] = []): Promise<number> =>
    storage.write(async (to) => {
      const id = await insertNetwork(to, network);
      await insertAddresses(to, id, addresses);
      return id;
    });
  const gapsOf = async (id: number, first: string, last: string, look: Partial<GapQuery> = {}): Promise<string[]> => {
    const range = { first: ip(first), last: ip(last) };
    const gaps = await storage.readers.addresses.freeGaps(id, {
      range,
      endFrom: range.first,
      order: 'ascending',
      minSize: 1,
      max: 10,
      ...look,
    });
    return gaps.map((gap) => `${IpAddress.of(range.first.family, gap.first)} ${IpAddress.of(range.first.family, gap.last)}`);
  };

  it('are clipped to a range, in either order', async () => {
    const id = await withAddresses('10.0.0.0/28', ['10.0.0.3', '10.0.0.4', '10.0.0.9']);
    const all = ['10.0.0.1 10.0.0.2', '10.0.0.5 10.0.0.8', '10.0.0.10 10.0.0.14'];
    expect(await gapsOf(id, '10.0.0.1', '10.0.0.14')).to.deep.equal(all);
    expect(await gapsOf(id, '10.0.0.1', '10.0.0.14', { order: 'descending', max: 2 })).to.deep.equal(all.slice(1).reverse());
    expect(await gapsOf(id, '10.0.0.6', '10.0.0.11')).to.deep.equal(['10.0.0.6 10.0.0.8', '10.0.0.10 10.0.0.11']);
    expect(await gapsOf(id, '10.0.0.3', '10.0.0.4')).to.deep.equal([]);
    expect(await gapsOf(id, '10.0.0.1', '10.0.0.14', { endFrom: ip('10.0.0.8') })).to.deep.equal(all.slice(1));
  });

  it('of a minimum size are found up to the ends of the address spaces', async () => {
    const [top, bottom] = ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:', '::'];
    const id = await withAddresses('::/0', [`${top}f00f`, `${top}fff9`, `${bottom}2`]);
    expect(await gapsOf(id, '::', `${top}ffff`, { minSize: 4096 })).to.deep.equal([`::3 ${top}f00e`]);
    expect(await gapsOf(id, '::', `${top}ffff`, { minSize: 4000, order: 'descending' })).to.deep.equal([
      `${top}f010 ${top}fff8`,
      `::3 ${top}f00e`,
    ]);
    expect(await gapsOf(id, `${top}f010`, `${top}ffff`, { minSize: 3 })).to.deep.equal([
      `${top}f010 ${top}fff8`,
      `${top}fffa ${top}ffff`,
    ]);
    const four = await withAddresses('0.0.0.0/0', ['0.0.0.2', '255.255.255.250']);
    expect(await gapsOf(four, '0.0.0.0', '255.255.255.255', { minSize: 5 })).to.deep.equal([
      '0.0.0.3 255.255.255.249',
      '255.255.255.251 255.255.255.255',
    ]);
  });

  it('are merged when addresses are deleted together, up to the ends of the address spaces', async () => {
    const highest = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff8';
    const starts = ['0.0.0.0', '10.0.0.0', '255.255.255.248', '::', '2001:db8::', highest].map(ip);
    const at = (place: number): IpAddress => (starts[place >> 3] as IpAddress).plus(BigInt(place & 7)) as IpAddress;
    const places = fc.uniqueArray(fc.nat(starts.length * 8 - 1), { minLength: 20, maxLength: starts.length * 8 });
    await fc.assert(
      fc.asyncProperty(places, fc.func(fc.boolean()), async (taken, isDoomed) => {
        const id = await withAddresses('0.0.0.0/0', texts(taken.map(at)));
        await storage.readers.addresses.lowestFree(id, 1);
        const doomed = taken.filter(isDoomed);
        await storage.write(async (to) => {
          await to.subnets.lock(id, 'change');
          const found = await Promise.all(doomed.map((place) => to.addresses.findInSubnet(id, at(place))));
          const ids = found.map((address) => address?.id ?? 0);
          expect(await to.addresses.delete([...ids, 987654321])).to.equal(doomed.length);
        });
        for (const [index, first] of starts.entries()) {
          const range = { first, last: at(index * 8 + 7) };
          const look: GapQuery = { range, endFrom: first, order: 'ascending', minSize: 1, max: 10 };
          const free = Array.from({ length: 8 }, (_, offset) => index * 8 + offset).filter(
            (place) => !taken.includes(place) || doomed.includes(place),
          );
          const expected = runsOf(free.map((place) => at(place).value));
          expect(await storage.readers.addresses.freeGaps(id, look)).to.deep.equal(expected);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('equal the result of a linear search, also after insertions and deletions', async () => {
    const network = cidr('10.9.0.0/24');
    const at = (offset: number): IpAddress => IpAddress.of(4, network.first + BigInt(offset));
    const looks = fc.record({
      first: fc.nat(255),
      more: fc.nat(255),
      endFrom: fc.nat(255),
      order: fc.constantFrom('ascending' as const, 'descending' as const),
      minSize: fc.constantFrom(1, 2, 3, 5, 8, 13, 100),
      max: fc.integer({ min: 1, max: 6 }),
    });
    const offsets = fc.uniqueArray(fc.nat(255), { maxLength: 60 });
    const check = async (id: number, used: ReadonlySet<number>, given: LookGiven): Promise<void> => {
      const last = Math.min(255, given.first + given.more);
      const endFrom = Math.min(last, Math.max(given.first, given.endFrom));
      const look = { ...given, range: { first: at(given.first), last: at(last) }, endFrom: at(endFrom) };
      const free = Array.from({ length: 256 }, (_, offset) => offset).filter((offset) => !used.has(offset));
      const expected = gapsWithin(runsOf(free.map((offset) => at(offset).value)), look);
      const ordered = look.order === 'ascending' ? expected : expected.toReversed();
      expect(await storage.readers.addresses.freeGaps(id, look)).to.deep.equal(ordered.slice(0, look.max));
    };
    await fc.assert(
      fc.asyncProperty(offsets, offsets, fc.array(looks, { minLength: 3, maxLength: 6 }), async (taken, changed, given) => {
        const used = new Set(taken);
        const id = await withAddresses('10.9.0.0/24', texts(taken.map(at)));
        for (const look of given) await check(id, used, look);
        await storage.write(async (to) => {
          await to.subnets.lock(id, 'change');
          for (const offset of changed.slice(0, 8)) {
            const held = await to.addresses.findInSubnet(id, at(offset));
            if (held) await to.addresses.delete([held.id]);
            else await insertAddresses(to, id, texts([at(offset)]));
            if (held) used.delete(offset);
            else used.add(offset);
          }
        });
        for (const look of given) await check(id, used, look);
      }),
      { numRuns: 15 },
    );
  });
});

describeContract('Freed addresses', ['cooldown'], (storage) => {
  const range = { first: ip('10.0.0.0'), last: ip('10.0.0.255') };
  const filled = (addresses: readonly string[]): Promise<number> =>
    storage.write(async (to) => {
      const id = await insertNetwork(to, '10.0.0.0/24');
      await insertAddresses(to, id, addresses);
      return id;
    });
  const free = (subnetId: number, address: string, at?: string): Promise<void> =>
    storage.write(async ({ subnets, addresses }) => {
      await subnets.lock(subnetId, 'change');
      const found = await addresses.findInSubnet(subnetId, ip(address));
      await addresses.delete([found?.id ?? 0], at);
    });
  const freed = async (id: number, since: string, within = range, order: GapQuery['order'] = 'ascending', max = 10) =>
    texts(await storage.readers.addresses.freedSince(id, within, since, order, max));

  it('are returned once each if freed after a time, within a range, in either order', async () => {
    const id = await filled(['10.0.0.3', '10.0.0.7', '10.0.0.9']);
    await free(id, '10.0.0.7', '2020-01-01 12:00:00');
    await free(id, '10.0.0.3', '2020-01-01 12:00:10');
    await free(id, '10.0.0.9');
    expect(await freed(id, '2020-01-01 11:59:59')).to.deep.equal(['10.0.0.3', '10.0.0.7']);
    expect(await freed(id, '2020-01-01 11:59:59', range, 'descending', 1)).to.deep.equal(['10.0.0.7']);
    expect(await freed(id, '2020-01-01 12:00:00')).to.deep.equal(['10.0.0.3']);
    expect(await freed(id, '2020-01-01 11:59:59', { first: ip('10.0.0.4'), last: ip('10.0.0.9') })).to.deep.equal(['10.0.0.7']);
    await storage.write((to) => insertAddresses(to, id, ['10.0.0.7']));
    await free(id, '10.0.0.7', '2020-01-01 13:00:00');
    expect(await freed(id, '2020-01-01 12:30:00')).to.deep.equal(['10.0.0.7']);
  });

  it('are all addresses of a truncated subnet, and no others', async () => {
    const [id, other] = [await filled(['10.0.0.3', '10.0.0.7']), await filled(['10.0.0.5'])];
    await storage.write(async ({ subnets, addresses }) => {
      await subnets.lock(id, 'change');
      await addresses.deleteAllIn(id, '2020-01-02 12:00:00');
    });
    expect(await freed(id, '2020-01-02 11:00:00')).to.deep.equal(['10.0.0.3', '10.0.0.7']);
    expect(await freed(other, '2020-01-02 11:00:00')).to.deep.equal([]);
  });

  storage.itWith('reshape')('move with their range to another subnet', async () => {
    const [from, to] = [await filled(['10.0.0.3', '10.0.0.200']), await filled([])];
    await free(from, '10.0.0.3', '2020-01-03 12:00:00');
    await free(from, '10.0.0.200', '2020-01-03 12:00:00');
    await storage.write(async ({ subnets, addresses }) => {
      for (const id of [from, to]) await subnets.lock(id, 'change');
      await addresses.moveRange(from, to, { first: ip('10.0.0.128'), last: ip('10.0.0.255') });
    });
    expect([await freed(from, '2020-01-03 11:00:00'), await freed(to, '2020-01-03 11:00:00')]).to.deep.equal([
      ['10.0.0.3'],
      ['10.0.0.200'],
    ]);
  });

  it('are deleted if freed before a time', async () => {
    const id = await filled(['10.0.0.3', '10.0.0.4']);
    await free(id, '10.0.0.3', '2010-01-01 12:00:00');
    await free(id, '10.0.0.4', '2020-01-04 12:00:00');
    const forget = () => storage.write(({ addresses }) => addresses.forgetFreed('2011-01-01 00:00:00', 1_000_000));
    for (let gone = await forget(); gone > 0; gone = await forget());
    expect(await freed(id, '2009-01-01 00:00:00')).to.deep.equal(['10.0.0.4']);
  });
});
