import { expect } from 'chai';
import fc from 'fast-check';
import { levelIn, levelOnSubnet, type Principal } from '../../../domain/access/access-policy.js';
import type { PermissionLevel, PermissionMap } from '../../../domain/fields/permission-map.js';
import { levels } from '../../support/levels.js';

const member = (...groups: number[]): Principal => ({ unrestricted: false, groups, inventory: 'read' });
const administrator: Principal = { unrestricted: true, groups: [], inventory: 'write' };

describe('effective permission', () => {
  const cases: [what: string, map: PermissionMap | null, principal: Principal, level: PermissionLevel][] = [
    ['of the only group', levels({ 2: 2 }), member(2), 2],
    ['of the group with the highest level', levels({ 2: 1, 3: 3, 4: 2 }), member(2, 3, 4), 3],
    ['of the group that is named', levels({ 3: 1 }), member(2, 3), 1],
    ['of no group that is named', levels({ 3: 3 }), member(2), 0],
    ['of a group that has none', levels({ 2: 0 }), member(2), 0],
    ['without groups', levels({ 2: 3 }), member(), 0],
    ['in an empty map', levels({}), member(2), 0],
    ['in no map', null, member(2), 0],
    ['of an administrator', levels({ 2: 1 }), administrator, 3],
    ['of an administrator in no map', null, administrator, 3],
  ];
  for (const [what, map, principal, level] of cases) {
    it(`${what} is ${level}`, () => {
      expect(levelIn(map, principal)).to.equal(level);
    });
  }

  const onSubnet: [
    what: string,
    section: PermissionMap | null,
    subnet: PermissionMap | null,
    principal: Principal,
    level: PermissionLevel,
  ][] = [
    ['with a level on the section', levels({ 2: 1 }), levels({ 2: 3 }), member(2), 3],
    ['with less on the subnet than on the section', levels({ 2: 3 }), levels({ 2: 1 }), member(2), 1],
    ['without a level on the section', levels({ 2: 0 }), levels({ 2: 3 }), member(2), 0],
    ['without a map on the section', null, levels({ 2: 3 }), member(2), 0],
    ['without a map on the subnet', levels({ 2: 3 }), null, member(2), 0],
    ['with section and subnet through different groups', levels({ 2: 1 }), levels({ 3: 2 }), member(2, 3), 2],
    ['of an administrator', null, null, administrator, 3],
  ];
  for (const [what, section, subnet, principal, level] of onSubnet) {
    it(`on a subnet ${what} is ${level}`, () => {
      expect(levelOnSubnet(section, subnet, principal)).to.equal(level);
    });
  }

  it('never falls when a group is added', () => {
    const groups = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
    const maps = fc
      .dictionary(fc.constantFrom('1', '2', '3', '4', '5'), fc.constantFrom<PermissionLevel[]>(0, 1, 2, 3))
      .map(levels);
    fc.assert(
      fc.property(maps, groups, fc.integer({ min: 1, max: 5 }), (map, of, added) => {
        const level = levelIn(map, member(...of));
        expect(levelIn(map, member(...of, added))).to.equal(Math.max(level, map.get(added) ?? 0));
      }),
    );
  });
});
