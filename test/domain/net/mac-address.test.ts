import { expect } from 'chai';
import fc from 'fast-check';
import { readMacAddress } from '../../../domain/net/mac-address.js';

describe('MAC address', () => {
  for (const text of [
    '00:1a:2B:3c:4D:5e',
    '00-1A-2B-3C-4D-5E',
    '001a.2b3c.4d5e',
    '001A.2B3C.4D5E',
    '001a2b3c4d5e',
    '001A2B3C4D5E',
  ]) {
    it(`is read from ${text} as 00:1a:2b:3c:4d:5e`, () => {
      expect(readMacAddress(text)).to.equal('00:1a:2b:3c:4d:5e');
    });
  }

  const refused = [
    '',
    'zz',
    '00:11:22:33:44',
    '00:11:22:33:44:55:66',
    '00:11:22:33:44:5',
    '00:11:22:33:44:5g',
    '0:11:22:33:44:55',
    '00:11-22:33-44:55',
    '00:1122:33:44:55',
    '0011:2233:4455',
    '00 11 22 33 44 55',
    '001122-334455',
    '0011.2233.445',
    '0011.2233.44556',
    '00112233445',
    '0011223344556',
    '0011 22334455',
    ':001122334455',
    '0x001122334455',
    '٠٠1122334455',
  ];
  for (const text of refused) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      expect(readMacAddress(text)).to.equal(undefined);
    });
  }

  it('is the same in every spelling of the same six bytes', () => {
    const bytes = fc.array(fc.nat(255), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(bytes, fc.boolean(), (numbers, upper) => {
        const pairs = numbers.map((byte) => byte.toString(16).padStart(2, '0'));
        const digits = pairs.join('');
        const spellings = [
          pairs.join(':'),
          pairs.join('-'),
          digits,
          `${digits.slice(0, 4)}.${digits.slice(4, 8)}.${digits.slice(8)}`,
        ];
        for (const spelling of spellings) {
          expect(readMacAddress(upper ? spelling.toUpperCase() : spelling)).to.equal(pairs.join(':'));
        }
      }),
    );
  });
});
