import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { AddressPositions, NumberSet } from '../../../domain/transfer/address-positions.js';
import { importedLevels, readImportedValue } from '../../../domain/transfer/imported-value.js';
import { positionsOf } from '../../../domain/transfer/subnet-positions.js';

const sections = new Map([
  [1, { name: 'Strict', strictMode: true }],
  [2, { name: 'Loose', strictMode: false }],
]);

const subnet = (id: number, cidr: string | null, others: object = {}) => ({
  ...{ id, sectionId: 1, masterSubnetId: null, vrfId: null, prefix: cidr === null ? null : Prefix.parse(cidr) },
  ...others,
});

const problems = (...subnets: ReturnType<typeof subnet>[]) =>
  positionsOf(subnets, sections).problems.map((problem) => JSON.parse(JSON.stringify(problem)));

describe('positionsOf', () => {
  it('finds nothing wrong with a tree of networks and folders', () => {
    expect(
      problems(
        subnet(1, '10.0.0.0/8'),
        subnet(2, '10.1.0.0/16', { masterSubnetId: 1 }),
        subnet(3, '10.1.0.0/24', { masterSubnetId: 2 }),
        subnet(4, null),
        subnet(5, '10.0.0.0/8', { masterSubnetId: 4 }),
        subnet(6, '10.0.0.0/9', { masterSubnetId: 4 }),
        subnet(7, '10.0.0.0/8', { vrfId: 3 }),
        subnet(8, '10.0.0.0/8', { sectionId: 2 }),
        subnet(9, '10.0.0.0/9', { sectionId: 2 }),
      ),
    ).to.deep.equal([]);
  });

  it('reports each pair of overlapping siblings in a strict section once', () => {
    const overlapping = { kind: 'overlap', code: 'overlap', otherId: 1, otherPrefix: '10.0.0.0/8', section: 'Strict' };
    expect(
      problems(subnet(2, '10.0.0.0/9'), subnet(1, '10.0.0.0/8'), subnet(3, '10.0.0.0/8'), subnet(4, '11.0.0.0/8')),
    ).to.deep.equal([
      { id: 3, prefix: '10.0.0.0/8', ...overlapping },
      { id: 2, prefix: '10.0.0.0/9', ...overlapping },
    ]);
  });

  it('reports masters in other sections, folders below networks, unknown sections and unknown masters', () => {
    expect(
      problems(
        subnet(1, '10.0.0.0/8', { sectionId: 2 }),
        subnet(2, '10.1.0.0/16', { masterSubnetId: 1 }),
        subnet(3, null, { masterSubnetId: 2 }),
        subnet(4, null, { sectionId: 9 }),
        subnet(5, null, { masterSubnetId: 4 }),
      ),
    ).to.deep.equal([
      { id: 4, kind: 'orphan', code: 'sectionUnknown', sectionId: 9 },
      { id: 2, kind: 'outside', code: 'otherSection', masterId: 1, sectionId: 2 },
      { id: 3, kind: 'outside', code: 'folderBelowNetwork', masterId: 2, masterPrefix: '10.1.0.0/16' },
      { id: 5, kind: 'reference', code: 'masterUnknown', masterId: 4 },
    ]);
  });

  it('reports networks outside of their masters, and each cycle once', () => {
    expect(
      problems(
        subnet(1, '10.0.0.0/16'),
        subnet(2, '10.1.0.0/24', { masterSubnetId: 1 }),
        subnet(3, null, { masterSubnetId: 4 }),
        subnet(4, null, { masterSubnetId: 3 }),
      ),
    ).to.deep.equal([
      { id: 2, kind: 'outside', code: 'outsideMaster', prefix: '10.1.0.0/24', masterId: 1, masterPrefix: '10.0.0.0/16' },
      { id: 3, kind: 'cycle', code: 'belowItself', circle: [3, 4] },
    ]);
  });
});

describe('AddressPositions', () => {
  const places = new AddressPositions(
    new Map([
      [1, Prefix.parse('10.0.0.0/8')],
      [2, Prefix.parse('2001:db8::/32')],
      [3, null],
    ]),
  );
  const take = (id: number | null, ip: string) => places.take(id, IpAddress.parse(ip))?.kind ?? 'taken';

  it('accepts each address once, near and far from the beginning of its network', () => {
    expect([take(1, '10.0.0.0'), take(1, '10.0.0.1'), take(1, '10.0.0.1')]).to.deep.equal(['taken', 'taken', 'duplicate']);
    expect([take(2, '2001:db8:ffff::1'), take(2, '2001:db8:ffff::1'), take(2, '2001:db8::1')]).to.deep.equal([
      ...['taken', 'duplicate', 'taken'],
    ]);
  });

  it('refuses addresses outside of their subnet, in a folder, or without a subnet', () => {
    expect([
      take(1, '11.0.0.0'),
      take(1, '::10'),
      take(3, '10.0.0.9'),
      take(4, '10.0.0.9'),
      take(null, '10.0.0.9'),
    ]).to.deep.equal([...['outside', 'outside', 'outside', 'orphan', 'orphan']]);
  });
});

describe('NumberSet', () => {
  it('contains the added and not deleted numbers, like a Set', () => {
    const [numbers, expected] = [new NumberSet(), new Set<number>()];
    for (let turn = 0, value = 1; turn < 3000; turn++, value = (value * 48271) % 2147483647) {
      const near = turn % 2 === 0 ? value % 500 : value;
      expect(numbers.add(near)).to.equal(!expected.has(near));
      expected.add(near);
      if (turn % 3 === 0) {
        numbers.delete(near);
        expected.delete(near);
      }
    }
    for (const value of [0, 31, 32, 499, 2147483647, ...expected]) expect(numbers.has(value)).to.equal(expected.has(value));
    expect(numbers.size).to.equal(expected.size);
  });
});

describe('readImportedValue', () => {
  const text = { type: 'text', max: 5 } as const;

  it('truncates long text by characters', () => {
    expect(readImportedValue('name', text, '😀😀😀😀😀😀')).to.deep.equal({
      value: '😀😀😀😀😀',
      loss: { kind: 'cut', code: 'tooLong', length: 6, max: 5 },
    });
  });

  it('replaces control characters by spaces, and drops invalid values', () => {
    expect(readImportedValue('name', text, 'a\tb').value).to.equal('a b');
    expect(readImportedValue('name', text, 'a\tb').loss).to.deep.equal({ kind: 'value', code: 'controls' });
    expect(readImportedValue('name', { type: 'multiline', max: 9 }, 'a\n\u0007b').value).to.equal('a\n b');
    expect(readImportedValue('size', { type: 'integer' }, 'many')).to.deep.equal({
      value: null,
      loss: { kind: 'value', code: 'impossible', input: 'many' },
    });
  });

  it('reports replacement characters of bytes that were no text', () => {
    expect(readImportedValue('name', text, 'M\uFFFDx').loss?.kind).to.equal('charset');
    expect(readImportedValue('name', text, 'Mx')).to.deep.equal({ value: 'Mx' });
  });
});

describe('importedLevels', () => {
  it('returns the most frequent level of the kinds, and the kinds with another level', () => {
    const levels = [{}, { vlan: 1 }, { vlan: 2, rack: 3 }, { vlan: 0, rack: 1 }, { vrf: 1, vlan: 2, dns: 0 }];
    expect(levels.map(importedLevels)).to.deep.equal([
      { inventory: 'read', levels: [] },
      { inventory: 'read', levels: [] },
      { inventory: 'write', levels: [] },
      { inventory: 'read', levels: ['vlan:none'] },
      { inventory: 'read', levels: ['vlan:write'] },
    ]);
  });
});
