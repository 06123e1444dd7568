import { expect } from 'chai';
import fc from 'fast-check';
import {
  addressOfReverseName,
  classlessName,
  classlessNetwork,
  isClassless,
  privateParentOf,
  reverseName,
  reverseRecordId,
  reverseZoneFor,
  reverseZonesOf,
} from '../../../domain/dns/reverse-zones.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { addresses, prefixes } from '../support/arbitraries.js';

const nibbles = (count: number): string => '0.'.repeat(count);

describe('Reverse zones', () => {
  const zones: [cidr: string, zones: readonly string[]][] = [
    ['10.0.0.0/8', ['10.in-addr.arpa']],
    ['10.20.0.0/16', ['20.10.in-addr.arpa']],
    ['192.0.2.0/24', ['2.0.192.in-addr.arpa']],
    ['10.0.8.0/22', ['8.0.10.in-addr.arpa', '9.0.10.in-addr.arpa', '10.0.10.in-addr.arpa', '11.0.10.in-addr.arpa']],
    ['10.0.0.0/7', ['10.in-addr.arpa', '11.in-addr.arpa']],
    ['192.0.2.0/25', ['0/25.2.0.192.in-addr.arpa']],
    ['192.0.2.192/26', ['192/26.2.0.192.in-addr.arpa']],
    ['192.0.2.7/32', ['7/32.2.0.192.in-addr.arpa']],
    ['2001:db8::/32', ['8.b.d.0.1.0.0.2.ip6.arpa']],
    ['2001:db8::/31', ['8.b.d.0.1.0.0.2.ip6.arpa', '9.b.d.0.1.0.0.2.ip6.arpa']],
    ['2001:db8::/64', [`${nibbles(8)}8.b.d.0.1.0.0.2.ip6.arpa`]],
    ['2001:db8::4/126', [`${nibbles(23)}8.b.d.0.1.0.0.2.ip6.arpa`]],
  ];
  for (const [cidr, expected] of zones)
    it(`of ${cidr} are ${expected.length}, by octets or nibbles`, () => {
      const network = Prefix.parse(cidr);
      expect([...reverseZonesOf(network)].map(({ name }) => name)).to.deep.equal(expected);
    });

  it('of the whole space are one per first octet or nibble, and never more than 256', () => {
    const count = (cidr: string): number => [...reverseZonesOf(Prefix.parse(cidr))].length;
    expect([count('0.0.0.0/0'), count('::/0')]).to.deep.equal([256, 16]);
    fc.assert(fc.property(prefixes, (network) => [...reverseZonesOf(network)].length <= 256));
  });

  it('contain the name of each address of their network', () => {
    fc.assert(
      fc.property(prefixes, fc.bigInt({ min: 0n, max: 2n ** 128n }), (network, number) => {
        const ip = IpAddress.of(network.family, network.first + (number % network.size));
        const { name, prefix } = reverseZoneFor(network, ip);
        expect(prefix.containsAddress(ip)).to.equal(true);
        expect([...reverseZonesOf(network)].map((zone) => zone.name)).to.include(name);
        const own = isClassless(network) ? classlessName(network, ip) : reverseName(ip);
        expect(own === name || own.endsWith(`.${name}`)).to.equal(true);
        expect(addressOfReverseName(own)?.equals(ip)).to.equal(true);
        expect(classlessNetwork(name)?.equals(network) ?? false).to.equal(isClassless(network));
      }),
    );
  });

  it('give every address a record id from 1 to 2^31 - 1', () => {
    fc.assert(
      fc.property(addresses, (ip) => {
        const id = reverseRecordId(ip);
        expect(id).to.be.within(1, 2 ** 31 - 1);
        expect(reverseRecordId(IpAddress.parse(ip.toString()))).to.equal(id);
      }),
    );
    expect(reverseRecordId(IpAddress.parse('192.0.2.1'))).to.equal(1997410507);
  });

  it('of RFC 2317 get a parent zone only in private networks', () => {
    const parent = (cidr: string): string | undefined => privateParentOf(Prefix.parse(cidr))?.name;
    expect(parent('10.1.2.128/25')).to.equal('2.1.10.in-addr.arpa');
    expect(parent('100.64.1.0/30')).to.equal('1.64.100.in-addr.arpa');
    expect([parent('192.0.2.0/25'), parent('10.1.2.0/24'), parent('fd00::/127')]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('map no other name to an address', () => {
    for (const name of [
      'example.org',
      '1.in-addr.arpa',
      '256.2.0.192.in-addr.arpa',
      '01.2.0.192.in-addr.arpa',
      '5.9/25.2.0.192.in-addr.arpa',
      '200.0/25.2.0.192.in-addr.arpa',
      'ip6.arpa',
      '5.0/24.2.0.192.in-addr.arpa',
      '',
    ])
      expect([name, addressOfReverseName(name)]).to.deep.equal([name, undefined]);
  });
});
