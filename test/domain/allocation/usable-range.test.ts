import { expect } from 'chai';
import fc from 'fast-check';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { isAssignable, usableRange, usableSize } from '../../../domain/subnet/usable-addresses.js';
import { addresses, prefixes } from '../support/arbitraries.js';

describe('usable range', () => {
  const cases: [cidr: string, isPool: boolean, first: string, last: string, size: bigint][] = [
    ['0.0.0.0/0', false, '0.0.0.1', '255.255.255.254', 4294967294n],
    ['0.0.0.0/0', true, '0.0.0.0', '255.255.255.255', 4294967296n],
    ['10.131.0.0/24', false, '10.131.0.1', '10.131.0.254', 254n],
    ['10.131.0.0/24', true, '10.131.0.0', '10.131.0.255', 256n],
    ['10.130.0.0/30', false, '10.130.0.1', '10.130.0.2', 2n],
    ['10.130.0.0/30', true, '10.130.0.0', '10.130.0.3', 4n],
    ['10.130.0.8/31', false, '10.130.0.8', '10.130.0.9', 2n],
    ['10.130.0.8/31', true, '10.130.0.8', '10.130.0.9', 2n],
    ['10.130.0.16/32', false, '10.130.0.16', '10.130.0.16', 1n],
    ['255.255.255.252/30', false, '255.255.255.253', '255.255.255.254', 2n],
    ['::/0', false, '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 2n ** 128n],
    ['2001:db8:9::/64', false, '2001:db8:9::', '2001:db8:9:0:ffff:ffff:ffff:ffff', 2n ** 64n],
    ['2001:db8:9::/64', true, '2001:db8:9::', '2001:db8:9:0:ffff:ffff:ffff:ffff', 2n ** 64n],
    ['2001:db8:7::/127', false, '2001:db8:7::', '2001:db8:7::1', 2n],
    ['2001:db8:8::1/128', false, '2001:db8:8::1', '2001:db8:8::1', 1n],
  ];
  for (const [cidr, isPool, first, last, size] of cases) {
    it(`of ${isPool ? 'the pool ' : ''}${cidr} is ${first} to ${last}`, () => {
      const space = { prefix: Prefix.parse(cidr), isPool };
      const range = usableRange(space);
      expect([String(range.first), String(range.last), usableSize(space)]).to.deep.equal([first, last, size]);
      expect(isAssignable(space, range.first) && isAssignable(space, range.last)).to.equal(true);
      const beyond = [range.first.plus(-1n), range.last.plus(1n)].filter((ip) => ip !== undefined);
      for (const ip of beyond) expect(isAssignable(space, ip), String(ip)).to.equal(false);
    });
  }

  it('is the whole network, without the edges of IPv4 networks up to /30 that are not pools', () => {
    fc.assert(
      fc.property(prefixes, fc.boolean(), addresses, (prefix, isPool, other) => {
        const space = { prefix, isPool };
        const withoutEdges = prefix.family === 4 && prefix.length <= 30 && !isPool;
        expect(usableSize(space)).to.equal(prefix.size - (withoutEdges ? 2n : 0n));
        for (const ip of [other, prefix.network, prefix.lastAddress]) {
          const isEdge = ip.equals(prefix.network) || ip.equals(prefix.lastAddress);
          expect(isAssignable(space, ip)).to.equal(prefix.containsAddress(ip) && !(withoutEdges && isEdge));
        }
      }),
    );
  });

  it('contains no address of the other family', () => {
    expect(isAssignable({ prefix: Prefix.parse('0.0.0.0/0'), isPool: true }, IpAddress.of(6, 5n))).to.equal(false);
    expect(isAssignable({ prefix: Prefix.parse('::/0'), isPool: true }, IpAddress.of(4, 5n))).to.equal(false);
  });
});
