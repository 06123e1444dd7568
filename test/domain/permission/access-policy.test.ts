import { expect } from 'chai';
import {
  conflictSeenBy,
  levelInSection,
  levelInSubnet,
  levels,
  levelToAddSubnet,
  principalOf,
  requireInventoryRight,
  requireLevel,
  requireSection,
  requireTopLevel,
  unauthenticatedPrincipal,
  unrestrictedPrincipal,
} from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import type { PermissionMap } from '../../../domain/fields/permission-map.js';
import { type Network, Prefix, type Subnet } from '../../../domain/index.js';
import type { Section } from '../../../domain/section/section.js';
import { codeOf } from '../support/refusal.js';

const member = (...groups: readonly number[]) => ({ unrestricted: false, groups, inventory: 'read' }) as const;
const unknown = () => new IpamError('section.unknown', { id: 7 });
const section = (permissions: PermissionMap | null) => ({ id: 7, permissions }) as Section;

describe('the principal of a user', () => {
  const user = { role: 'User', groups: [2, 3], inventory: 'write' } as const;

  it('has the groups and the inventory right of the user, and every level only if permissions are not enforced', () => {
    for (const enforceUserPermissions of [true, false])
      expect(principalOf(user, { enforceUserPermissions })).to.deep.include({
        unrestricted: !enforceUserPermissions,
        groups: [2, 3],
        inventory: 'write',
      });
  });

  it('has every level for an administrator', () => {
    expect(principalOf({ ...user, role: 'Administrator' }, { enforceUserPermissions: true }).unrestricted).to.equal(true);
  });
});

describe('the access policy', () => {
  it('derives the level on a section from its permissions, and on a subnet from both', () => {
    const [two, three] = [new Map([[2, 2]]), new Map([[2, 3]])] as const satisfies readonly PermissionMap[];
    expect(levelInSection(member(2), { permissions: two })).to.equal(2);
    expect(levelInSubnet(member(2), { subnet: { permissions: three }, section: { permissions: two } })).to.equal(3);
    for (const hidden of [undefined, { permissions: null }])
      expect(levelInSubnet(member(2), { subnet: { permissions: three }, section: hidden })).to.equal(0);
    expect(levelInSubnet(unrestrictedPrincipal, { subnet: { permissions: null }, section: undefined })).to.equal(3);
  });

  it('reports a missing level for a visible object, and an unknown object otherwise', () => {
    expect(codeOf(() => requireLevel(0, levels.see, unknown))).to.equal('section.unknown');
    expect(codeOf(() => requireLevel(0, levels.change, unknown))).to.equal('section.unknown');
    expect(codeOf(() => requireLevel(1, levels.writeAddresses, unknown))).to.equal('permission.denied');
    expect(codeOf(() => requireLevel(2, levels.writeAddresses, unknown))).to.equal(undefined);
  });

  it('creates the error of an unknown object only to throw it', () => {
    const never = () => {
      throw new Error('made although nobody is refused');
    };
    requireLevel(3, levels.change, never);
    expect(codeOf(() => requireLevel(1, levels.change, never))).to.equal('permission.denied');
  });

  it('returns a section to a principal with the level on it', () => {
    const given = section(new Map([[2, 1]]));
    expect(requireSection(member(2), given, levels.see, unknown)).to.equal(given);
    expect(codeOf(() => requireSection(member(2), given, levels.change, unknown))).to.equal('permission.denied');
    expect(codeOf(() => requireSection(member(3), given, levels.see, unknown))).to.equal('section.unknown');
    expect(codeOf(() => requireSection(unrestrictedPrincipal, undefined, levels.see, unknown))).to.equal('section.unknown');
  });

  it('requires a higher section level for a top-level subnet than for one below a master', () => {
    expect([undefined, {} as Subnet].map(levelToAddSubnet)).to.deep.equal([levels.change, levels.see]);
  });

  it('permits only unrestricted principals to create top-level sections', () => {
    expect(codeOf(() => requireTopLevel(member(2)))).to.equal('permission.denied');
    expect(codeOf(() => requireTopLevel(unrestrictedPrincipal))).to.equal(undefined);
  });

  it('permits inventory writes with the inventory right, and for unrestricted principals', () => {
    expect(codeOf(() => requireInventoryRight(unauthenticatedPrincipal))).to.equal('permission.denied');
    expect(codeOf(() => requireInventoryRight({ ...member(), inventory: 'write' }))).to.equal(undefined);
    expect(codeOf(() => requireInventoryRight({ ...unrestrictedPrincipal, inventory: 'read' }))).to.equal(undefined);
  });

  it('reports a conflicting network if it is visible, and otherwise only the requested prefix', () => {
    const [place, prefix] = ['10.0.0.0/24', '10.0.0.128/25'].map((text) => Prefix.parse(text)) as [Prefix, Prefix];
    const conflict = { id: 5, prefix, description: 'secret' } as Network;
    expect(conflictSeenBy(true, conflict, place)).to.equal(conflict);
    expect(conflictSeenBy(false, conflict, place)).to.include({ prefix: place, description: null });
  });
});
