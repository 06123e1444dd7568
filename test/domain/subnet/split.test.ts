import { expect } from 'chai';
import fc from 'fast-check';
import type { ErrorCode } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Split, SplitFacts, SplitRequest } from '../../../domain/subnet/split.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { isAssignable } from '../../../domain/subnet/usable-addresses.js';
import { levels } from '../../support/levels.js';
import { widthOf } from '../support/address-model.js';
import { prefixes } from '../support/arbitraries.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { folderOf, networkAt } from '../support/samples.js';

const split = (subnet: Subnet, request: SplitRequest): Split => new SubnetAggregate(subnet).split(request);

const counts = [2, 4, 8, 16, 32, 64, 128, 256] as const;

const noFacts: SplitFacts = { child: undefined, hasChildren: false, lostAddress: undefined, definitions: [] };

/** The numbers are `seq` values of the recorded conversation with the reference server. */
describe('split', () => {
  for (const number of counts) {
    it(`cuts a /16 into ${number} equal parts that fill it`, () => {
      for (const given of [number, String(number), `+${number}`]) {
        const { prefixes } = split(networkAt('10.120.0.0/16'), { count: given });
        expect(prefixes.length).to.equal(number);
        expect(String(prefixes[0])).to.equal(`10.120.0.0/${16 + Math.log2(number)}`);
        expect(String(prefixes.at(-1)?.lastAddress)).to.equal('10.120.255.255');
      }
    });
  }

  const plans: [what: string, cidr: string, number: unknown, parts: string[]][] = [
    ['a /31 into addresses (#644)', '10.121.0.0/31', 2, ['10.121.0.0/32', '10.121.0.1/32']],
    ['a /30', '10.121.0.0/30', 4, ['10.121.0.0/32', '10.121.0.1/32', '10.121.0.2/32', '10.121.0.3/32']],
    ['the end of the space', '255.255.255.254/31', 2, ['255.255.255.254/32', '255.255.255.255/32']],
    [
      'an IPv6 network (#651)',
      '2001:db8:6::/62',
      '4',
      ['2001:db8:6::/64', '2001:db8:6:1::/64', '2001:db8:6:2::/64', '2001:db8:6:3::/64'],
    ],
    ['a /127', '2001:db8::/127', 2, ['2001:db8::/128', '2001:db8::1/128']],
    ['the whole IPv6 space', '::/0', 2, ['::/1', '8000::/1']],
  ];
  for (const [what, cidr, number, parts] of plans) {
    it(`cuts ${what}: ${cidr} into ${parts.join(', ')}`, () => {
      expect(split(networkAt(cidr), { count: number }).prefixes.map(String)).to.deep.equal(parts);
    });
  }

  const refused: [what: string, cidr: string, number: unknown, code: ErrorCode][] = [
    ['no number (#619)', '10.120.0.0/24', undefined, 'split.countMissing'],
    ['null', '10.120.0.0/24', null, 'split.countMissing'],
    ['an empty number', '10.120.0.0/24', '', 'split.countMissing'],
    ['a word (#620)', '10.120.0.0/24', 'abc', 'split.countMissing'],
    ['a fraction', '10.120.0.0/24', 2.5, 'split.countMissing'],
    ['an exponent', '10.120.0.0/24', '2e0', 'split.countMissing'],
    ['a space', '10.120.0.0/24', ' 2', 'split.countMissing'],
    ['a boolean', '10.120.0.0/24', true, 'split.countMissing'],
    ['a list', '10.120.0.0/24', [2], 'split.countMissing'],
    ['an object', '10.120.0.0/24', { toString: 1 }, 'split.countMissing'],
    ['0', '10.120.0.0/24', 0, 'split.countNotAllowed'],
    ['1 (#622)', '10.120.0.0/24', 1, 'split.countNotAllowed'],
    ['3 (#621)', '10.120.0.0/24', 3, 'split.countNotAllowed'],
    ['512 (#623)', '10.0.0.0/8', 512, 'split.countNotAllowed'],
    ['-2', '10.120.0.0/24', -2, 'split.countNotAllowed'],
    ['two parts of one address', '10.120.0.1/32', 2, 'split.tooSmall'],
    ['four parts of two addresses', '10.120.0.0/31', 4, 'split.tooSmall'],
    ['256 parts of 128 addresses', '10.120.0.0/25', 256, 'split.tooSmall'],
    ['two parts of one IPv6 address', '2001:db8::1/128', 2, 'split.tooSmall'],
  ];
  for (const [what, cidr, number, code] of refused) {
    it(`refuses ${what} of ${cidr}: ${code}`, () => {
      expectRefusal(() => split(networkAt(cidr), { count: number }), code);
    });
  }

  it('reports the length of the parts', () => {
    expectRefusal(() => split(networkAt('10.120.0.0/31'), { count: 4 }), 'split.tooSmall', { length: 33 });
  });

  const words: [given: unknown, yes: boolean][] = [
    [undefined, true],
    [null, true],
    ['', true],
    ['1', true],
    [1, true],
    [true, true],
    ['true', true],
    ['0', false],
    [0, false],
    [false, false],
  ];
  for (const [given, yes] of words) {
    it(`reads ${JSON.stringify(given) ?? 'nothing'} as ${yes}: whether to group the parts and copy custom values`, () => {
      const network = networkAt('10.120.0.0/24');
      expect(split(network, { count: 2, grouped: given }).grouped).to.equal(yes);
      expect(split(network, { count: 2, grouped: given }).copiesCustom).to.equal(true);
      expect(split(network, { count: 2, copiesCustom: given }).copiesCustom).to.equal(yes);
      expect(split(network, { count: 2, copiesCustom: given }).grouped).to.equal(true);
    });
  }

  it('refuses values that are not flags, because a guess could delete the network', () => {
    for (const given of ['maybe', 2, [], [true], {}, { toString: 1 }]) {
      for (const field of ['grouped', 'copiesCustom']) {
        expectRefusal(() => split(networkAt('10.120.0.0/24'), { count: 2, [field]: given }), 'field.type', {
          field,
          expected: 'flag',
        });
      }
    }
  });

  const names: [prefix: unknown, name: string][] = [
    [undefined, 'split_subnet_'],
    [null, 'split_subnet_'],
    ['', 'split_subnet_'],
    ['net-', 'net-'],
    [7, '7'],
    ['😀'.repeat(255), '😀'.repeat(255)],
  ];
  for (const [prefix, name] of names) {
    it(`uses ${JSON.stringify(prefix)?.slice(0, 20) ?? 'nothing'} as prefix of names: ${JSON.stringify(name).slice(0, 20)}`, () => {
      expect(split(networkAt('10.120.0.0/24'), { count: 2, namePrefix: prefix }).namePrefix).to.equal(name);
    });
  }

  const badNames: [prefix: unknown, code: ErrorCode][] = [
    ['a\0b', 'field.control'],
    ['a\nb', 'field.control'],
    ['\ud800', 'field.control'],
    ['x'.repeat(256), 'field.tooLong'],
    [['x'], 'field.type'],
    [{ toString: 1 }, 'field.type'],
    [true, 'field.type'],
  ];
  for (const [prefix, code] of badNames) {
    it(`refuses ${JSON.stringify(prefix).slice(0, 20)} as prefix of names: ${code}`, () => {
      expectRefusal(() => split(networkAt('10.120.0.0/24'), { count: 2, namePrefix: prefix }), code);
    });
  }

  it('plans equal, disjoint, ordered parts that fill the network', () => {
    fc.assert(
      fc.property(prefixes, fc.constantFrom(...counts), (prefix, number) => {
        fc.pre(prefix.length + Math.log2(number) <= widthOf(prefix.family));
        const { prefixes } = split(networkAt(String(prefix)), { count: number });
        expect(prefixes.map((part) => part.first)).to.deep.equal(
          prefixes.map((_, index) => prefix.first + (BigInt(index) * prefix.size) / BigInt(number)),
        );
        expect(prefixes.reduce((total, part) => total + part.size, 0n)).to.equal(prefix.size);
      }),
    );
  });

  describe('over children', () => {
    const network = networkAt('10.120.0.0/24');
    const plan = split(network, { count: 2 });

    it('is allowed without children', () => {
      expect(refusalOf(() => plan.changes(noFacts))).to.equal(undefined);
    });

    const children: [child: string, cidr: string][] = [
      ['10.120.0.0/32', '10.120.0.0/25'],
      ['10.120.0.64/26', '10.120.0.0/25'],
      ['10.120.0.255/32', '10.120.0.128/25'],
      ['10.120.0.0/16', '10.120.0.0/25'],
    ];
    for (const [child, cidr] of children) {
      it(`is refused when ${child} lies in ${cidr} (#625)`, () => {
        expectRefusal(() => plan.changes({ ...noFacts, child: networkAt(child) }), 'split.childOverlaps', { cidr, other: child });
      });
    }

    it('is allowed with a child outside of the network, as in a section without strict mode', () => {
      expect(refusalOf(() => plan.changes({ ...noFacts, child: networkAt('10.120.1.0/24') }))).to.equal(undefined);
    });
  });

  describe('with addresses', () => {
    const lost: [cidr: string, isPool: boolean, number: number, addresses: string[]][] = [
      ['10.120.0.0/24', false, 2, ['10.120.0.127', '10.120.0.128']],
      ['10.120.0.0/24', false, 4, ['10.120.0.63', '10.120.0.64', '10.120.0.127', '10.120.0.128', '10.120.0.191', '10.120.0.192']],
      ['10.120.0.0/24', true, 4, []],
      ['10.120.0.0/24', false, 128, []],
      ['10.120.0.0/24', false, 256, []],
      ['10.120.0.0/29', false, 2, ['10.120.0.3', '10.120.0.4']],
      ['10.120.0.0/30', false, 2, []],
      ['10.120.0.0/31', false, 2, []],
      ['2001:db8::/64', false, 4, []],
    ];
    for (const [cidr, isPool, number, addresses] of lost) {
      it(`loses ${addresses.join(', ') || 'none'} when ${isPool ? 'the pool ' : ''}${cidr} is cut into ${number}`, () => {
        const network = networkAt(cidr, { isPool });
        expect(split(network, { count: number }).addressesLost.map(String)).to.deep.equal(addresses);
      });
    }

    it('loses exactly the addresses that are usable in the network but not in the part', () => {
      const cases = fc.record({
        length: fc.integer({ min: 23, max: 31 }),
        number: fc.constantFrom(...counts),
        isPool: fc.boolean(),
      });
      fc.assert(
        fc.property(cases, ({ length, number, isPool }) => {
          fc.pre(length + Math.log2(number) <= 32);
          const network = networkAt(`255.255.254.0/${length}`, { isPool });
          const plan = split(network, { count: number });
          const all = Array.from({ length: Number(network.prefix.size) }, (_, offset) =>
            IpAddress.of(4, network.prefix.first + BigInt(offset)),
          );
          const expected = all.filter((ip) => {
            const part = plan.prefixes.find((candidate) => candidate.containsAddress(ip));
            return part !== undefined && isAssignable(network, ip) && !isAssignable({ prefix: part, isPool }, ip);
          });
          expect(plan.addressesLost.map(String)).to.deep.equal(expected.map(String));
        }),
      );
    });

    it('is refused with the address and the part of which it would be an edge (#642)', () => {
      const plan = split(networkAt('10.122.0.0/24'), { count: 4 });
      expectRefusal(() => plan.changes({ ...noFacts, lostAddress: IpAddress.parse('10.122.0.64') }), 'subnet.addressOutside', {
        ip: '10.122.0.64',
        cidr: '10.122.0.64/26',
      });
      expectRefusal(() => plan.changes({ ...noFacts, lostAddress: IpAddress.parse('10.122.0.63') }), 'subnet.addressOutside', {
        ip: '10.122.0.63',
        cidr: '10.122.0.0/26',
      });
    });

    it('is allowed when no address is lost', () => {
      const plan = split(networkAt('10.122.0.0/24'), { count: 4 });
      expect(refusalOf(() => plan.changes(noFacts))).to.equal(undefined);
    });
  });

  describe('parts', () => {
    const network = networkAt('10.123.0.0/24', {
      id: 325,
      masterSubnetId: 11,
      sectionId: 4,
      description: 'old',
      vlanId: 5,
      vrfId: 6,
      allowRequests: true,
      showName: true,
      permissions: levels({ 2: 3 }),
      nameserverId: 7,
      device: 8,
      isPool: true,
      isFull: true,
      pingSubnet: true,
      discoverSubnet: true,
      DNSrecursive: true,
      DNSrecords: true,
      scanAgent: 9,
      tag: 3,
      threshold: 80,
      location: 10,
      customer_id: 12,
      custom: { custom_env: 'prod' },
    });
    const copied = {
      sectionId: 4,
      vlanId: 5,
      vrfId: 6,
      allowRequests: true,
      showName: true,
      permissions: levels({ 2: 3 }),
      nameserverId: 7,
      device: 8,
      isPool: true,
    };

    it('copy exactly these values, and are below the old network if grouped', () => {
      const plan = split(network, { count: 2 });
      const [, second] = plan.values;
      expect(String(second?.prefix)).to.equal('10.123.0.128/25');
      const own = { masterSubnetId: 325, description: 'split_subnet_2', isFolder: false };
      expect({ ...second, prefix: null }).to.deep.equal({ ...copied, ...own, prefix: null });
    });

    it('have the master of the old network, and their own names, if they replace it (#637)', () => {
      const plan = split(network, { count: 4, grouped: false, namePrefix: 'net-' });
      const parts = plan.values;
      expect(parts.map(({ description }) => description)).to.deep.equal(['net-1', 'net-2', 'net-3', 'net-4']);
      expect(parts.map(({ masterSubnetId }) => masterSubnetId)).to.deep.equal([11, 11, 11, 11]);
    });
  });

  it('of a folder is refused', () => {
    expectRefusal(() => split(folderOf(), { count: 2 }), 'subnet.isFolder');
  });

  it('that replaces a network is refused while it has children', () => {
    const network = networkAt('10.123.0.0/24');
    const [grouped, replacing] = [true, false].map((own) => split(network, { count: 2, grouped: own }));
    expectRefusal(() => replacing?.changes({ ...noFacts, hasChildren: true }), 'subnet.hasChildren');
    for (const allowed of [() => replacing?.changes(noFacts), () => grouped?.changes({ ...noFacts, hasChildren: true })])
      expect(refusalOf(allowed)).to.equal(undefined);
  });
});
