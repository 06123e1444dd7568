import { expect } from 'chai';
import {
  dependsOnRecords,
  hasRight,
  isAdministrator,
  mayRead,
  mayWrite,
  narrowedPrincipal,
  type Principal,
  principalOf,
  requireInventoryRight,
  requireScope,
  seesKind,
} from '../../../domain/access/access-policy.js';
import { canSeeChange } from '../../../domain/access/change-visibility.js';
import {
  effectiveRights,
  grantsOf,
  includesRights,
  originOfLevel,
  originOfRight,
  type RightsHolder,
} from '../../../domain/access/effective-rights.js';
import { grantedScope, type Scope, scopes } from '../../../domain/access/key-scope.js';
import { kindLevels, kindLevelTexts, levelSummary, levelsByKind, problemWithLevels } from '../../../domain/access/kind-level.js';
import {
  type ExplainedUser,
  explainKind,
  explainOwnRights,
  explainRight,
  explainSection,
  explainSubnet,
} from '../../../domain/access/permission-explanation.js';
import { mappedRights, readMapping, rulesOf } from '../../../domain/access/provider-mapping.js';
import { allRoles, builtInRoles, findRole, type OwnRole, problemWithRoleName } from '../../../domain/access/role.js';
import { maySeeSecrets } from '../../../domain/access/secrets.js';
import type { User } from '../../../domain/access/user.js';
import { openKindNames as kindNames } from '../../../domain/catalog/kinds.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { app } from '../support/apps.js';
import { codeOf } from '../support/refusal.js';

const stock: OwnRole = {
  name: 'Stock',
  description: '',
  inventory: 'none',
  levels: ['rack:write', 'device:read'],
  rights: ['users'],
};
const roles = allRoles([stock]);
const groups = [
  { id: 1, name: 'NOC', description: '', roles: ['Operator'] },
  { id: 2, name: 'Audit', description: '', roles: ['Auditor', 'Stock'] },
  { id: 3, name: 'Root', description: '', roles: ['Administrator'] },
];
const source = { groups, roles };
const enforced = { enforceUserPermissions: true };

type Given = Partial<Pick<User, 'role' | 'inventory' | 'levels' | 'roles' | 'groups'>>;
const holder = (given: Given = {}) => ({ role: 'User', inventory: 'none', levels: [], roles: [], groups: [], ...given }) as const;
const rightsOf = (user: RightsHolder) => effectiveRights(grantsOf(user, source));
const principal = (given: Given = {}): Principal => {
  const user = holder(given);
  return principalOf(user, { ...enforced, effective: rightsOf(user) });
};

describe('levels by kind', () => {
  it('are the shorthand for all kinds with exceptions', () => {
    for (const inventory of kindLevels) {
      expect(new Set(Object.values(levelsByKind({ inventory })))).to.deep.equal(new Set([inventory]));
      expect(levelSummary(levelsByKind({ inventory }))).to.equal(inventory);
    }
    const mixed = levelsByKind({ inventory: 'none', levels: ['vlan:write', 'rack:read'] });
    expect([mixed.vlan, mixed.rack, mixed.vrf, levelSummary(mixed)]).to.deep.equal(['write', 'read', 'none', 'read']);
  });

  it('may contain every kind once, and nothing else', () => {
    expect(problemWithLevels([])).to.equal(undefined);
    expect(problemWithLevels(kindNames.map((kind) => `${kind}:none`))).to.equal(undefined);
    expect(problemWithLevels(['vlan:read', 'vlan:write'])).to.equal('contain the kind vlan more than once');
    for (const wrong of ['*:read', 'subnet:read', 'vlan', 'vlan:admin', 'VLAN:read', '', 'constructor:read'])
      expect(problemWithLevels([wrong]), wrong).to.match(/^contain ".*"; known are/);
    expect(kindLevelTexts).to.have.length(kindNames.length * 3);
  });

  it('of users without roles equal their inventory right', () => {
    for (const inventory of ['read', 'write'] as const) {
      const old = principalOf({ role: 'User', groups: [], inventory }, enforced);
      for (const kind of kindNames) {
        expect(mayRead(old, kind)).to.equal(true);
        expect(mayWrite(old, kind)).to.equal(inventory === 'write');
      }
      expect(dependsOnRecords(old)).to.equal(false);
    }
  });
});

