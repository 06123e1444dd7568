import { expect } from 'chai';
import fc from 'fast-check';
import {
  firstFreePrefix,
  fitsInto,
  freePrefixes,
  gapsBetween,
  lastFreePrefix,
} from '../../../domain/allocation/free-prefixes.js';
import { addressBits, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { childrenOf, smallNetworks } from '../support/arbitraries.js';

const parseAll = (cidrs: readonly string[]): Prefix[] => cidrs.map((cidr) => Prefix.parse(cidr)).sort((a, b) => a.compare(b));

/** For each address of a small network: whether it is outside of all children. */
function modelFree(network: Prefix, children: readonly Prefix[]): boolean[] {
  return Array.from({ length: Number(network.size) }, (_, offset) => {
    const address = IpAddress.of(network.family, network.first + BigInt(offset));
    return !children.some((child) => child.containsAddress(address));
  });
}

/** All aligned blocks of a length whose addresses are all free. */
function modelFreePrefixes(network: Prefix, children: readonly Prefix[], length: number): string[] {
  const free = modelFree(network, children);
  const size = 2 ** (addressBits(network.family) - length);
  return Array.from({ length: free.length / size }, (_, index) => index * size)
    .filter((offset) => free.slice(offset, offset + size).every(Boolean))
    .map((offset) => `${IpAddress.of(network.family, network.first + BigInt(offset))}/${length}`);
}

const fillings = smallNetworks.chain((network) => fc.record({ network: fc.constant(network), children: childrenOf(network) }));

describe('free prefixes', () => {
  type Row = [
    network: string,
    children: string[],
    length: number,
    first: string | undefined,
    last: string | undefined,
    count: number,
  ];
  const cases: Row[] = [
    ['10.10.0.0/16', ['10.10.1.0/24', '10.10.2.0/24'], 17, '10.10.128.0/17', '10.10.128.0/17', 1],
    ['10.10.0.0/16', ['10.10.1.0/24', '10.10.2.0/24'], 24, '10.10.0.0/24', '10.10.255.0/24', 254],
    ['10.10.0.0/16', ['10.10.1.0/24', '10.10.2.0/24'], 32, '10.10.0.0/32', '10.10.255.255/32', 65024],
    ['10.10.0.0/16', ['10.10.1.0/24', '10.10.2.0/24'], 16, undefined, undefined, 0],
    ['10.10.1.0/24', [], 24, '10.10.1.0/24', '10.10.1.0/24', 1],
    ['10.10.1.0/24', ['10.10.1.0/28'], 30, '10.10.1.16/30', '10.10.1.252/30', 60],
    ['10.10.1.0/24', ['10.10.1.0/24'], 32, undefined, undefined, 0],
    ['10.10.1.0/24', ['10.0.0.0/8'], 32, undefined, undefined, 0],
    ['10.10.1.0/24', ['10.10.0.0/24', '10.10.2.0/24'], 25, '10.10.1.0/25', '10.10.1.128/25', 2],
    ['10.10.1.0/24', [], 23, undefined, undefined, 0],
    ['10.10.1.0/24', [], 33, undefined, undefined, 0],
    ['10.75.0.0/30', ['10.75.0.0/31'], 31, '10.75.0.2/31', '10.75.0.2/31', 1],
    ['10.75.0.0/30', ['10.75.0.0/31', '10.75.0.2/31'], 31, undefined, undefined, 0],
    ['10.75.0.1/32', [], 32, '10.75.0.1/32', '10.75.0.1/32', 1],
    ['0.0.0.0/0', [], 0, '0.0.0.0/0', '0.0.0.0/0', 1],
    ['0.0.0.0/0', ['0.0.0.0/32'], 2, '64.0.0.0/2', '192.0.0.0/2', 3],
    ['0.0.0.0/0', ['255.255.255.255/32'], 2, '0.0.0.0/2', '128.0.0.0/2', 3],
    ['fd13:6d20:29dc:cf27::/64', [], 72, 'fd13:6d20:29dc:cf27::/72', 'fd13:6d20:29dc:cf27:ff00::/72', 256],
    ['fd13:6d20:29dc:cf27::/64', [], 24, undefined, undefined, 0],
    ['fd13:6d20:29dc:cf27::/64', [], 129, undefined, undefined, 0],
    ['2001:db8::/48', ['2001:db8::/64'], 64, '2001:db8:0:1::/64', '2001:db8:0:ffff::/64', 65535],
    ['2001:db8::/48', ['10.0.0.0/8', '2001:db8::/64'], 52, '2001:db8:0:1000::/52', '2001:db8:0:f000::/52', 15],
  ];
  for (const [cidr, children, length, first, last, count] of cases) {
    it(`of length ${length} in ${cidr} beside ${children.join(', ') || 'nothing'} are ${count}, ${first ?? 'none'} first, ${last ?? 'none'} last`, () => {
      const network = Prefix.parse(cidr);
      const taken = parseAll(children);
      const all = [...freePrefixes(network, taken, length)];
      expect(all.length).to.equal(count);
      expect([all.at(0), all.at(-1)].map((prefix) => prefix?.toString())).to.deep.equal([first, last]);
      expect(firstFreePrefix(network, taken, length)?.toString()).to.equal(first);
      expect(lastFreePrefix(network, taken, length)?.toString()).to.equal(last);
    });
  }

  for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`of length ${length} are none`, () => {
      const network = Prefix.parse('0.0.0.0/0');
      expect(fitsInto(network, length)).to.equal(false);
      expect([...freePrefixes(network, [], length)]).to.deep.equal([]);
      expect([firstFreePrefix(network, [], length), lastFreePrefix(network, [], length)]).to.deep.equal([undefined, undefined]);
    });
  }

  it('fit from the length of the network to that of one address', () => {
    const lengths = (cidr: string, given: number[]): boolean[] => given.map((length) => fitsInto(Prefix.parse(cidr), length));
    expect(lengths('10.0.0.0/24', [23, 24, 32, 33])).to.deep.equal([false, true, true, false]);
    expect(lengths('2001:db8::/64', [63, 64, 128, 129])).to.deep.equal([false, true, true, false]);
  });

  it('are found in the whole IPv6 space without iterating over it', () => {
    const all = Prefix.parse('::/0');
    const highest = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff';
    const listed = freePrefixes(all, parseAll(['::/128']), 128);
    expect([listed.next().value, listed.next().value].map(String)).to.deep.equal(['::1/128', '::2/128']);
    expect(String(firstFreePrefix(all, parseAll(['::/1']), 128))).to.equal('8000::/128');
    expect(String(lastFreePrefix(all, [], 128))).to.equal(`${highest}/128`);
    expect(String(lastFreePrefix(all, parseAll([`${highest}/128`]), 64))).to.equal('ffff:ffff:ffff:fffe::/64');
    expect(firstFreePrefix(all, parseAll([`${highest}/128`]), 0)).to.equal(undefined);
  });

  it('are the same as those of a check of every address', () => {
    const cases = fillings.chain((filling) => {
      const { length } = filling.network;
      return fc.record({
        filling: fc.constant(filling),
        length: fc.integer({ min: length, max: addressBits(filling.network.family) }),
      });
    });
    fc.assert(
      fc.property(cases, ({ filling: { network, children }, length }) => {
        const expected = modelFreePrefixes(network, children, length);
        expect([...freePrefixes(network, children, length)].map(String)).to.deep.equal(expected);
        expect(firstFreePrefix(network, children, length)?.toString()).to.equal(expected.at(0));
        expect(lastFreePrefix(network, children, length)?.toString()).to.equal(expected.at(-1));
      }),
      { numRuns: 500 },
    );
  });
});

