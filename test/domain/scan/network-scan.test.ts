import { expect } from 'chai';
import fc from 'fast-check';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { isProbeable, NetworkScan, type RegisteredAddress } from '../../../domain/scan/network-scan.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import { networkAt } from '../support/samples.js';

const ip = (text: string): IpAddress => IpAddress.parse(text);
const known = (text: string, excludePing = false): RegisteredAddress => ({ ip: ip(text), excludePing });

const scanOf = (cidr: string, flags: Partial<Omit<Network, 'prefix'>>, hasChildren = false): NetworkScan =>
  new NetworkScan(networkAt(cidr, flags), hasChildren);

/** All targets of a scan, chunk by chunk, from an address on. */
function probed(scan: NetworkScan, held: readonly RegisteredAddress[], size: number, from: IpAddress | null = null): string[] {
  const targets: string[] = [];
  for (let rest = scan.rest(from); rest; ) {
    const part = scan.chunk(rest, size);
    const { first, last } = part;
    const within = held.filter((address) => address.ip.compare(first) >= 0 && address.ip.compare(last) <= 0);
    targets.push(...scan.targets(part, within).map(String));
    const next = scan.after(part);
    rest = next ? scan.rest(next) : undefined;
  }
  return targets;
}

describe('a scan of a network', () => {
  const held = [known('10.0.0.1'), known('10.0.0.3', true), known('10.0.0.6')];
  const both = { pingSubnet: true, discoverSubnet: true };
  const cases: readonly (readonly [what: string, scan: NetworkScan, targets: readonly string[]])[] = [
    ['probes nothing if ping and discovery are off', scanOf('10.0.0.0/29', {}), []],
    ['probes registered addresses except excluded ones', scanOf('10.0.0.0/29', { pingSubnet: true }), ['10.0.0.1', '10.0.0.6']],
    [
      'probes only unregistered addresses with discovery alone',
      scanOf('10.0.0.0/29', { discoverSubnet: true }),
      ['10.0.0.2', '10.0.0.4', '10.0.0.5'],
    ],
    ['probes both', scanOf('10.0.0.0/29', both), ['10.0.0.1', '10.0.0.2', '10.0.0.4', '10.0.0.5', '10.0.0.6']],
    ['probes only registered addresses if the network has children', scanOf('10.0.0.0/29', both, true), ['10.0.0.1', '10.0.0.6']],
    [
      'probes every address of a pool',
      scanOf('10.0.0.4/30', { ...both, isPool: true }),
      ['10.0.0.4', '10.0.0.5', '10.0.0.6', '10.0.0.7'],
    ],
    ['probes both addresses of a /31', scanOf('10.0.0.4/31', both), ['10.0.0.4', '10.0.0.5']],
    ['probes the only address of a /32', scanOf('10.0.0.6/32', both), ['10.0.0.6']],
    ['never probes multicast addresses', scanOf('224.0.0.0/29', both), []],
  ];
  for (const [what, scan, targets] of cases)
    it(what, () => {
      for (const size of [1, 2, 3, 1000]) expect(probed(scan, held, size)).to.deep.equal(targets);
    });

  it('probes only registered addresses of an IPv6 network', () => {
    const addresses = [known('2001:db8::1'), known('2001:db8::2', true), known('2001:db8::ffff')];
    const whole = (flags: Partial<Omit<Network, 'prefix'>>) => {
      const scan = scanOf('2001:db8::/64', flags);
      const rest = scan.rest(null);
      return rest ? scan.targets(rest, addresses).map(String) : [];
    };
    expect(whole(both)).to.deep.equal(['2001:db8::1', '2001:db8::ffff']);
    expect(whole({ discoverSubnet: true })).to.deep.equal([]);
  });

  it('continues where it was interrupted, and ends at the end of the network', () => {
    const scan = scanOf('10.0.0.0/29', both);
    expect(probed(scan, held, 2, ip('10.0.0.5'))).to.deep.equal(['10.0.0.5', '10.0.0.6']);
    expect(scan.after({ first: ip('10.0.0.6'), last: ip('10.0.0.7') })).to.equal(null);
    expect([null, ip('10.0.0.2'), ip('10.0.0.0')].map((next) => scan.share(next))).to.deep.equal([1, 0.25, 0]);
    expect(scanOf('255.255.255.252/30', both).after({ first: ip('255.255.255.252'), last: ip('255.255.255.255') })).to.equal(
      null,
    );
  });

  it('restarts if its position is before the network or of the other family, and ends if it is behind', () => {
    const scan = scanOf('10.0.0.0/29', both);
    expect(String(scan.rest(ip('9.0.0.0'))?.first)).to.equal('10.0.0.0');
    expect(String(scan.rest(ip('2001:db8::1'))?.first)).to.equal('10.0.0.0');
    expect(scan.rest(ip('11.0.0.0'))).to.equal(undefined);
  });

  it('probes each address once, in order, within the network, with any chunk size', () => {
    const lastBytes = fc.uniqueArray(fc.record({ byte: fc.integer({ min: 0, max: 255 }), excludePing: fc.boolean() }), {
      selector: ({ byte }) => byte,
    });
    const flags = fc.record({ pingSubnet: fc.boolean(), discoverSubnet: fc.boolean(), isPool: fc.boolean() });
    fc.assert(
      fc.property(
        fc.integer({ min: 22, max: 32 }),
        fc.integer({ min: 1, max: 300 }),
        lastBytes,
        flags,
        (length, size, bytes, set) => {
          const prefix = Prefix.containing(ip('10.1.2.3'), length);
          const addresses = bytes
            .map(({ byte, excludePing }) => known(`10.1.2.${byte}`, excludePing))
            .sort((a, b) => a.ip.compare(b.ip));
          const scan = new NetworkScan(networkAt(String(prefix), set), false);
          const targets = probed(scan, addresses, size).map(ip);
          expect(targets.every((target) => prefix.containsAddress(target))).to.equal(true);
          expect(targets.every((target, index) => index === 0 || target.compare(targets[index - 1] as IpAddress) > 0)).to.equal(
            true,
          );
          const excluded = new Set(addresses.filter(({ excludePing }) => excludePing).map((address) => String(address.ip)));
          expect(targets.some((target) => excluded.has(String(target)))).to.equal(false);
          for (const target of targets) {
            const isKnown = addresses.some((address) => address.ip.equals(target));
            expect(isKnown ? set.pingSubnet : scan.allows(target)).to.equal(true);
          }
        },
      ),
    );
  });
});

describe('an address that can be probed', () => {
  it('belongs to a single host', () => {
    const hosts = [
      '10.0.0.0',
      '10.0.0.255',
      '127.0.0.1',
      '223.255.255.255',
      '240.0.0.1',
      '255.255.255.254',
      '::1',
      'fe80::1',
      '2001:db8::',
    ];
    expect(hosts.filter((text) => !isProbeable(ip(text)))).to.deep.equal([]);
    const none = ['0.0.0.0', '0.1.2.3', '224.0.0.1', '239.255.255.255', '255.255.255.255', '::', 'ff02::1', '::ffff:10.0.0.1'];
    expect(none.filter((text) => isProbeable(ip(text)))).to.deep.equal([]);
  });
});
