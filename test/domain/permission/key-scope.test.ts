import { expect } from 'chai';
import fc from 'fast-check';
import {
  isAdministrator,
  isOperation,
  levelAsParent,
  levelInSection,
  levelInSubnet,
  mayRead,
  mayWrite,
  narrowedPrincipal,
  type Principal,
  requireInventoryRight,
  requireOperation,
  requireRight,
  requireTopLevel,
  unrestrictedPrincipal,
  visibilityOf,
} from '../../../domain/access/access-policy.js';
import { canSeeChange } from '../../../domain/access/change-visibility.js';
import {
  grantedScope,
  isScope,
  type KeyScope,
  needsAncestors,
  problemWithScope,
  type Scope,
  type ScopedRecord,
  type ScopeRight,
  scopedRecords,
  scopes,
} from '../../../domain/access/key-scope.js';
import { maySeeSecrets } from '../../../domain/access/secrets.js';
import { kindNames } from '../../../domain/catalog/kinds.js';
import type { PermissionLevel, PermissionMap } from '../../../domain/fields/permission-map.js';
import { app } from '../support/apps.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

const scopeOf = (given: readonly Scope[], limits: Partial<Omit<KeyScope, 'scopes'>> = {}): KeyScope => ({
  scopes: given,
  sections: [],
  subnets: [],
  ...limits,
});
const keyOf = (owner: Principal, given: readonly Scope[], limits: Partial<Omit<KeyScope, 'scopes'>> = {}): Principal =>
  narrowedPrincipal(owner, grantedScope(scopeOf(given, limits)));

const member: Principal = { unrestricted: false, groups: [2], inventory: 'write' };
const open: PermissionMap = new Map([[2, 3]]);
const subnet = { id: 7, sectionId: 1, permissions: open };
const section = { id: 1, permissions: open };