describe('gaps between children', () => {
  const cases: [network: string, children: string[], gaps: [first: string, last: string][]][] = [
    ['10.0.0.0/24', [], [['10.0.0.0', '10.0.0.255']]],
    ['10.0.0.0/24', ['10.0.0.0/24'], []],
    ['10.0.0.0/24', ['10.0.0.0/8'], []],
    ['10.0.0.0/24', ['10.0.0.0/25'], [['10.0.0.128', '10.0.0.255']]],
    ['10.0.0.0/24', ['10.0.0.128/25'], [['10.0.0.0', '10.0.0.127']]],
    ['10.0.0.0/24', ['10.0.0.0/26', '10.0.0.64/26'], [['10.0.0.128', '10.0.0.255']]],
    [
      '10.0.0.0/24',
      ['10.0.0.64/26', '10.0.0.64/28', '10.0.0.96/27'],
      [
        ['10.0.0.0', '10.0.0.63'],
        ['10.0.0.128', '10.0.0.255'],
      ],
    ],
    ['10.0.0.0/24', ['9.0.0.0/8', '10.0.1.0/24', '11.0.0.0/8', '::/0'], [['10.0.0.0', '10.0.0.255']]],
    ['0.0.0.0/0', ['0.0.0.0/32', '255.255.255.255/32'], [['0.0.0.1', '255.255.255.254']]],
    ['::/0', ['::/1'], [['8000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']]],
    ['::/0', ['0.0.0.0/0', '8000::/1'], [['::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']]],
  ];
  for (const [cidr, children, gaps] of cases) {
    it(`of ${cidr} beside ${children.join(', ') || 'nothing'} are ${gaps.map(([first, last]) => `${first} to ${last}`).join(', ') || 'none'}`, () => {
      const expected = gaps.map(([first, last]) => ({ first: IpAddress.parse(first).value, last: IpAddress.parse(last).value }));
      expect([...gapsBetween(Prefix.parse(cidr), parseAll(children))]).to.deep.equal(expected);
    });
  }

  it('contain exactly the addresses outside of all children, and are never adjacent', () => {
    fc.assert(
      fc.property(fillings, ({ network, children }) => {
        const gaps = [...gapsBetween(network, children)];
        const inGap = modelFree(network, []).map((_, offset) => {
          const value = network.first + BigInt(offset);
          return gaps.filter((gap) => gap.first <= value && value <= gap.last).length;
        });
        expect(inGap).to.deep.equal(modelFree(network, children).map(Number));
        for (const [index, gap] of gaps.entries()) {
          expect(gap.first <= gap.last && gap.first >= network.first && gap.last <= network.last).to.equal(true);
          const before = gaps[index - 1];
          if (before) expect(gap.first > before.last + 1n).to.equal(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
