import { expect } from 'chai';
import fc from 'fast-check';
import type { ErrorCode } from '../../../domain/errors.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { referenceNames } from '../../../domain/fields/references.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { MoveFacts } from '../../../domain/subnet/edit.js';
import { SubnetPosition } from '../../../domain/subnet/position.js';
import { type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { type NewSubnetFacts, SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { levels } from '../../support/levels.js';
import { prefixes } from '../support/arbitraries.js';
import { type Mistake, reportedOf } from '../support/mistakes.js';
import { expectRefusal } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

const at = '2026-01-01 12:00:00';
const references = referenceNames(subnetFields);
const none = new Set<string>();
const conflict = networkAt('10.0.0.0/16', { id: 9 });
const position = new SubnetPosition(sectionOf({ permissions: levels({ 2: 1 }) }));

const create = (input: Input, facts: Partial<NewSubnetFacts> = {}, prefix: Prefix | null = Prefix.parse('10.0.0.0/24')) =>
  SubnetAggregate.create(
    position,
    prefix,
    { sectionId: 1, ...input },
    { definitions: [], references, missing: none, isLinkMissing: false, defaults: {}, conflict: undefined, at, ...facts },
  );

describe('A new subnet', () => {
  it('has the permissions of its position, and ignores those of the input', () => {
    const { permissions, prefix, isFolder } = create({ permissions: { 3: 3 } });
    expect([permissions, String(prefix), isFolder]).to.deep.equal([position.permissions, '10.0.0.0/24', false]);
  });

  it('is a folder without a prefix, and gets defaults of the settings', () => {
    expect(create({}, { defaults: { tag: 4 } }, null)).to.include({ prefix: null, isFolder: true, tag: 4 });
  });

  it('has the tag Reserved during a hold; a folder cannot have a hold', () => {
    expect(create({ hold: 60 })).to.include({ tag: 3, heldUntil: '2026-01-01 12:01:01' });
    expectRefusal(() => create({ hold: 60 }, {}, null), 'hold.folder');
  });

  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<NewSubnetFacts>[] = [
      { code: 'field.type', input: { vrfId: 'x' } },
      { code: 'subnet.overlapInSection', facts: { conflict } },
      { code: 'field.type', input: { hold: 'x' } },
      { code: 'field.reference', input: { vlanId: 7 }, facts: { missing: new Set(['vlanId', 'device']) } },
      { code: 'hold.tag', input: { hold: 60, tag: 4 } },
      { code: 'field.unknown', input: { nonsense: 1 } },
      { code: 'field.reference', input: { linked_subnet: 8 }, facts: { isLinkMissing: true, missing: new Set(['device']) } },
      { code: 'field.reference', input: { device: 5 }, facts: { missing: new Set(['device']) } },
    ];
    expect(reportedOf(mistakes, create)).to.deep.equal(mistakes.map(({ code }) => code));
  });

  it('has the given prefix, of any family and length', () => {
    fc.assert(fc.property(prefixes, (prefix) => create({}, {}, prefix).prefix?.equals(prefix) === true));
  });
});

const subnet = networkAt('10.0.0.0/24', { id: 7, masterSubnetId: 2, linked_subnet: 5 });

describe('A move of a subnet', () => {
  const move = (to: SubnetPosition, facts: Partial<MoveFacts> = {}, of: Subnet = subnet) =>
    new SubnetAggregate(of).moveTo(to, { ancestors: [3], conflict: undefined, ...facts });

  const refusals: [what: string, facts: MoveFacts, code: ErrorCode][] = [
    ['below itself is refused before an overlap', { ancestors: [3, 7], conflict }, 'subnet.cycle'],
    ['onto another network is refused', { ancestors: [3], conflict }, 'subnet.overlapInSection'],
  ];
  for (const [what, facts, code] of refusals)
    it(what, () => {
      expectRefusal(() => move(position, facts), code);
    });

  it('is not refused for an overlap of a folder', () => {
    expect(move(position, { conflict }, folderOf())).to.deep.equal({ changes: {}, descendants: undefined });
  });

  it('within its section changes neither permissions nor descendants', () => {
    for (const to of [position, new SubnetPosition(sectionOf({ permissions: levels({ 3: 2 }) }), folderOf())])
      expect(move(to)).to.deep.equal({ changes: {}, descendants: undefined });
  });

  it('to another section sets the permissions of that section, also for descendants; a strict section is checked again', () => {
    for (const permissions of [levels({ 3: 2 }), null])
      for (const strictMode of [true, false]) {
        const section = sectionOf({ id: 4, permissions, strictMode });
        for (const to of [new SubnetPosition(section), new SubnetPosition(section, folderOf({ permissions: levels({ 5: 1 }) }))])
          expect(move(to)).to.deep.equal({
            changes: { permissions },
            descendants: { changes: { sectionId: 4, permissions }, strictSection: strictMode ? section : undefined },
          });
      }
  });
});

