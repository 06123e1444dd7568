import { expect } from 'chai';
import fc from 'fast-check';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { highestOf } from '../support/address-model.js';
import { addresses, anyFamily, families } from '../support/arbitraries.js';
import { expectRefusal } from '../support/refusal.js';

describe('IpAddress', () => {
  for (const family of families) {
    it(`makes the first and the last IPv${family} address from their numbers`, () => {
      expect(IpAddress.of(family, 0n).value).to.equal(0n);
      expect(IpAddress.of(family, highestOf(family)).value).to.equal(highestOf(family));
    });

    it(`throws a RangeError for numbers outside of IPv${family}`, () => {
      for (const value of [-1n, highestOf(family) + 1n, 1n << 200n]) {
        expect(() => IpAddress.of(family, value)).to.throw(RangeError, `not an IPv${family} address: ${value}`);
      }
    });
  }

  const decimals: [text: string, written: string][] = [
    ['0', '0.0.0.0'],
    ['171180032', '10.52.0.0'],
    ['4294967295', '255.255.255.255'],
    ['4294967296', '::1:0:0'],
    ['42540766411282592856903984951653826561', '2001:db8::1'],
    ['340282366920938463463374607431768211455', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ];
  for (const [text, written] of decimals) {
    it(`reads ${text}, a decimal number or an address, as ${written}`, () => {
      expect(String(IpAddress.readOrDecimal(text))).to.equal(written);
    });
  }

  for (const text of [
    '340282366920938463463374607431768211456',
    '9'.repeat(39),
    '1'.repeat(40),
    '-1',
    '+1',
    '1e3',
    '1.5',
    '1 1',
    '1n',
    '',
    'foo',
    '٣',
  ]) {
    it(`reads ${JSON.stringify(text)} neither as a decimal number nor as an address`, () => {
      expect(IpAddress.readOrDecimal(text)).to.equal(undefined);
    });
  }

  it('reads no decimal number where only addresses are expected', () => {
    expect(IpAddress.read('171180032')).to.equal(undefined);
  });

  it('refuses a malformed address with its text', () => {
    expectRefusal(() => IpAddress.parse('10.0.0.999'), 'address.malformed', { text: '10.0.0.999' });
  });

  it('distinguishes an IPv4-mapped IPv6 address from the IPv4 address', () => {
    const four = IpAddress.parse('10.0.0.1');
    const mapped = IpAddress.parse('::ffff:10.0.0.1');
    expect(mapped.family).to.equal(6);
    expect(mapped.equals(four)).to.equal(false);
    expect(mapped.equals(IpAddress.parse('::ffff:a00:1'))).to.equal(true);
  });

  it('distinguishes addresses of equal number and different family', () => {
    expect(IpAddress.of(4, 1n).equals(IpAddress.of(6, 1n))).to.equal(false);
    expect(IpAddress.of(4, 1n).compare(IpAddress.of(6, 0n))).to.be.below(0);
    expect(IpAddress.of(6, 0n).compare(IpAddress.of(4, 1n))).to.be.above(0);
  });

  it('orders numerically, not by text', () => {
    const ordered = ['9.9.9.9', '10.0.0.2', '10.0.0.10', '59.154.202.0', '::2', '::10', '2001:db8::'];
    const sorted = [...ordered].reverse().map((text) => IpAddress.parse(text));
    expect(sorted.sort((a, b) => a.compare(b)).map(String)).to.deep.equal(ordered);
  });

  it('compares any two addresses by family, then by number', () => {
    fc.assert(
      fc.property(addresses, addresses, (a, b) => {
        const byNumber = a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
        expect(Math.sign(a.compare(b))).to.equal(a.family === b.family ? byNumber : Math.sign(a.family - b.family));
        expect(a.equals(b)).to.equal(a.compare(b) === 0);
      }),
    );
  });

  it('adds within the address space and returns undefined beyond it', () => {
    fc.assert(
      fc.property(addresses, fc.bigInt({ min: -100n, max: 100n }), (address, distance) => {
        const value = address.value + distance;
        const expected = value < 0n || value > highestOf(address.family) ? undefined : value;
        expect(address.plus(distance)?.value).to.equal(expected);
      }),
    );
  });

  it('passes neither end of the address space', () => {
    fc.assert(
      fc.property(anyFamily, (family) => {
        expect(IpAddress.of(family, 0n).plus(-1n)).to.equal(undefined);
        expect(IpAddress.of(family, highestOf(family)).plus(1n)).to.equal(undefined);
      }),
    );
  });

  it('writes the same canonical text each time, in JSON too', () => {
    const address = IpAddress.parse('2001:0DB8:0:0:0:0:0:1');
    expect([String(address), address.toString(), JSON.stringify({ address })]).to.deep.equal([
      '2001:db8::1',
      '2001:db8::1',
      '{"address":"2001:db8::1"}',
    ]);
  });
});
