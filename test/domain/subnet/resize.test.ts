import { expect } from 'chai';
import fc from 'fast-check';
import type { ErrorCode } from '../../../domain/errors.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { SubnetPosition } from '../../../domain/subnet/position.js';
import type { Resize, ResizeFacts } from '../../../domain/subnet/resize.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { widthOf } from '../support/address-model.js';
import { prefixes } from '../support/arbitraries.js';
import { expectRefusal } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

const resize = (network: Network, mask: unknown, master?: Subnet, strictMode = true): Resize =>
  new SubnetAggregate(network).resize(mask, new SubnetPosition(sectionOf({ id: 4, strictMode }), master));

/** The numbers are `seq` values of the recorded conversation with the reference server. */
describe('resize', () => {
  const master = networkAt('10.60.0.0/16');
  const accepted: [title: string, cidr: string, mask: unknown, above: Subnet | undefined, resized: string][] = [
    ['grows (#585)', '10.110.0.0/24', 23, undefined, '10.110.0.0/23'],
    ['grows to the mask of a text (#587)', '10.110.0.0/23', '22', undefined, '10.110.0.0/22'],
    ['shrinks (#588)', '10.110.0.0/22', '24', undefined, '10.110.0.0/24'],
    ['accepts a mask with spaces around', '10.110.0.0/24', ' 23 ', undefined, '10.110.0.0/23'],
    ['accepts a mask with a plus sign', '10.110.0.0/24', '+23', undefined, '10.110.0.0/23'],
    ['grows down to the next boundary (#604)', '10.112.1.0/24', 23, undefined, '10.112.0.0/23'],
    ['grows to the shortest mask', '10.110.0.0/24', 8, undefined, '10.0.0.0/8'],
    ['shrinks to one address', '10.110.0.0/24', 32, undefined, '10.110.0.0/32'],
    ['shrinks the whole space', '0.0.0.0/0', 8, undefined, '0.0.0.0/8'],
    ['grows within its master', '10.60.1.0/24', 17, master, '10.60.0.0/17'],
    ['shrinks within its master', '10.60.1.0/24', 25, master, '10.60.1.0/25'],
    ['grows freely below a folder', '10.60.1.0/24', 8, folderOf(), '10.0.0.0/8'],
    ['grows in IPv6 (#609)', '2001:db8:5::/64', 60, undefined, '2001:db8:5::/60'],
    ['shrinks in IPv6 (#610)', '2001:db8:5::/60', 80, undefined, '2001:db8:5::/80'],
    ['shrinks to one IPv6 address', '2001:db8:5::/64', '128', undefined, '2001:db8:5::/128'],
    ['realigns in IPv6 as in IPv4 (#614, a reference bug)', '2001:db8:5:1::/64', 63, undefined, '2001:db8:5::/63'],
  ];
  for (const [title, cidr, mask, above, resized] of accepted) {
    it(`${title}: ${cidr} becomes ${resized}`, () => {
      expect(String(resize(networkAt(cidr), mask, above).prefix)).to.equal(resized);
    });
  }

  const refused: [title: string, cidr: string, mask: unknown, above: Subnet | undefined, code: ErrorCode][] = [
    ['no mask (#578)', '10.110.0.0/24', undefined, undefined, 'resize.maskRequired'],
    ['a null mask', '10.110.0.0/24', null, undefined, 'resize.maskRequired'],
    ['the same mask (#579)', '10.110.0.0/24', 24, undefined, 'resize.unchanged'],
    ['mask 33 (#580)', '10.110.0.0/24', 33, undefined, 'prefix.length'],
    ['a huge mask', '10.110.0.0/24', 999999999, undefined, 'prefix.length'],
    ['a word (#581)', '10.110.0.0/24', 'abc', undefined, 'resize.maskNotInteger'],
    ['a fraction', '10.110.0.0/24', 24.5, undefined, 'resize.maskNotInteger'],
    ['a fraction that is whole', '10.110.0.0/24', '25.0', undefined, 'resize.maskNotInteger'],
    ['an exponent', '10.110.0.0/24', '2e1', undefined, 'resize.maskNotInteger'],
    ['a hexadecimal number', '10.110.0.0/24', '0x10', undefined, 'resize.maskNotInteger'],
    ['a netmask with a hole', '10.110.0.0/24', '255.0.255.0', undefined, 'resize.maskNotInteger'],
    ['ten digits', '10.110.0.0/24', '0000000023', undefined, 'resize.maskNotInteger'],
    ['a boolean', '10.110.0.0/24', true, undefined, 'resize.maskNotInteger'],
    ['a list', '10.110.0.0/24', [23], undefined, 'resize.maskNotInteger'],
    ['an object', '10.110.0.0/24', { toString: 1 }, undefined, 'resize.maskNotInteger'],
    ['mask 7 (#582)', '10.110.0.0/24', 7, undefined, 'resize.maskTooShort'],
    ['mask 1 of the whole space (#417)', '0.0.0.0/0', 1, undefined, 'resize.maskTooShort'],
    ['a negative mask', '10.110.0.0/24', -1, undefined, 'resize.maskTooShort'],
    ['an empty mask (#583)', '10.110.0.0/24', '', undefined, 'resize.maskTooShort'],
    ['a blank mask', '10.110.0.0/24', ' ', undefined, 'resize.maskTooShort'],
    ['a mask beyond the master (#597)', '10.60.1.0/24', 15, master, 'resize.outsideMaster'],
    ['the mask of the master (#598)', '10.60.1.0/24', 16, master, 'resize.outsideMaster'],
    ['IPv6 mask 129 (#611)', '2001:db8:5::/64', 129, undefined, 'prefix.length'],
  ];
  for (const [title, cidr, mask, above, code] of refused) {
    it(`refuses ${title}: ${code}`, () => {
      expectRefusal(() => resize(networkAt(cidr), mask, above), code);
    });
  }

  it('names the mask that is out of range', () => {
    expectRefusal(() => resize(networkAt('10.110.0.0/24'), ' 33'), 'prefix.length', { length: '33' });
  });

  it('returns the prefix of the requested length around the network', () => {
    fc.assert(
      fc.property(prefixes, fc.integer({ min: 8, max: 128 }), (prefix, mask) => {
        fc.pre(mask <= widthOf(prefix.family) && mask !== prefix.length);
        const { prefix: resized } = resize(networkAt(String(prefix)), mask);
        expect(resized.length).to.equal(mask);
        expect(mask < prefix.length ? resized.contains(prefix) : resized.network.equals(prefix.network)).to.equal(true);
      }),
    );
  });

  it('of a folder is refused', () => {
    expectRefusal(() => new SubnetAggregate(folderOf()).resize(24, new SubnetPosition(sectionOf())), 'subnet.isFolder');
  });

  const resized = resize(networkAt('10.110.0.0/24'), 25);
  const outside = networkAt('10.110.0.128/26', { description: 'left over' });

  const noFacts: ResizeFacts = { conflict: undefined, child: undefined, ip: undefined };

  it('is not refused if nothing is outside', () => {
    expect(String(resized.changes(noFacts).prefix)).to.equal('10.110.0.0/25');
  });

  it('is refused with the address outside and the new network', () => {
    const ip = IpAddress.parse('10.110.0.200');
    expectRefusal(() => resized.changes({ ...noFacts, ip }), 'subnet.addressOutside', {
      ip: '10.110.0.200',
      cidr: '10.110.0.0/25',
    });
  });

  it('is refused with the child outside, before any address', () => {
    const details = { cidr: '10.110.0.128/26', description: 'left over' };
    expectRefusal(
      () => resized.changes({ ...noFacts, child: outside, ip: IpAddress.parse('10.110.0.200') }),
      'resize.childOutside',
      details,
    );
    expectRefusal(() => resized.changes({ ...noFacts, child: networkAt('10.110.0.128/26') }), 'resize.childOutside', {
      ...details,
      description: '',
    });
  });

  it('requires addresses to be usable in the new network, not on its edges', () => {
    const rangeOf = (network: Network) => Object.values(resize(network, 25).usableRange).map(String);
    expect(rangeOf(networkAt('10.110.0.0/24'))).to.deep.equal(['10.110.0.1', '10.110.0.126']);
    expect(rangeOf(networkAt('10.110.0.0/24', { isPool: true }))).to.deep.equal(['10.110.0.0', '10.110.0.127']);
  });

  it('requires children inside only in a strict section', () => {
    for (const isStrict of [true, false])
      expect(resize(networkAt('10.110.0.0/24'), 25, undefined, isStrict).keepsChildrenInside).to.equal(isStrict);
  });

  it('checks overlaps only when it grows, in the scope of its position', () => {
    const network = networkAt('10.110.0.0/24', { vrfId: 3 });
    expect(resize(network, 25).overlapScope).to.equal(undefined);
    expect(resize(network, 23).overlapScope).to.deep.equal({ sectionId: 4, vrfId: 3 });
    const above = networkAt('10.0.0.0/8', { id: 11 });
    expect(resize(network, 23, above).overlapScope).to.deep.equal({ masterSubnetId: 11, vrfId: 3, orNoVrf: true });
    expect(resize(network, 23, undefined, false).overlapScope).to.equal(undefined);
  });

  it('is refused with the conflicting network: with the sibling below a master, with both networks at the top', () => {
    const conflict = networkAt('10.110.1.0/24', { description: 'there' });
    const grown = (above?: Subnet) => resize(networkAt('10.110.0.0/24'), 23, above);
    expect(String(grown().changes(noFacts).prefix)).to.equal('10.110.0.0/23');
    expectRefusal(() => grown(networkAt('10.0.0.0/8')).changes({ ...noFacts, conflict }), 'subnet.overlapWithSibling', {
      cidr: '10.110.1.0/24',
    });
    expectRefusal(() => grown().changes({ ...noFacts, conflict }), 'resize.overlap', {
      cidr: '10.110.0.0/23',
      other: '10.110.1.0/24',
      description: 'there',
    });
  });
});
