import { expect } from 'chai';
import {
  isForAdministrators,
  isOperation,
  lackingPermission,
  mayAdminister,
  type Operation,
  principalOf,
  requireOperation,
  requireRight,
  unauthenticatedPrincipal,
  unrestrictedPrincipal,
} from '../../../domain/access/access-policy.js';
import { type AppPermission, appPermissions } from '../../../domain/access/app.js';
import { IpamError } from '../../../domain/errors.js';
import { app } from '../support/apps.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

/** The application permission that each operation needs. */
const needed: Record<Operation, AppPermission> = {
  ...{
    signIn: 'read',
    ownToken: 'read',
    ownKeys: 'read',
    ownAccount: 'read',
    ownViews: 'read',
    ownImports: 'write',
    users: 'admin',
    everyone: 'read',
    see: 'read',
    changes: 'read',
    requestSpace: 'write',
  },
  ...{ writeAddresses: 'write', change: 'write', inventory: 'write', nothing: 'read', administer: 'admin', attempt: 'admin' },
  ...{ manageUsers: 'admin', audit: 'admin' },
};
const operations = Object.keys(needed).filter(isOperation);

describe('an operation', () => {
  for (const operation of operations) {
    it(`${operation} needs an application that is allowed to ${needed[operation]}`, () => {
      const lacking = appPermissions.map((permission) => lackingPermission(operation, { ...app, permission }));
      const rank = appPermissions.indexOf(needed[operation]);
      expect(lacking).to.deep.equal(appPermissions.map((_, index) => (index < rank ? needed[operation] : undefined)));
    });
  }

  it('outside of sections needs a right only if it is restricted', () => {
    for (const operation of operations) {
      const writer = { ...unauthenticatedPrincipal, inventory: 'write' as const };
      for (const principal of isForAdministrators(operation) ? [unrestrictedPrincipal] : [unrestrictedPrincipal, writer])
        expect(refusalOf(() => requireRight(operation, principal))).to.equal(undefined);
      const refusal = refusalOf(() => requireRight(operation, unauthenticatedPrincipal))?.code;
      const isRestricted = ['inventory', 'administer', 'attempt', 'manageUsers', 'audit'].includes(operation);
      expect(refusal).to.equal(isRestricted ? 'permission.denied' : undefined);
    }
    expectRefusal(() => requireRight('inventory', { ...unauthenticatedPrincipal, groups: [1] }), 'permission.denied');
  });

  it('of administration needs an administrator, even if permissions are not enforced', () => {
    expect(operations.filter(isForAdministrators)).to.deep.equal(['administer', 'attempt', 'manageUsers', 'audit']);
    const everybody = principalOf({ role: 'User', groups: [], inventory: 'write' }, { enforceUserPermissions: false });
    expect(refusalOf(() => requireRight('change', everybody, { role: 'User' }))).to.equal(undefined);
    expectRefusal(() => requireRight('administer', everybody, { role: 'User' }), 'permission.denied');
    for (const enforceUserPermissions of [true, false]) {
      const principal = principalOf({ role: 'Administrator', groups: [], inventory: 'read' }, { enforceUserPermissions });
      expect(refusalOf(() => requireRight('attempt', principal, { role: 'Administrator' }))).to.equal(undefined);
    }
  });

  it('that the application lacks is refused with the error of the adapter, and administration with permission.denied', () => {
    const lacks = new Error('the application may not');
    const outcome = (operation: Operation, permission: AppPermission, principal = unrestrictedPrincipal) => {
      try {
        requireOperation(operation, { app: { ...app, permission }, user: null, principal }, () => lacks);
        return 'done';
      } catch (error) {
        return error instanceof IpamError ? error.code : error;
      }
    };
    expect([outcome('change', 'read'), outcome('users', 'write')]).to.deep.equal([lacks, lacks]);
    expect([outcome('administer', 'write'), outcome('attempt', 'read')]).to.deep.equal([
      'permission.denied',
      'permission.denied',
    ]);
    expect([outcome('change', 'write'), outcome('administer', 'admin')]).to.deep.equal(['done', 'done']);
    expect(outcome('administer', 'admin', unauthenticatedPrincipal)).to.equal('permission.denied');
  });

  it('of administration is refused if the application, the user or the principal does not permit it', () => {
    const who = (permission: AppPermission | null, role: 'Administrator' | 'User' | null, enforceUserPermissions = true) =>
      mayAdminister({
        app: permission && { ...app, permission },
        user: role && { role },
        principal: role
          ? principalOf({ role, groups: [], inventory: 'write' }, { enforceUserPermissions })
          : unrestrictedPrincipal,
      });
    expect([who(null, null), who('admin', null), who('admin', 'Administrator'), who(null, 'Administrator')]).to.deep.equal(
      Array(4).fill(true),
    );
    for (const permission of ['disabled', 'read', 'write'] as const)
      expect([who(permission, null), who(permission, 'Administrator')], permission).to.deep.equal([false, false]);
    expect([who('admin', 'User'), who('admin', 'User', false), who(null, 'User', false)]).to.deep.equal(Array(3).fill(false));
    expect(mayAdminister({ app: null, user: null, principal: unauthenticatedPrincipal })).to.equal(false);
  });

  it('has one of these names', () => {
    expect(operations).to.have.length(19);
    for (const name of ['', 'constructor', 'Users']) expect(isOperation(name)).to.equal(false);
  });
});
