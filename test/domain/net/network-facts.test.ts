import { expect } from 'chai';
import fc from 'fast-check';
import { factsOf, type Ipv4Facts } from '../../../domain/net/network-facts.js';
import { hasNetworkAndBroadcast, Prefix } from '../../../domain/net/prefix.js';
import { usableRange } from '../../../domain/subnet/usable-addresses.js';
import { prefixes, prefixesOf } from '../support/arbitraries.js';

function ipv4FactsOf(cidr: string): Ipv4Facts {
  const facts = factsOf(Prefix.parse(cidr));
  if (facts.family !== 4) throw new Error(`${cidr} is not IPv4`);
  return facts;
}

describe('network facts', () => {
  type Row = [cidr: string, broadcast: string, netmask: string, wildcard: string, min: string, max: string, hosts: bigint];
  const ipv4: Row[] = [
    ['0.0.0.0/0', '255.255.255.255', '0.0.0.0', '255.255.255.255', '0.0.0.1', '255.255.255.254', 4294967294n],
    ['10.48.0.0/12', '10.63.255.255', '255.240.0.0', '0.15.255.255', '10.48.0.1', '10.63.255.254', 1048574n],
    ['10.10.0.0/16', '10.10.255.255', '255.255.0.0', '0.0.255.255', '10.10.0.1', '10.10.255.254', 65534n],
    ['10.110.0.0/23', '10.110.1.255', '255.255.254.0', '0.0.1.255', '10.110.0.1', '10.110.1.254', 510n],
    ['10.10.1.0/24', '10.10.1.255', '255.255.255.0', '0.0.0.255', '10.10.1.1', '10.10.1.254', 254n],
    ['10.60.3.0/25', '10.60.3.127', '255.255.255.128', '0.0.0.127', '10.60.3.1', '10.60.3.126', 126n],
    ['10.80.0.16/30', '10.80.0.19', '255.255.255.252', '0.0.0.3', '10.80.0.17', '10.80.0.18', 2n],
    ['10.130.0.8/31', '10.130.0.9', '255.255.255.254', '0.0.0.1', '10.130.0.8', '10.130.0.9', 2n],
    ['10.130.0.16/32', '10.130.0.16', '255.255.255.255', '0.0.0.0', '10.130.0.16', '10.130.0.16', 1n],
    ['255.255.255.255/32', '255.255.255.255', '255.255.255.255', '0.0.0.0', '255.255.255.255', '255.255.255.255', 1n],
  ];
  for (const [cidr, broadcast, netmask, wildcard, min, max, hosts] of ipv4) {
    it(`of ${cidr} are broadcast ${broadcast}, netmask ${netmask}, hosts ${min} to ${max}`, () => {
      const facts = ipv4FactsOf(cidr);
      const texts = [facts.broadcast, facts.netmask, facts.wildcard, facts.minHost, facts.maxHost].map(String);
      expect([...texts, facts.hosts]).to.deep.equal([broadcast, netmask, wildcard, min, max, hosts]);
    });
  }

  const ipv6: [cidr: string, min: string, max: string, hosts: bigint][] = [
    ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 2n ** 128n],
    ['fd13:6d20:29dc:cf27::/64', 'fd13:6d20:29dc:cf27::', 'fd13:6d20:29dc:cf27:ffff:ffff:ffff:ffff', 18446744073709551616n],
    ['2001:db8:5::/80', '2001:db8:5::', '2001:db8:5::ffff:ffff:ffff', 281474976710656n],
    ['2001:db8:7::/127', '2001:db8:7::', '2001:db8:7::1', 2n],
    ['2001:db8:8::1/128', '2001:db8:8::1', '2001:db8:8::1', 1n],
  ];
  for (const [cidr, min, max, hosts] of ipv6) {
    it(`of ${cidr} are hosts ${min} to ${max}`, () => {
      const { family, minHost, maxHost, ...facts } = factsOf(Prefix.parse(cidr));
      expect([family, String(minHost), String(maxHost), facts.hosts]).to.deep.equal([6, min, max, hosts]);
      expect(Object.keys(facts)).to.deep.equal(['hosts']);
    });
  }

  const blocks: [name: string, cidr: string, outside: string[]][] = [
    ['private A', '10.0.0.0/8', ['9.255.255.255/32', '11.0.0.0/32', '10.0.0.0/7']],
    ['private B', '172.16.0.0/12', ['172.15.255.255/32', '172.32.0.0/32', '172.0.0.0/11']],
    ['private C', '192.168.0.0/16', ['192.167.255.255/32', '192.169.0.0/32', '192.168.0.0/15']],
    ['Loopback', '127.0.0.0/8', ['126.255.255.255/32', '128.0.0.0/32', '126.0.0.0/7']],
    ['Link-local', '169.254.0.0/16', ['169.253.255.255/32', '169.255.0.0/32', '169.254.0.0/15']],
    ['Reserved (IANA)', '192.0.0.0/24', ['191.255.255.255/32', '192.0.1.0/32', '192.0.0.0/23']],
    ['TEST-NET-1', '192.0.2.0/24', ['192.0.1.255/32', '192.0.3.0/32', '192.0.2.0/23']],
    ['TEST-NET-2', '198.51.100.0/24', ['198.51.99.255/32', '198.51.101.0/32', '198.51.100.0/23']],
    ['TEST-NET-3', '203.0.113.0/24', ['203.0.112.255/32', '203.0.114.0/32', '203.0.112.0/23']],
    ['IPv6 to IPv4 relay', '192.88.99.0/24', ['192.88.98.255/32', '192.88.100.0/32', '192.88.98.0/23']],
    ['Network benchmark', '198.18.0.0/15', ['198.17.255.255/32', '198.20.0.0/32', '198.16.0.0/14']],
    ['Multicast', '224.0.0.0/4', ['223.255.255.255/32']],
    ['Reserved', '240.0.0.0/4', []],
  ];
  for (const [name, cidr, outside] of blocks) {
    it(`name the block ${name} for ${cidr} and everything in it, and not beyond`, () => {
      const block = Prefix.parse(cidr);
      expect(ipv4FactsOf(cidr).block).to.equal(name);
      expect(ipv4FactsOf(`${block.network}/32`).block).to.equal(name);
      expect(ipv4FactsOf(`${block.lastAddress}/32`).block).to.equal(name);
      for (const other of outside) expect(ipv4FactsOf(other).block, other).to.equal(undefined);
    });
  }

  it('distinguish Multicast and Reserved at their border, and name neither for the network of both', () => {
    expect(['239.255.255.255/32', '240.0.0.0/32', '224.0.0.0/3'].map((cidr) => ipv4FactsOf(cidr).block)).to.deep.equal([
      'Multicast',
      'Reserved',
      undefined,
    ]);
  });

  it('name no block for the whole space and for ordinary networks', () => {
    for (const cidr of ['0.0.0.0/0', '0.0.0.0/8', '8.8.8.0/24', '100.64.0.0/10'])
      expect(ipv4FactsOf(cidr).block).to.equal(undefined);
  });

  it('have a wildcard that is the inverted netmask', () => {
    fc.assert(
      fc.property(prefixesOf(4), (prefix) => {
        const { netmask, wildcard } = ipv4FactsOf(prefix.toString());
        expect(netmask.value ^ wildcard.value).to.equal(0xffffffffn);
        expect(netmask.value.toString(2).replaceAll('0', '').length).to.equal(prefix.length);
      }),
    );
  });

  it('count the usable hosts of a network that is not a pool', () => {
    fc.assert(
      fc.property(prefixes, (prefix) => {
        const { minHost, maxHost, hosts } = factsOf(prefix);
        const { first, last } = usableRange({ prefix, isPool: false });
        expect([String(minHost), String(maxHost)]).to.deep.equal([String(first), String(last)]);
        expect(hosts).to.equal(last.value - first.value + 1n);
      }),
    );
  });

  it('give a network and a broadcast address to IPv4 up to /30 only', () => {
    const cidrs = ['0.0.0.0/0', '10.0.0.0/30', '10.0.0.0/31', '10.0.0.0/32', '::/0', '2001:db8::/64', '2001:db8::/30'];
    expect(cidrs.map((cidr) => hasNetworkAndBroadcast(Prefix.parse(cidr)))).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
