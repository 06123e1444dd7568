import { expect } from 'chai';
import fc from 'fast-check';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { highestOf, widthOf } from '../support/address-model.js';
import { addresses, anyFamily, families, prefixes, prefixPairs } from '../support/arbitraries.js';
import { expectRefusal } from '../support/refusal.js';

/** First and last number of a prefix by integer division. */
function modelOf(prefix: Prefix): { first: bigint; last: bigint } {
  const size = 2n ** BigInt(widthOf(prefix.family) - prefix.length);
  const first = (prefix.network.value / size) * size;
  return { first, last: first + size - 1n };
}

describe('Prefix', () => {
  const bounds: [cidr: string, first: string, last: string, size: bigint][] = [
    ['0.0.0.0/0', '0.0.0.0', '255.255.255.255', 2n ** 32n],
    ['0.0.0.0/1', '0.0.0.0', '127.255.255.255', 2n ** 31n],
    ['128.0.0.0/1', '128.0.0.0', '255.255.255.255', 2n ** 31n],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', 2n ** 24n],
    ['192.168.1.0/24', '192.168.1.0', '192.168.1.255', 256n],
    ['10.0.0.4/30', '10.0.0.4', '10.0.0.7', 4n],
    ['10.0.0.2/31', '10.0.0.2', '10.0.0.3', 2n],
    ['10.0.0.1/32', '10.0.0.1', '10.0.0.1', 1n],
    ['0.0.0.0/32', '0.0.0.0', '0.0.0.0', 1n],
    ['255.255.255.254/31', '255.255.255.254', '255.255.255.255', 2n],
    ['255.255.255.255/32', '255.255.255.255', '255.255.255.255', 1n],
    ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 2n ** 128n],
    ['8000::/1', '8000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 2n ** 127n],
    ['2001:db8::/64', '2001:db8::', '2001:db8::ffff:ffff:ffff:ffff', 2n ** 64n],
    ['2001:db8::2/127', '2001:db8::2', '2001:db8::3', 2n],
    ['2001:db8::1/128', '2001:db8::1', '2001:db8::1', 1n],
    ['::/128', '::', '::', 1n],
    ['::ffff:10.0.0.0/104', '::ffff:10.0.0.0', '::ffff:10.255.255.255', 2n ** 24n],
    [
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      2n,
    ],
    [
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      1n,
    ],
  ];
  for (const [cidr, first, last, size] of bounds) {
    it(`gives ${cidr} ${size} addresses from ${first} to ${last}`, () => {
      const prefix = Prefix.parse(cidr);
      expect([prefix.network, prefix.lastAddress].map(String)).to.deep.equal([first, last]);
      expect([prefix.first, prefix.last, prefix.size]).to.deep.equal([
        IpAddress.parse(first).value,
        IpAddress.parse(last).value,
        size,
      ]);
      expect(String(prefix)).to.equal(cidr);
      expect(prefix.containsAddress(IpAddress.parse(first)) && prefix.containsAddress(IpAddress.parse(last))).to.equal(true);
    });
  }

  it('reads any spelling of the network and writes the canonical one', () => {
    expect(String(Prefix.parse('2001:0DB8:0001:0000:0000:0000:0000:0000/64'))).to.equal('2001:db8:1::/64');
    expect(JSON.stringify([Prefix.parse('10.0.0.0/8')])).to.equal('["10.0.0.0/8"]');
  });

  const malformed = [
    '',
    '/',
    '/24',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/+8',
    '10.0.0.0/8.0',
    '10.0.0.0/0008',
    '10.0.0.0/255.0.255.0',
    '2001:db8::/255.0.0.0',
    '10.0.0.0/8/8',
    '10.0.0.1/8',
    '10.0.0.999/32',
    '167772160/8',
    '2001:db8::/129',
    '2001:db8::1/64',
    'fe80::%eth0/64',
    'fe80::/64%eth0',
  ];
  for (const text of malformed) {
    it(`reads no prefix from ${JSON.stringify(text)}`, () => {
      expect(Prefix.read(text)).to.equal(undefined);
      expectRefusal(() => Prefix.parse(text), 'prefix.malformed', { text });
    });
  }

  for (const length of [-1, 33, 129, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses ${length} as the length of an IPv4 prefix`, () => {
      expectRefusal(() => Prefix.of(IpAddress.parse('10.0.0.0'), length), 'prefix.length', { length: String(length) });
    });
  }

  it('refuses invalid lengths in containing and split', () => {
    const prefix = Prefix.parse('10.0.0.0/24');
    for (const length of [-1, 33, 1.5, Number.NaN]) {
      expectRefusal(() => Prefix.containing(prefix.network, length), 'prefix.length', { length: String(length) });
      expectRefusal(() => [...prefix.split(length)], 'prefix.length', { length: String(length) });
    }
    expectRefusal(() => [...prefix.split(23)], 'prefix.length', { length: '23' });
    expectRefusal(() => [...Prefix.parse('::/127').split(129)], 'prefix.length', { length: '129' });
  });

  it('reads its length in any usual spelling, and reports an invalid length as sent', () => {
    const network = IpAddress.parse('10.0.0.0');
    for (const length of ['24', '024', '/24', ' 24', '255.255.255.0', ' /255.255.255.0 '])
      expect(String(Prefix.withLength(network, length))).to.equal('10.0.0.0/24');
    for (const length of ['', '/', '33', '+24', '2.4', '0024', 'x', '255.0.255.0', '255.255.255', '0.0.0.255'])
      expectRefusal(() => Prefix.withLength(network, length), 'prefix.length', { length });
    expectRefusal(() => Prefix.withLength(network, '6'), 'prefix.hostBits');
    expect(String(Prefix.withLength(IpAddress.parse('::'), '128'))).to.equal('::/128');
  });

  it('refuses an address with a length if the length is sent separately', () => {
    Prefix.requireApart('10.0.0.0');
    for (const length of ['10.0.0.0/8', '/', '2001:db8::/32'])
      expectRefusal(() => Prefix.requireApart(length), 'prefix.length', { length });
  });

  it('refuses 129, but not 128, as the length of an IPv6 prefix', () => {
    expectRefusal(() => Prefix.of(IpAddress.parse('2001:db8::'), 129), 'prefix.length', { length: '129' });
    expect(String(Prefix.of(IpAddress.parse('2001:db8::'), 128))).to.equal('2001:db8::/128');
  });

  it('refuses host bits and reports the network without them', () => {
    expectRefusal(() => Prefix.of(IpAddress.parse('10.50.0.5'), 24), 'prefix.hostBits', {
      network: '10.50.0.0',
      length: 24,
      family: 4,
    });
    expectRefusal(() => Prefix.of(IpAddress.parse('2001:db8::1'), 64), 'prefix.hostBits', {
      network: '2001:db8::',
      length: 64,
      family: 6,
    });
    expectRefusal(() => Prefix.of(IpAddress.parse('255.255.255.255'), 0), 'prefix.hostBits', {
      network: '0.0.0.0',
      length: 0,
      family: 4,
    });
  });

  it('reads every prefix that it wrote as the same prefix', () => {
    fc.assert(
      fc.property(prefixes, (prefix) => {
        const read = Prefix.parse(prefix.toString());
        expect(read.equals(prefix)).to.equal(true);
        expect(read.compare(prefix)).to.equal(0);
        expect(Prefix.of(prefix.network, prefix.length).equals(prefix)).to.equal(true);
      }),
    );
  });

  it('has for any address and length one prefix with the bounds of integer division', () => {
    fc.assert(
      fc.property(addresses, fc.nat(), (address, number) => {
        const prefix = Prefix.containing(address, number % (widthOf(address.family) + 1));
        const { first, last } = modelOf(prefix);
        expect([prefix.first, prefix.last]).to.deep.equal([first, last]);
        expect(prefix.containsAddress(address)).to.equal(true);
      }),
    );
  });

  it('contains exactly the addresses between its first and its last', () => {
    const near = fc.oneof(
      fc.tuple(prefixes, addresses),
      prefixes.chain((prefix) => {
        const edges = [prefix.first - 1n, prefix.first, prefix.last, prefix.last + 1n];
        const values = edges.filter((value) => value >= 0n && value <= highestOf(prefix.family));
        return fc.tuple(
          fc.constant(prefix),
          fc.constantFrom(...values).map((value) => IpAddress.of(prefix.family, value)),
        );
      }),
    );
    fc.assert(
      fc.property(near, ([prefix, address]) => {
        const { first, last } = modelOf(prefix);
        const expected = prefix.family === address.family && first <= address.value && address.value <= last;
        expect(prefix.containsAddress(address)).to.equal(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('contains, overlaps and orders by the bounds of both prefixes', () => {
    fc.assert(
      fc.property(prefixPairs, ([a, b]) => {
        const [one, two] = [modelOf(a), modelOf(b)];
        const sameFamily = a.family === b.family;
        const contains = sameFamily && one.first <= two.first && two.last <= one.last;
        const equal = sameFamily && one.first === two.first && one.last === two.last;
        expect(a.contains(b), 'contains').to.equal(contains);
        expect(a.containsStrictly(b), 'containsStrictly').to.equal(contains && !equal);
        expect(a.overlaps(b), 'overlaps').to.equal(sameFamily && one.first <= two.last && two.first <= one.last);
        expect(b.overlaps(a), 'overlaps backwards').to.equal(a.overlaps(b));
        expect(a.equals(b), 'equals').to.equal(equal);
        expect(Math.sign(a.compare(b)) + Math.sign(b.compare(a)), 'compare backwards').to.equal(0);
        const larger = sameFamily && one.first === two.first && one.last > two.last;
        const before = a.family < b.family || (sameFamily && one.first < two.first) || larger;
        expect(a.compare(b) < 0, 'compare').to.equal(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('orders IPv4 first, then by address, the larger network first', () => {
    const ordered = [
      '0.0.0.0/0',
      '9.0.0.0/8',
      '10.0.0.0/8',
      '10.0.0.0/16',
      '10.0.0.0/24',
      '10.0.1.0/24',
      '100.0.0.0/8',
      '::/0',
      '2001:db8::/32',
    ];
    const shuffled = [...ordered].reverse().map((cidr) => Prefix.parse(cidr));
    expect(shuffled.sort((a, b) => a.compare(b)).map(String)).to.deep.equal(ordered);
  });

  const splits: [cidr: string, length: number, parts: string[]][] = [
    ['10.0.0.0/24', 24, ['10.0.0.0/24']],
    ['10.0.0.0/24', 26, ['10.0.0.0/26', '10.0.0.64/26', '10.0.0.128/26', '10.0.0.192/26']],
    ['10.0.0.2/31', 32, ['10.0.0.2/32', '10.0.0.3/32']],
    ['255.255.255.254/31', 32, ['255.255.255.254/32', '255.255.255.255/32']],
    ['0.0.0.0/0', 1, ['0.0.0.0/1', '128.0.0.0/1']],
    ['::/0', 1, ['::/1', '8000::/1']],
    ['2001:db8::/63', 64, ['2001:db8::/64', '2001:db8:0:1::/64']],
  ];
  for (const [cidr, length, parts] of splits) {
    it(`splits ${cidr} into ${parts.join(', ')}`, () => {
      expect([...Prefix.parse(cidr).split(length)].map(String)).to.deep.equal(parts);
    });
  }

  it('splits a huge network one part at a time', () => {
    const parts = Prefix.parse('::/0').split(128);
    expect([parts.next().value, parts.next().value].map(String)).to.deep.equal(['::/128', '::1/128']);
  });

  it('splits into parts that follow each other and fill the network', () => {
    const cases = fc
      .tuple(prefixes, fc.integer({ min: 0, max: 6 }))
      .filter(([prefix, bits]) => prefix.length + bits <= widthOf(prefix.family));
    fc.assert(
      fc.property(cases, ([prefix, bits]) => {
        const parts = [...prefix.split(prefix.length + bits)];
        expect(parts.length).to.equal(2 ** bits);
        let next = prefix.first;
        for (const part of parts) {
          expect([part.first, part.length]).to.deep.equal([next, prefix.length + bits]);
          next = part.last + 1n;
        }
        expect(next).to.equal(prefix.last + 1n);
      }),
    );
  });

  it('is of the family of its network', () => {
    fc.assert(
      fc.property(anyFamily, (family) => {
        expect(Prefix.containing(IpAddress.of(family, 0n), 0).family).to.equal(family);
      }),
    );
  });

  for (const family of families) {
    it(`overlaps nothing of the other family, even the whole IPv${family} space`, () => {
      const other = family === 4 ? 6 : 4;
      const all = Prefix.containing(IpAddress.of(family, 0n), 0);
      const theirs = Prefix.containing(IpAddress.of(other, 5n), widthOf(other));
      expect([all.contains(theirs), all.overlaps(theirs), all.containsAddress(theirs.network)]).to.deep.equal([
        false,
        false,
        false,
      ]);
    });
  }
});
