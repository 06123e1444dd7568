import { expect } from 'chai';
import { type Principal, unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import { permittedPosition, type RequestedPosition } from '../../../domain/access/requested-position.js';
import type { ErrorCode } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { SubnetPosition, sectionUnknown } from '../../../domain/subnet/position.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { levels } from '../../support/levels.js';
import { expectRefusal } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

const network = (cidr: string, fields: Partial<Omit<Network, 'prefix'>> = {}) =>
  networkAt(cidr, { id: 7, masterSubnetId: 2, ...fields });

describe('the position of a subnet', () => {
  it('gives a new subnet the permissions of its master, at the top those of the section', () => {
    const section = sectionOf({ permissions: levels({ 2: 1 }) });
    const master = network('10.0.0.0/8', { permissions: levels({ 3: 2 }) });
    expect(new SubnetPosition(section, master).permissions).to.equal(master.permissions);
    expect(new SubnetPosition(section).permissions).to.equal(section.permissions);
  });

  it('is compared with a whole section at the top of a strict one, and never for a folder', () => {
    const prefix = Prefix.parse('10.0.0.0/24');
    expect(new SubnetPosition(sectionOf()).comparesWithSection(prefix)).to.equal(true);
    expect(new SubnetPosition(sectionOf(), network('10.0.0.0/8')).comparesWithSection(prefix)).to.equal(false);
    expect(new SubnetPosition(sectionOf({ strictMode: false })).comparesWithSection(prefix)).to.equal(false);
    expect(new SubnetPosition(sectionOf()).comparesWithSection(null)).to.equal(false);
  });
});

describe('the requested position of a subnet', () => {
  const section = sectionOf({ id: 4, permissions: levels({ 2: 1, 3: 3 }) });
  const seeing: Principal = { unrestricted: false, groups: [2], inventory: 'read' };
  const changing: Principal = { unrestricted: false, groups: [3], inventory: 'read' };
  const withoutRights: Principal = { unrestricted: false, groups: [], inventory: 'read' };
  const master = network('10.0.0.0/8', { sectionId: 4 });
  const place = (prefix: string | null, wanted: Partial<RequestedPosition>, by: Principal = unrestrictedPrincipal) =>
    permittedPosition(
      prefix === null ? null : Prefix.parse(prefix),
      { sectionInput: 4, section, master: undefined, ...wanted },
      by,
    );

  const refusals: [
    title: string,
    prefix: string | null,
    wanted: Partial<RequestedPosition>,
    by: Principal | undefined,
    code: ErrorCode,
  ][] = [
    ['outside of its master', '11.0.0.0/24', { master }, undefined, 'subnet.outsideMaster'],
    ['below a master of another section', '10.0.0.0/24', { master: network('10.0.0.0/8') }, undefined, 'subnet.otherSection'],
    ['as a folder below a network', null, { master }, undefined, 'subnet.masterNotFolder'],
    ['at the top of a section that the caller can only see', '11.0.0.0/24', {}, seeing, 'permission.denied'],
    ['in a section that the caller cannot see', '11.0.0.0/24', {}, withoutRights, 'field.reference'],
    ['below a master in such a section', '10.0.0.0/24', { master }, withoutRights, 'field.reference'],
    ['in no section', '11.0.0.0/24', { sectionInput: '', section: undefined }, undefined, 'field.required'],
    [
      'outside of its master and in no section: the network first',
      '11.0.0.0/24',
      { sectionInput: '', section: undefined, master },
      undefined,
      'subnet.outsideMaster',
    ],
    [
      'as a folder below a network and in no section: the section first',
      null,
      { sectionInput: '', section: undefined, master },
      undefined,
      'field.required',
    ],
  ];
  for (const [title, prefix, wanted, by, code] of refusals) {
    it(`is refused ${title}: ${code}`, () => {
      expectRefusal(() => place(prefix, wanted, by), code);
    });
  }

  it('can be the top of a changeable section, or below a master in a visible section', () => {
    for (const prefix of ['11.0.0.0/24', null]) {
      expect(place(prefix, {}, changing)).to.deep.equal(new SubnetPosition(section));
      const folder = folderOf({ sectionId: 4 });
      expect(place(prefix, { master: folder }, seeing)).to.deep.equal(new SubnetPosition(section, folder));
    }
    const parent = network('10.0.0.0/8', { sectionId: 4 });
    expect(place('10.0.0.0/24', { master: parent }, seeing)).to.deep.equal(new SubnetPosition(section, parent));
  });

  const unknown: [given: unknown, code: ErrorCode, details: object][] = [
    [undefined, 'field.required', { field: 'sectionId' }],
    [null, 'field.required', { field: 'sectionId' }],
    ['', 'field.required', { field: 'sectionId' }],
    [0, 'field.reference', { field: 'sectionId', id: 0 }],
    ['7', 'field.reference', { field: 'sectionId', id: 7 }],
    ['-1', 'field.reference', { field: 'sectionId', id: '-1' }],
    ['99999999999', 'field.reference', { field: 'sectionId', id: '99999999999' }],
    ['abc', 'field.reference', { field: 'sectionId', id: 'abc' }],
    [[4], 'field.reference', { field: 'sectionId', id: '' }],
  ];
  for (const [given, code, details] of unknown) {
    it(`has no section ${JSON.stringify(given) ?? 'without a value'}: ${code}`, () => {
      expect(sectionUnknown(given)).to.deep.include({ code, details });
    });
  }
});

describe('a network in the free space of another', () => {
  it('needs a network, not a folder', () => {
    const master = network('10.0.0.0/8');
    expect(new SubnetAggregate(master).networkWithSpace).to.equal(master);
    expectRefusal(() => new SubnetAggregate(folderOf()).networkWithSpace, 'allocation.noSubnet');
  });

  it('is created below that network, and ignores the position in the input', () => {
    const input = { isFolder: 1, sectionId: 5, masterSubnetId: 6, description: 'x' };
    const expected = { sectionId: 1, masterSubnetId: 7, description: 'x' };
    expect(new SubnetAggregate(network('10.0.0.0/8')).inputOfChild(input)).to.deep.equal(expected);
  });
});
