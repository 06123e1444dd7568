import { expect } from 'chai';
import fc from 'fast-check';
import { type AddressRange, lowestUnused, rangeContains, rangeOf, rangeSize } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { highestOf } from '../support/address-model.js';
import { addresses, anyFamily, prefixes } from '../support/arbitraries.js';

const rangeFrom = (first: string, last: string): AddressRange => ({ first: IpAddress.parse(first), last: IpAddress.parse(last) });

const parseAll = (texts: readonly string[]): IpAddress[] => texts.map((text) => IpAddress.parse(text));

describe('address range', () => {
  it('of a prefix contains the addresses of the prefix', () => {
    fc.assert(
      fc.property(prefixes, addresses, (prefix, address) => {
        const range = rangeOf(prefix);
        expect(rangeSize(range)).to.equal(prefix.size);
        for (const candidate of [address, prefix.network, prefix.lastAddress]) {
          expect(rangeContains(range, candidate)).to.equal(prefix.containsAddress(candidate));
        }
      }),
    );
  });

  it('of one address has size 1, of a whole space 2^32 or 2^128', () => {
    expect(rangeSize(rangeFrom('10.0.0.1', '10.0.0.1'))).to.equal(1n);
    expect(rangeSize(rangeOf(Prefix.parse('0.0.0.0/0')))).to.equal(2n ** 32n);
    expect(rangeSize(rangeOf(Prefix.parse('::/0')))).to.equal(2n ** 128n);
  });

  it('contains no address of the other family, even if its number is within', () => {
    expect(rangeContains(rangeFrom('0.0.0.0', '0.0.0.9'), IpAddress.of(6, 5n))).to.equal(false);
    expect(rangeContains(rangeFrom('::', '::9'), IpAddress.of(4, 5n))).to.equal(false);
  });

  const cases: [what: string, range: AddressRange, used: string[], lowest: string | undefined][] = [
    ['the first of an empty range', rangeFrom('10.0.0.1', '10.0.0.254'), [], '10.0.0.1'],
    ['the first when only later ones are used', rangeFrom('10.0.0.1', '10.0.0.254'), ['10.0.0.2', '10.0.0.254'], '10.0.0.1'],
    ['the lowest gap', rangeFrom('10.131.0.1', '10.131.0.254'), ['10.131.0.1', '10.131.0.2', '10.131.0.4'], '10.131.0.3'],
    ['the last', rangeFrom('10.0.0.1', '10.0.0.2'), ['10.0.0.1'], '10.0.0.2'],
    ['nothing in a full range', rangeFrom('10.0.0.1', '10.0.0.2'), ['10.0.0.1', '10.0.0.2'], undefined],
    ['the first when lower ones outside are used', rangeFrom('10.0.0.1', '10.0.0.2'), ['9.0.0.0', '10.0.0.0'], '10.0.0.1'],
    [
      'nothing when the range is full and ones outside are used',
      rangeFrom('10.0.0.1', '10.0.0.1'),
      ['10.0.0.0', '10.0.0.1', '10.0.0.2'],
      undefined,
    ],
    ['the first when only higher ones outside are used', rangeFrom('10.0.0.1', '10.0.0.1'), ['10.0.0.2'], '10.0.0.1'],
    ['the last of the IPv4 space', rangeFrom('255.255.255.254', '255.255.255.255'), ['255.255.255.254'], '255.255.255.255'],
    [
      'nothing at the full end of the IPv4 space',
      rangeFrom('255.255.255.255', '255.255.255.255'),
      ['255.255.255.255'],
      undefined,
    ],
    ['the first of the IPv6 space', rangeOf(Prefix.parse('::/0')), [], '::'],
    ['the network address of an IPv6 subnet', rangeOf(Prefix.parse('2001:db8:9::/64')), ['2001:db8:9::1'], '2001:db8:9::'],
    [
      'nothing at the full end of the IPv6 space',
      rangeOf(Prefix.parse('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128')),
      ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      undefined,
    ],
    ['an IPv4 address whose number an IPv6 address has', rangeFrom('0.0.0.1', '0.0.0.2'), ['::1'], '0.0.0.1'],
    ['an IPv6 address whose number an IPv4 address has', rangeFrom('::1', '::2'), ['0.0.0.1', '0.0.0.9'], '::1'],
  ];
  for (const [what, range, used, lowest] of cases) {
    it(`returns as lowest unused address ${what}`, () => {
      expect(lowestUnused(range, parseAll(used))?.toString()).to.equal(lowest);
    });
  }

  it('finds the same lowest unused address as a linear search', () => {
    const numbers = fc.tuple(anyFamily, fc.boolean(), fc.array(fc.nat(25)), fc.nat(10), fc.nat(10));
    fc.assert(
      fc.property(numbers, ([family, atEnd, taken, start, length]) => {
        const base = atEnd ? highestOf(family) - 25n : 0n;
        const at = (offset: number): IpAddress => IpAddress.of(family, base + BigInt(offset));
        const used = [...new Set(taken)].sort((a, b) => a - b);
        const offsets = Array.from({ length: length + 1 }, (_, index) => start + index);
        const expected = offsets.find((offset) => !used.includes(offset));
        const found = lowestUnused({ first: at(start), last: at(start + length) }, used.map(at));
        expect(found?.toString()).to.equal(expected === undefined ? undefined : at(expected).toString());
      }),
      { numRuns: 500 },
    );
  });

  it('reads used addresses only up to the first gap', () => {
    function* used(): Generator<IpAddress> {
      yield IpAddress.parse('10.0.0.1');
      yield IpAddress.parse('10.0.0.3');
      throw new Error('asked for more than was needed');
    }
    expect(String(lowestUnused(rangeFrom('10.0.0.1', '10.0.0.9'), used()))).to.equal('10.0.0.2');
  });
});