describe('the scope of a key', () => {
  it('consists of read and write for every record type, and the general scopes', () => {
    expect(scopedRecords).to.deep.equal(['section', 'subnet', 'address', ...kindNames]);
    expect(scopes).to.have.length(2 + 2 * scopedRecords.length + 4);
    for (const invalid of [
      '',
      'address',
      'address:',
      'address:admin',
      'Address:read',
      '*',
      '*:admin',
      'constructor:read',
      'user:read',
    ])
      expect(isScope(invalid), invalid).to.equal(false);
  });

  const levels: [given: Scope[], section: PermissionLevel, subnet: PermissionLevel, parent: PermissionLevel][] = [
    [[], 0, 0, 0],
    [['section:read'], 1, 0, 0],
    [['section:write'], 3, 0, 0],
    [['subnet:read'], 0, 1, 1],
    [['subnet:write'], 0, 3, 3],
    [['address:read'], 0, 1, 1],
    [['address:write'], 0, 2, 2],
    [['subnet:read', 'address:write'], 0, 2, 2],
    [['allocate'], 0, 3, 3],
    [['*:read'], 1, 1, 1],
    [['*:write'], 3, 3, 3],
    [['vlan:write', 'feed', 'export', 'admin'], 0, 0, 0],
  ];
  for (const [given, onSection, onSubnet, asParent] of levels) {
    it(`of ${given.join(', ') || 'nothing'} gives level ${onSection} on sections and ${onSubnet} on subnets`, () => {
      for (const owner of [unrestrictedPrincipal, member]) {
        const key = keyOf(owner, given);
        expect(levelInSection(key, section)).to.equal(onSection);
        expect(levelInSubnet(key, { subnet, section })).to.equal(onSubnet);
        expect(levelAsParent(key, section)).to.equal(asParent);
      }
    });
  }

  it('gives no level that its owner does not have', () => {
    const seeing: PermissionMap = new Map([[2, 1]]);
    const key = keyOf(member, ['*:write']);
    expect(levelInSection(key, { id: 1, permissions: seeing })).to.equal(1);
    expect(levelInSubnet(key, { subnet: { ...subnet, permissions: seeing }, section })).to.equal(1);
    expect(levelInSubnet(key, { subnet, section: { id: 1, permissions: null } })).to.equal(0);
  });

  it('limits a key to sections with their subnets, and to subnets with everything below them', () => {
    const key = keyOf(unrestrictedPrincipal, ['*:write'], { sections: [4], subnets: [9] });
    const at = (id: number, sectionId: number, above?: number[]) =>
      levelInSubnet(key, { subnet: { id, sectionId, permissions: null }, section: undefined, above });
    expect([at(7, 4), at(9, 1), at(7, 1), at(7, 1, [7, 8, 9]), at(7, 1, [7, 8])]).to.deep.equal([3, 3, 0, 3, 0]);
    expect([4, 1].map((id) => levelInSection(key, { id, permissions: null }))).to.deep.equal([3, 0]);
    expect(levelInSection(key, { permissions: null }), 'a section without an id').to.equal(0);
    expect(levelInSubnet(key, { subnet: { permissions: null }, section: undefined }), 'a subnet without one').to.equal(0);
  });

  it('needs the ancestors of a subnet only if they decide', () => {
    const reach = { sections: [4], subnets: [9] };
    expect(needsAncestors(reach, { id: 7, sectionId: 1 })).to.equal(true);
    for (const location of [
      { id: 7, sectionId: 4 },
      { id: 9, sectionId: 1 },
    ])
      expect(needsAncestors(reach, location)).to.equal(false);
    expect(needsAncestors({ sections: [4], subnets: [] }, { id: 7, sectionId: 1 })).to.equal(false);
    expect(needsAncestors(null, { id: 7, sectionId: 1 })).to.equal(false);
  });

  it('permits administration only with admin and without a limit to sections or subnets', () => {
    const user = { role: 'Administrator' } as const;
    expect(isAdministrator(keyOf(unrestrictedPrincipal, ['*:write', 'feed', 'export']), user)).to.equal(false);
    expect(isAdministrator(keyOf(unrestrictedPrincipal, ['admin']), user)).to.equal(true);
    expect(isAdministrator(keyOf(member, ['admin']), { role: 'User' })).to.equal(false);
    expect(isAdministrator(keyOf(unrestrictedPrincipal, ['admin'], { sections: [1] }), user)).to.equal(false);
    expect(problemWithScope(scopeOf(['admin'], { subnets: [1] }))?.member).to.equal('scopes');
    expect(problemWithScope(scopeOf([]))?.member).to.equal('scopes');
    expect(problemWithScope(scopeOf(['feed'], { sections: [1] }))).to.equal(undefined);
  });

  it('shows secrets only with admin', () => {
    const asker = (given: Scope[]) => ({
      app,
      user: { role: 'Administrator' } as const,
      principal: keyOf(unrestrictedPrincipal, given),
    });
    expect(maySeeSecrets(asker(['*:write']))).to.equal(false);
    expect(maySeeSecrets(asker(['*:read', 'admin']))).to.equal(true);
  });

  it("permits writes of a kind only with the owner's right and its own scope", () => {
    const reader: Principal = { ...member, inventory: 'read' };
    expectRefusal(() => requireInventoryRight(keyOf(reader, ['vlan:write']), 'vlan'), 'permission.denied');
    expectRefusal(() => requireInventoryRight(keyOf(member, ['vlan:read']), 'vlan'), 'permission.denied');
    expectRefusal(() => requireInventoryRight(keyOf(member, ['vlan:write']), 'vrf'), 'permission.denied');
    expect(refusalOf(() => requireInventoryRight(keyOf(member, ['vlan:write']), 'vlan'))).to.equal(undefined);
  });

  it('permits top-level sections only for an unrestricted owner, with section:write and without limits', () => {
    expect(refusalOf(() => requireTopLevel(keyOf(unrestrictedPrincipal, ['section:write'])))).to.equal(undefined);
    expectRefusal(() => requireTopLevel(keyOf(unrestrictedPrincipal, ['subnet:write'])), 'permission.denied');
    expectRefusal(() => requireTopLevel(keyOf(unrestrictedPrincipal, ['section:write'], { sections: [1] })), 'permission.denied');
    expectRefusal(() => requireTopLevel(keyOf(member, ['section:write'])), 'permission.denied');
  });

  it('denies an operation without declared rights', () => {
    const asker = { app, user: { role: 'User' } as const, principal: keyOf(unrestrictedPrincipal, [...scopes]) };
    const refusal = (need?: readonly ScopeRight[]) =>
      refusalOf(() => requireOperation('see', asker, () => new Error('lacking'), need))?.code;
    expect(refusal()).to.equal('permission.denied');
    expect(refusal([])).to.equal(undefined);
    expect(refusal(['subnet:read', 'address:write', 'feed'])).to.equal(undefined);
  });

  it('gives no rights to code that ignores key scopes', () => {
    const { unrestricted, groups, inventory } = keyOf(unrestrictedPrincipal, [...scopes]);
    expect({ unrestricted, groups, inventory }).to.deep.equal({ unrestricted: false, groups: [], inventory: 'none' });
  });
});

