import { expect } from 'chai';
import fc from 'fast-check';
import { reverseZoneOfIpv6 } from '../../../domain/net/network-facts.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { prefixesOf } from '../support/arbitraries.js';

describe('reverse DNS zone', () => {
  const zones: [cidr: string, name: string, exact: boolean][] = [
    ['::/0', 'ip6.arpa', true],
    ['::/3', 'ip6.arpa', false],
    ['2000::/4', '2.ip6.arpa', true],
    ['2001:db8::/32', '8.b.d.0.1.0.0.2.ip6.arpa', true],
    ['2001:db8::/35', '8.b.d.0.1.0.0.2.ip6.arpa', false],
    ['fd13:6d20:29dc:cf27::/64', '7.2.f.c.c.d.9.2.0.2.d.6.3.1.d.f.ip6.arpa', true],
    ['2001:db8::/64', '0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', true],
    ['2001:db8:5::/80', '0.0.0.0.0.0.0.0.5.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', true],
    ['2001:db8:7::/127', '0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.7.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', false],
    ['2001:db8:8::1/128', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', true],
    ['::ffff:10.0.0.1/128', `1.0.0.0.0.0.a.0.f.f.f.f.${'0.'.repeat(20)}ip6.arpa`, true],
  ];
  for (const [cidr, name, exact] of zones) {
    it(`of ${cidr} is ${exact ? '' : 'within '}${name}`, () => {
      expect(reverseZoneOfIpv6(Prefix.parse(cidr))).to.deep.equal({ name, exact });
    });
  }

  it('has one label for each whole nibble of the prefix', () => {
    fc.assert(
      fc.property(prefixesOf(6), (prefix) => {
        const { name, exact } = reverseZoneOfIpv6(prefix);
        const labels = name.split('.').slice(0, -2);
        expect(labels.length).to.equal(Math.floor(prefix.length / 4));
        expect(exact).to.equal(prefix.length % 4 === 0);
        const digits = [...labels].reverse().join('').padEnd(32, '0');
        const zone = Prefix.parse(`${digits.replace(/....(?=.)/g, '$&:')}/${labels.length * 4}`);
        expect(zone.contains(prefix)).to.equal(true);
      }),
    );
  });
});