describe('The permissions of a subnet', () => {
  const before = levels({ 2: 1, 3: 2 });
  const aggregate = new SubnetAggregate(networkAt('10.0.0.0/24', { permissions: before }));
  const cases: [what: string, changes: () => unknown, expected: PermissionMap | null][] = [
    ['get another level of a group', () => aggregate.setLevel(3, 3), levels({ 2: 1, 3: 3 })],
    ['get a further group', () => aggregate.setLevel(4, 1), levels({ 2: 1, 3: 2, 4: 1 })],
    ['lose a group with level 0', () => aggregate.setLevel(3, 0), levels({ 2: 1 })],
    ['are null without a group', () => new SubnetAggregate(subnet).setLevel(3, 0), null],
    ['are replaced as a whole', () => aggregate.setPermissions(levels({ 5: 1 })), levels({ 5: 1 })],
    ['are removed', () => aggregate.removePermissions(), null],
  ];
  for (const [what, changes, permissions] of cases)
    it(what, () => {
      expect(changes()).to.deep.equal({ permissions });
      expect(aggregate.record.permissions).to.equal(before);
    });

  it('are not replaced by none', () => {
    expectRefusal(() => aggregate.setPermissions(levels({})), 'subnet.permissionsMissing');
  });
});

describe('A resize of a network', () => {
  const resize = new SubnetAggregate(subnet).resize(25, position);
  const child = networkAt('10.0.0.128/26', { id: 8 });
  const ip = IpAddress.parse('10.0.0.200');

  it('sets the new prefix', () => {
    const changes = resize.changes({ conflict: undefined, child: undefined, ip: undefined });
    expect(String(changes.prefix)).to.equal('10.0.0.0/25');
  });

  it('is refused for a conflict first, then a child, then an address outside', () => {
    expectRefusal(() => resize.changes({ conflict, child, ip }), 'resize.overlap');
    expectRefusal(() => resize.changes({ conflict: undefined, child, ip }), 'resize.childOutside');
    expectRefusal(() => resize.changes({ conflict: undefined, child: undefined, ip }), 'subnet.addressOutside');
  });
});

describe('The parts of a network', () => {
  const noFacts = { child: undefined, hasChildren: false, lostAddress: undefined, definitions: [] };
  const asset = { name: 'asset', type: 'varchar(20)', default: 'none', required: false } as never;

  it('contain all addresses of the network, each in one part', () => {
    const cuts = fc.tuple(prefixes, fc.constantFrom(2, 4, 256)).filter(([{ length, family }, count]) => {
      return length + Math.log2(count) <= (family === 4 ? 32 : 128);
    });
    fc.assert(
      fc.property(cuts, ([prefix, count]) => {
        const { subnets } = new SubnetAggregate(networkAt(String(prefix))).split({ count }).changes(noFacts);
        expect(subnets.length).to.equal(count);
        let next = prefix.first;
        for (const { addresses } of subnets) {
          expect(addresses.first.value).to.equal(next);
          next = addresses.last.value + 1n;
        }
        expect(next).to.equal(prefix.last + 1n);
      }),
    );
  });

  it('are its children, or replace it', () => {
    const aggregate = new SubnetAggregate(subnet);
    const grouped = aggregate.split({ count: 2 }).changes(noFacts);
    expect([grouped.replacesNetwork, grouped.subnets[0]?.subnet.masterSubnetId]).to.deep.equal([false, 7]);
    const replacing = aggregate.split({ count: 2, grouped: 0 }).changes(noFacts);
    expect([replacing.replacesNetwork, replacing.subnets[0]?.subnet.masterSubnetId]).to.deep.equal([true, 2]);
  });

  it('have its custom values, or the defaults of the definitions', () => {
    const custom = { asset: 'A-1' };
    const aggregate = new SubnetAggregate({ ...subnet, custom });
    const facts = { ...noFacts, definitions: [asset] };
    expect(aggregate.split({ count: 2 }).changes(facts).subnets[0]?.subnet.custom).to.deep.equal(custom);
    const fresh = aggregate.split({ count: 2, copiesCustom: 0 }).changes(facts);
    expect(fresh.subnets[0]?.subnet.custom).to.deep.equal({ asset: 'none' });
  });

  it('are refused for a child that overlaps them, else for any children, else for an address at an edge of a part', () => {
    const split = new SubnetAggregate(subnet).split({ count: 2, grouped: 0 });
    const facts = { ...noFacts, child: networkAt('10.0.0.0/26'), hasChildren: true, lostAddress: IpAddress.parse('10.0.0.127') };
    expectRefusal(() => split.changes(facts), 'split.childOverlaps');
    expectRefusal(() => split.changes({ ...facts, child: undefined }), 'subnet.hasChildren');
    expectRefusal(() => split.changes({ ...facts, child: undefined, hasChildren: false }), 'subnet.addressOutside');
  });
});