describe('roles', () => {
  it('give the highest level of the roles of the user and of the groups', () => {
    const levels = (given: Given) => rightsOf(holder(given)).levels;
    expect(levels({ roles: ['Stock'] })).to.include({ rack: 'write', device: 'read', vlan: 'none' });
    expect(levels({ inventory: 'read', roles: ['Stock'] })).to.include({ rack: 'write', device: 'read', vlan: 'read' });
    expect(new Set(Object.values(levels({ groups: [1, 2] })))).to.deep.equal(new Set(['write']));
    expect(levels({ groups: [2], levels: ['vlan:write'] })).to.include({ vlan: 'write', vrf: 'read', rack: 'write' });
    expect(levels({ roles: ['nobody has it'], groups: [9] })).to.include({ vlan: 'none' });
  });

  it('are found by name in any case, and a custom one cannot have the name of a built-in one', () => {
    expect(findRole(roles, 'OPERATOR')?.name).to.equal('Operator');
    for (const { name } of [...builtInRoles, { name: 'user' }]) expect(problemWithRoleName(name.toLowerCase())).to.be.a('string');
    expect(problemWithRoleName('Stock')).to.equal(undefined);
  });

  it('give rights; administration includes all others', () => {
    const has = (given: Given) =>
      (['secrets', 'history', 'users', 'administer'] as const).filter((right) =>
        hasRight(principal(given), { role: given.role ?? 'User' }, right),
      );
    expect(has({})).to.deep.equal([]);
    expect(has({ roles: ['Auditor'] })).to.deep.equal(['history']);
    expect(has({ groups: [2] })).to.deep.equal(['history', 'users']);
    for (const given of [{ role: 'Administrator' }, { groups: [3] }] as const) {
      expect(has(given)).to.deep.equal(['secrets', 'history', 'users', 'administer']);
      expect(principal(given).unrestricted).to.equal(true);
    }
  });

  it('make no user an administrator if permissions are not enforced', () => {
    const user = holder({ roles: ['Operator'] });
    const everybody = principalOf(user, { enforceUserPermissions: false, effective: rightsOf(user) });
    expect([everybody.unrestricted, isAdministrator(everybody, user)]).to.deep.equal([true, false]);
    expect(maySeeSecrets({ app: null, user, principal: everybody })).to.equal(false);
  });

  it('permit secrets with the right secrets and an application with write permission', () => {
    const keeper: OwnRole = { ...stock, name: 'Keeper', rights: ['secrets'] };
    const user = holder({ inventory: 'read', roles: ['Keeper'] });
    const effective = effectiveRights(grantsOf(user, { groups, roles: allRoles([keeper]) }));
    const seen = (permission: 'read' | 'write') =>
      maySeeSecrets({ app: { ...app, permission }, user, principal: principalOf(user, { ...enforced, effective }) });
    expect([seen('read'), seen('write')]).to.deep.equal([false, true]);
    expect(maySeeSecrets({ app: null, user: holder(), principal: principal({ inventory: 'write' }) })).to.equal(false);
  });

  it('include the rights of lower roles only', () => {
    const [operator, auditor, admin] = [{ groups: [1] }, { groups: [2] }, { groups: [3] }].map((given) =>
      rightsOf(holder(given)),
    );
    if (!operator || !auditor || !admin) throw new Error('a role is missing');
    expect(includesRights(admin, operator) && includesRights(admin, auditor)).to.equal(true);
    expect([includesRights(operator, auditor), includesRights(auditor, operator)]).to.deep.equal([false, false]);
    expect(includesRights(operator, rightsOf(holder({ inventory: 'read' })))).to.equal(true);
  });
});

