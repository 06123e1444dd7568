import { expect } from 'chai';
import fc from 'fast-check';
import { Address4, Address6 } from 'ip-address';
import { addressBits, IpAddress } from '../../../domain/net/ip-address.js';
import { highestOf, modelFormat, modelParse4, modelParse6 } from '../support/address-model.js';
import { addressValues, families } from '../support/arbitraries.js';

const numberOf = (text: string) => {
  const address = IpAddress.read(text);
  return address && { family: address.family, value: address.value };
};

const textOf = (family: 4 | 6, value: bigint): string => IpAddress.of(family, value).toString();

const mapped = (value: bigint): boolean => value >> 32n === 0xffffn;

describe('address text', () => {
  describe('reading', () => {
    const accepted: [text: string, family: 4 | 6, value: bigint][] = [
      ['0.0.0.0', 4, 0n],
      ['10.0.0.1', 4, 0x0a000001n],
      ['127.0.0.1', 4, 0x7f000001n],
      ['255.255.255.255', 4, 0xffffffffn],
      ['::', 6, 0n],
      ['::0', 6, 0n],
      ['0::', 6, 0n],
      ['::1', 6, 1n],
      ['1::', 6, 1n << 112n],
      ['0:0:0:0:0:0:0:0', 6, 0n],
      ['0000:0000:0000:0000:0000:0000:0000:0001', 6, 1n],
      ['2001:db8::1', 6, 0x20010db8000000000000000000000001n],
      ['2001:0DB8:0:0:0:0:0:1', 6, 0x20010db8000000000000000000000001n],
      ['2001:DB8::ABCD', 6, 0x20010db800000000000000000000abcdn],
      ['1:2:3:4:5:6:7::', 6, 0x00010002000300040005000600070000n],
      ['::2:3:4:5:6:7:8', 6, 0x00000002000300040005000600070008n],
      ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 6, (1n << 128n) - 1n],
      ['::ffff:10.0.0.1', 6, 0xffff0a000001n],
      ['::ffff:a00:1', 6, 0xffff0a000001n],
      ['::FFFF:10.0.0.1', 6, 0xffff0a000001n],
      ['0:0:0:0:0:ffff:10.0.0.1', 6, 0xffff0a000001n],
      ['::10.0.0.1', 6, 0x0a000001n],
      ['64:ff9b::192.0.2.33', 6, 0x0064ff9b0000000000000000c0000221n],
      ['1:2:3:4:5:6:1.2.3.4', 6, 0x00010002000300040005000601020304n],
      ['ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255', 6, (1n << 128n) - 1n],
    ];
    for (const [text, family, value] of accepted) {
      it(`reads ${text} as IPv${family} address number 0x${value.toString(16)}`, () => {
        expect(numberOf(text)).to.deep.equal({ family, value });
      });
    }

    const refused: [what: string, text: string][] = [
      ['nothing', ''],
      ['a space', ' '],
      ['a word', 'foo'],
      ['a trailing NUL', '10.0.0.1\0'],
      ['a decimal number', '167772161'],
      ['a number in hexadecimal', '0x0a000001'],
      ['three parts', '10.0.1'],
      ['five parts', '10.0.0.0.1'],
      ['an empty part', '10..0.1'],
      ['a trailing dot', '10.0.0.1.'],
      ['a part above 255', '10.0.0.256'],
      ['a part of four digits', '10.0.0.1000'],
      ['a leading zero', '10.0.0.01'],
      ['leading zeros that octal readers take for 8', '010.0.0.1'],
      ['a part 00', '10.0.0.00'],
      ['a negative part', '10.0.0.-1'],
      ['a part in hexadecimal', '0xa.0.0.1'],
      ['digits of another script', '١٠.0.0.1'],
      ['a full-width digit', '１0.0.0.1'],
      ['an IPv4 prefix', '10.0.0.0/24'],
      ['an IPv6 prefix', '2001:db8::/64'],
      ['an IPv6 zone', 'fe80::1%eth0'],
      ['an IPv6 zone number', 'fe80::1%1'],
      ['an empty IPv6 zone', 'fe80::1%'],
      ['an IPv4 zone', '10.0.0.1%eth0'],
      ['brackets', '[::1]'],
      ['a port', '10.0.0.1:80'],
      ['one colon', ':'],
      ['three colons', ':::'],
      ['two abbreviations', '1::2::3'],
      ['a leading colon', ':1:2:3:4:5:6:7'],
      ['a trailing colon', '1:2:3:4:5:6:7:'],
      ['a colon after a full address', '1:2:3:4:5:6:7:8:'],
      ['seven groups', '1:2:3:4:5:6:7'],
      ['nine groups', '1:2:3:4:5:6:7:8:9'],
      ['an abbreviation of nothing', '1:2:3:4::5:6:7:8'],
      ['an abbreviation of nothing at the end', '1:2:3:4:5:6:7:8::'],
      ['a group of five digits', '12345::'],
      ['a group of five digits with leading zeros', '00001::'],
      ['a letter that is not a hexadecimal digit', '2001:zz8::'],
      ['a group in hexadecimal notation', '0x1::'],
      ['a quad in front', '1.2.3.4::'],
      ['a quad in the middle', '::1.2.3.4:5'],
      ['a quad after seven groups', '1:2:3:4:5:6:7:1.2.3.4'],
      ['a quad with a leading zero', '::ffff:10.0.0.01'],
      ['a quad with a part above 255', '::ffff:10.0.0.256'],
      ['half a quad', '::ffff:10.0'],
      ['a space inside', '2001:db8:: 1'],
      ['46 characters', '0000:0000:0000:0000:0000:0000:255.255.255.2550'],
      ['more zeros than any address has', `${'0'.repeat(50)}::1`],
    ];
    for (const [what, text] of refused) {
      it(`refuses ${what}: ${JSON.stringify(text)}`, () => {
        expect(numberOf(text)).to.equal(undefined);
      });
    }

    it('refuses a text of a million characters at once', () => {
      for (const character of ['1', ':', '.', 'f', '1.', '::', '1:']) {
        expect(numberOf(character.repeat(1_000_000 / character.length))).to.equal(undefined);
      }
    });

    it('agrees with RFC 4291 and strict dotted quads on texts that are almost addresses', () => {
      const pieces = fc.constantFrom(
        ':',
        ':',
        ':',
        '::',
        '.',
        '.',
        '0',
        '1',
        '10',
        '255',
        '256',
        '01',
        'f',
        'FFFF',
        'abcd',
        '12345',
        '%',
        '/',
        ' ',
      );
      const built = fc.array(pieces, { maxLength: 17 }).map((parts) => parts.join(''));
      const groups = fc
        .array(fc.constantFrom('0', '1', 'ffff', '00ab', ''), { minLength: 5, maxLength: 9 })
        .map((parts) => parts.join(':'));
      const tails = fc.constantFrom('', ':10.0.0.1', '1.2.3.4', ':', '::');
      const texts = fc.oneof(
        built,
        groups,
        fc.tuple(groups, tails).map(([head, tail]) => head + tail),
      );
      fc.assert(
        fc.property(texts, (text) => {
          const four = modelParse4(text.trim());
          const six = four === undefined ? modelParse6(text.trim()) : undefined;
          const expected =
            four !== undefined ? { family: 4, value: four } : six !== undefined ? { family: 6, value: six } : undefined;
          expect(numberOf(text)).to.deep.equal(expected);
        }),
        { numRuns: 2000 },
      );
    });
  });

  describe('writing', () => {
    const written: [family: 4 | 6, value: bigint, text: string, why: string][] = [
      [4, 0n, '0.0.0.0', 'the lowest'],
      [4, 0xffffffffn, '255.255.255.255', 'the highest'],
      [4, 0x80000000n, '128.0.0.0', 'the sign bit'],
      [6, 0n, '::', 'all zero'],
      [6, 1n, '::1', 'zeros in front'],
      [6, 1n << 112n, '1::', 'zeros at the end'],
      [6, (1n << 128n) - 1n, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'the highest'],
      [6, 0x20010db8000000000000000000000001n, '2001:db8::1', 'lower case, without leading zeros'],
      [6, 0x20010db8000000010001000100010001n, '2001:db8:0:1:1:1:1:1', 'a single zero group stays'],
      [6, 0x20010db8000000000001000000000001n, '2001:db8::1:0:0:1', 'the first of two equal runs'],
      [6, 0x20010000000000010000000000000001n, '2001:0:0:1::1', 'the longer of two runs'],
      [6, 0x00000000000100000000000000010001n, '0:0:1::1:1', 'the longer run behind a shorter one in front'],
      [6, 0x00010002000300040005000600000000n, '1:2:3:4:5:6::', 'two zero groups at the end'],
      [6, 0x00000000000300040005000600070008n, '::3:4:5:6:7:8', 'two zero groups in front'],
      [6, 0x00000002000300040005000600070008n, '0:2:3:4:5:6:7:8', 'one zero group in front'],
      [6, 0x00010002000300040005000600070000n, '1:2:3:4:5:6:7:0', 'one zero group at the end'],
      [6, 0x0a0000010000000000000000ab000000n, 'a00:1::ab00:0', 'a zero group after the run'],
      [6, 0xffff0a000001n, '::ffff:10.0.0.1', 'an IPv4-mapped address in mixed notation (RFC 5952, section 5)'],
      [6, 0xffff00000000n, '::ffff:0.0.0.0', 'the lowest IPv4-mapped address'],
      [6, 0xffffffffffffn, '::ffff:255.255.255.255', 'the highest IPv4-mapped address'],
      [6, 0xffff0a000001n + (1n << 48n), '::1:ffff:a00:1', 'next to the mapped block'],
      [6, 0x0a000001n, '::a00:1', 'an IPv4-compatible address in groups'],
    ];
    for (const [family, value, text, why] of written) {
      it(`writes ${text}: ${why}`, () => {
        expect(textOf(family, value)).to.equal(text);
      });
    }

    for (const family of families) {
      it(`writes every IPv${family} address like the reference model`, () => {
        fc.assert(
          fc.property(addressValues(family), (value) => {
            expect(textOf(family, value)).to.equal(modelFormat(family, value));
          }),
          { numRuns: 1000 },
        );
      });

      it(`reads every IPv${family} address that it wrote as the same address`, () => {
        fc.assert(
          fc.property(addressValues(family), (value) => {
            expect(numberOf(textOf(family, value))).to.deep.equal({ family, value });
          }),
          { numRuns: 1000 },
        );
      });

      it(`preserves the first and the last IPv${family} address`, () => {
        for (const value of [0n, 1n, highestOf(family) - 1n, highestOf(family)]) {
          expect(numberOf(textOf(family, value))).to.deep.equal({ family, value });
        }
      });
    }

    it('agrees with the package ip-address, except for IPv4-mapped addresses', () => {
      fc.assert(
        fc.property(addressValues(4), addressValues(6), (four, six) => {
          expect(textOf(4, four)).to.equal(Address4.fromBigInt(four).correctForm());
          fc.pre(!mapped(six));
          expect(textOf(6, six)).to.equal(Address6.fromBigInt(six).correctForm());
        }),
        { numRuns: 1000 },
      );
    });
  });

  it('knows the width of both families', () => {
    expect([addressBits(4), addressBits(6)]).to.deep.equal([32, 128]);
  });
});
