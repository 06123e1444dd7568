import { expect } from 'chai';
import { nearestWord } from '../../../adapters/cli/near-words.js';

describe('The nearest word to a mistyped one', () => {
  const words = ['sections', 'subnets', 'addresses', 'vlans', 'vrfs', 'customer_id', 'hostname', 'ip'];
  for (const [given, meant] of [
    ['adresses', 'addresses'],
    ['address', 'addresses'],
    ['subnet', 'subnets'],
    ['vlan', 'vlans'],
    ['subntes', 'subnets'],
    ['VLANs', 'vlans'],
    ['Customer ID', 'customer_id'],
    ['host-name', 'hostname'],
    ['hostnmae', 'hostname'],
    ['ipp', 'ip'],
  ] as const)
    it(`is ${meant} for ${given}`, () => expect(nearestWord(given, words)).to.equal(meant));

  for (const given of ['colour', 'ipv6', '', 'x'.repeat(100_000)])
    it(`is none for ${given.slice(0, 10) || 'nothing'}`, () => expect(nearestWord(given, words)).to.equal(undefined));
});