describe('a kind with level none', () => {
  const without = principal({ inventory: 'write', levels: ['vlan:none'] });

  it('can be neither read nor written, other kinds can', () => {
    expect([seesKind(without, 'vlan'), mayRead(without, 'vlan'), mayWrite(without, 'vlan')]).to.deep.equal([false, false, false]);
    expect(codeOf(() => requireInventoryRight(without, 'vlan'))).to.equal('permission.denied');
    expect(codeOf(() => requireInventoryRight(without, 'vrf'))).to.equal(undefined);
    expect(codeOf(() => requireInventoryRight(without))).to.equal(undefined);
    expect(codeOf(() => requireScope(without, ['vlan:read', 'subnet:read']))).to.equal('permission.denied');
    expect(codeOf(() => requireScope(without, ['vrf:read', 'subnet:read']))).to.equal(undefined);
    expect(dependsOnRecords(without)).to.equal(true);
  });

  it('is omitted from the feed, unless the user may read the whole change log', () => {
    const nowhere = { sectionPermissions: undefined, subnetPermissions: undefined };
    const sees = (isWhole: boolean, kind: 'vlan' | 'vrf' | 'user' | 'section') =>
      canSeeChange({ principal: without, isAdministrator: isWhole }, kind, nowhere);
    expect([sees(false, 'vlan'), sees(false, 'vrf'), sees(false, 'user'), sees(false, 'section')]).to.deep.equal([
      ...[false, true, false, false],
    ]);
    expect([sees(true, 'vlan'), sees(true, 'user'), sees(true, 'section')]).to.deep.equal([true, true, true]);
  });
});

describe('a key', () => {
  const keys = [
    scopes,
    ['*:read'],
    ['*:write'],
    ['vlan:write'],
    ['rack:read', 'admin'],
    [],
  ] as const satisfies readonly (readonly Scope[])[];
  const owners: readonly Given[] = [
    ...[{}, { inventory: 'read' }, { inventory: 'write' }, { inventory: 'write', levels: ['vlan:none', 'rack:read'] }],
    ...[{ roles: ['Stock'] }, { groups: [1] }, { groups: [2] }, { groups: [3] }, { role: 'Administrator' }],
  ] as const;

  it('never exceeds the rights of its owner, nor its scope', () => {
    for (const given of owners)
      for (const some of keys) {
        const owner = principal(given);
        const scope = grantedScope({ scopes: some, sections: [], subnets: [] });
        const key = narrowedPrincipal(owner, scope);
        const user = { role: given.role ?? 'User' };
        for (const kind of kindNames) {
          expect(mayRead(key, kind)).to.equal(mayRead(owner, kind) && scope.rights.has(`${kind}:read`));
          expect(mayWrite(key, kind)).to.equal(mayWrite(owner, kind) && scope.rights.has(`${kind}:write`));
          const allowed = codeOf(() => requireScope(key, [`${kind}:read`])) === undefined;
          expect(allowed).to.equal(mayRead(key, kind));
        }
        for (const right of ['secrets', 'history', 'users', 'administer'] as const)
          expect(hasRight(key, user, right)).to.equal(hasRight(owner, user, right) && scope.rights.has('admin'));
      }
  });
});

describe('the mapping of a sign-in provider', () => {
  it('finds custom and built-in roles by name, and returns the role for the user record', () => {
    const rules = rulesOf('a => role Stock\n* => role Viewer\nb => role Administrator\na => inventory none');
    expect(mappedRights(rules, ['a'])).to.deep.equal({
      ...{ isMapped: true, role: 'User', roles: ['Stock', 'Viewer'], inventory: 'none' },
    });
    expect(mappedRights(rules, ['b'])).to.deep.include({ role: 'Administrator', roles: ['Viewer'], inventory: 'none' });
    expect(mappedRights(rulesOf('a => inventory write'), ['b']).inventory).to.equal('read');
    expect(readMapping('a => role')).to.have.property('problem');
  });
});