/** Reference model: a key has a right if its owner and one of its scopes have it, and the position is within its limits. */
describe('the rights of a key', () => {
  const level = fc.constantFrom<PermissionLevel>(0, 1, 2, 3);
  const map = fc
    .option(fc.dictionary(fc.constantFrom('2', '3'), level))
    .map((given): PermissionMap | null => given && new Map(Object.entries(given).map(([group, each]) => [Number(group), each])));
  const owner = fc.record<Principal>({
    unrestricted: fc.boolean(),
    groups: fc.uniqueArray(fc.constantFrom(2, 3)),
    inventory: fc.constantFrom('none', 'read', 'write'),
  });
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 });
  const scope = fc.record<KeyScope>({
    scopes: fc.uniqueArray(fc.constantFrom(...scopes), { maxLength: 4 }),
    sections: ids,
    subnets: ids,
  });
  const placed = fc.record({ id: fc.integer({ min: 1, max: 4 }), sectionId: fc.integer({ min: 1, max: 4 }), above: ids });

  const has = ({ scopes: given }: KeyScope, record: ScopedRecord, access: 'read' | 'write'): boolean =>
    given.some((each) => {
      const [name, right] = each.split(':');
      return (name === '*' || name === record) && (right === 'write' || right === access);
    });
  const expectSubset = (key: Principal, by: Principal, given: KeyScope, record: ScopedRecord): void => {
    expect(mayRead(key, record)).to.equal(has(given, record, 'read') && mayRead(by, record));
    expect(mayWrite(key, record)).to.equal(has(given, record, 'write') && mayWrite(by, record));
  };
  const isWithin = ({ sections, subnets }: KeyScope, sectionId: number, line: readonly number[]): boolean =>
    (sections.length === 0 && subnets.length === 0) || sections.includes(sectionId) || line.some((id) => subnets.includes(id));
  const ofSubnets = (given: KeyScope): PermissionLevel => {
    if (has(given, 'subnet', 'write') || has(given, 'range', 'write') || given.scopes.includes('allocate')) return 3;
    if (has(given, 'address', 'write')) return 2;
    return (['subnet', 'address', 'range'] as const).some((record) => has(given, record, 'read')) ? 1 : 0;
  };

  it("on sections and subnets are those of the model, and a subset of its owner's", () => {
    fc.assert(
      fc.property(owner, scope, map, map, placed, (by, given, inSection, inSubnet, { id, sectionId, above }) => {
        const key = narrowedPrincipal(by, grantedScope(given));
        const home = { id: sectionId, permissions: inSection };
        const object = { subnet: { id, sectionId, permissions: inSubnet }, section: home, above: [id, ...above] };
        const own = levelInSubnet(by, object);
        const model = isWithin(given, sectionId, [id, ...above]) ? Math.min(own, ofSubnets(given)) : 0;
        expect(levelInSubnet(key, object)).to.equal(model);
        const ownInSection = levelInSection(by, home);
        const ofSections = has(given, 'section', 'write') ? 3 : Number(has(given, 'section', 'read'));
        expect(levelInSection(key, home)).to.equal(isWithin(given, sectionId, []) ? Math.min(ownInSection, ofSections) : 0);
        expect(levelAsParent(key, home)).to.be.at.most(ownInSection);
        const { isNothing } = visibilityOf(key, 'subnet');
        expect(levelInSubnet(key, object) > 0 && isNothing).to.equal(false);
      }),
    );
  });

  it("on kinds, operations and changes are a subset of its owner's", () => {
    const operations = ['everyone', 'see', 'changes', 'writeAddresses', 'change', 'inventory', 'administer', 'users'].filter(
      isOperation,
    );
    const role = fc.constantFrom('User', 'Administrator');
    fc.assert(
      fc.property(
        owner,
        scope,
        role,
        fc.constantFrom(...scopedRecords),
        map,
        map,
        placed,
        (by, given, is, record, one, other, at) => {
          const key = narrowedPrincipal(by, grantedScope(given));
          const user = { role: is } as { readonly role: 'User' | 'Administrator' };
          expectSubset(key, by, given, record);
          for (const operation of operations) {
            const ownRefusal = refusalOf(() => requireRight(operation, by, user));
            if (ownRefusal) expect(refusalOf(() => requireRight(operation, key, user))?.code).to.equal('permission.denied');
          }
          if (refusalOf(() => requireInventoryRight(by)))
            expect(refusalOf(() => requireInventoryRight(key, record))).not.to.equal(undefined);
          if (refusalOf(() => requireTopLevel(by))) expect(refusalOf(() => requireTopLevel(key))).not.to.equal(undefined);
          const place = {
            sectionPermissions: one,
            subnetPermissions: other,
            sectionId: at.sectionId,
            subnetId: at.id,
            above: at.above,
          };
          const maySeeChange = (principal: Principal) => canSeeChange({ principal, isAdministrator: false }, record, place);
          const line = [at.id, ...at.above];
          const isPlaced = ['section', 'subnet', 'address', 'range', 'request'].includes(record);
          const isReached = !isPlaced || isWithin(given, at.sectionId, record === 'section' ? [] : line);
          expect(maySeeChange(key)).to.equal(maySeeChange(by) && has(given, record, 'read') && isReached);
        },
      ),
    );
  });
});
