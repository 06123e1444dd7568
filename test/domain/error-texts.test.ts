import { expect } from 'chai';
import type { ExpectedValue } from '../../domain/error-details.js';
import { expectedValue } from '../../domain/error-texts.js';

const words: Readonly<Record<ExpectedValue, string>> = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  flag: '0 or 1',
  oneOf: 'one of a, b',
  date: 'a date YYYY-MM-DD',
  timestamp: 'a time YYYY-MM-DD HH:MM:SS',
  address: 'an IP address',
  network: 'a network like 10.0.0.0/8',
  mac: 'a MAC address',
  permissions: 'a map of group id to level 0 to 3',
  idList: 'ids separated by semicolons',
  idLists: 'an object of id lists',
  object: 'an object',
  sameText: 'a value with the same text as before',
};

describe('The expected value in an error', () => {
  for (const [expected, text] of Object.entries(words) as [ExpectedValue, string][])
    it(`is the text "${text}" for ${expected}`, () => {
      const among = expected === 'oneOf' ? { among: ['a', 'b'] } : {};
      expect(expectedValue({ field: 'f', expected, ...among })).to.equal(text);
    });

  it('names the possible kinds of ids', () => {
    expect(expectedValue({ field: 'f', expected: 'idLists', among: ['ipaddresses', 'subnets'] })).to.equal(
      'an object of id lists ipaddresses and subnets',
    );
  });
});