describe('the explanation of a permission', () => {
  const user = (given: Given & { readonly disabled?: boolean } = {}): ExplainedUser => ({
    user: { id: 1, username: 'ann', disabled: false, ...holder(given), ...given } as User,
    source,
    enforceUserPermissions: true,
  });
  const map = (level: PermissionLevel) => new Map([[1, level]]);
  const place = (called: string, level: PermissionLevel) => ({ called, permissions: map(level) });

  it('names the grant that a level on a kind follows from', () => {
    expect(explainKind(user({ groups: [1] }), 'vlan')).to.deep.equal({
      ...{ level: 'write', allowed: ['read', 'write'], rule: 'role Operator of group NOC' },
    });
    expect(explainKind(user({ inventory: 'read', groups: [2] }), 'vlan').rule).to.equal('inventory read of the user');
    expect(explainKind(user({ levels: ['vlan:read'] }), 'vlan').rule).to.equal('level vlan:read of the user');
    expect(explainKind(user(), 'vlan')).to.deep.equal({ level: 'none', allowed: [], rule: 'inventory none of the user' });
    expect(explainKind(user({ groups: [3] }), 'vlan').rule).to.equal('role Administrator of group Root');
    expect(explainKind({ ...user(), enforceUserPermissions: false }, 'vlan').rule).to.include('enforceUserPermissions');
    expect(explainKind(user({ role: 'Administrator', disabled: true }), 'vlan').allowed).to.deep.equal([]);
  });

  it('names the role that a right follows from', () => {
    expect(explainRight(user({ groups: [2] }), 'history').rule).to.equal('role Auditor of group Audit');
    expect(explainRight(user({ groups: [1] }), 'history')).to.deep.include({ level: 'none', allowed: [] });
  });

  it('names the group that gives the level on a section or subnet; roles give none', () => {
    const [section, subnet] = [place('section A', 2), place('subnet 10.0.0.0/8', 3)];
    const one = user({ groups: [1], roles: ['Operator'] });
    expect(explainSection(one, section)).to.deep.equal({
      level: '2',
      allowed: ['read'],
      rule: 'level 2 of group NOC on section A',
    });
    expect(explainSubnet(one, section, subnet)).to.deep.include({
      level: '3',
      rule: 'level 3 of group NOC on subnet 10.0.0.0/8',
    });
    expect(explainSubnet(one, place('section A', 0), subnet)).to.deep.include({ level: '0', allowed: [] });
    expect(explainSubnet(user({ roles: ['Operator'] }), section, subnet).level).to.equal('0');
    expect(explainSubnet(user({ role: 'Administrator' }), section, subnet)).to.deep.include({ level: '3' });
  });

  it('of the own rights has a rule for each level and right; for a key the rule is its scope', () => {
    const holderOf = holder({ groups: [2] });
    const grants = grantsOf(holderOf, source);
    const owner = principal({ groups: [2] });
    const own = explainOwnRights({ app: null, user: holderOf, principal: owner }, grants);
    expect(own.levels.map(({ kind }) => kind)).to.deep.equal(kindNames);
    expect(own.levels.find(({ kind }) => kind === 'rack')).to.deep.equal({
      ...{ kind: 'rack', level: 'write', rule: 'role Stock of group Audit' },
    });
    expect(own.rights.map(({ right }) => right)).to.deep.equal(['history', 'users']);
    const key = narrowedPrincipal(owner, grantedScope({ scopes: ['vlan:read'], sections: [], subnets: [] }));
    const narrow = explainOwnRights({ app: null, user: holderOf, principal: key }, grants);
    expect(narrow.levels.filter(({ level }) => level !== 'none').map(({ kind }) => kind)).to.deep.equal(['vlan']);
    expect(narrow.levels.find(({ kind }) => kind === 'rack')?.rule).to.equal('scope of the key');
    expect([narrow.rights, originOfRight(grants, 'secrets'), originOfLevel(grants, 'vlan')]).to.deep.equal([
      ...[[], undefined, 'role Auditor of group Audit'],
    ]);
  });
});
