import { expect } from 'chai';
import { type AppPermission, appPermissions } from '../../../domain/identity/app.js';
import { isOperation, lackingPermission, type Operation, requireRight } from '../../../domain/permission/operation.js';
import { strangerPrincipal, unrestrictedPrincipal } from '../../../domain/permission/principal.js';
import { app } from '../support/apps.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

/** What each operation needs of the application. */
const needed: Record<Operation, AppPermission> = {
  ...{ signIn: 'read', ownToken: 'read', users: 'admin', everyone: 'read', see: 'read', changes: 'read' },
  ...{ writeAddresses: 'write', change: 'write', inventory: 'write', nothing: 'read' },
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

  it('on what belongs to no section needs the right for it, and no other does', () => {
    for (const operation of operations) {
      for (const principal of [unrestrictedPrincipal, { ...strangerPrincipal, inventory: 'write' as const }])
        expect(refusalOf(() => requireRight(operation, principal))).to.equal(undefined);
      const refusal = refusalOf(() => requireRight(operation, strangerPrincipal))?.code;
      expect(refusal).to.equal(operation === 'inventory' ? 'permission.denied' : undefined);
    }
    expectRefusal(() => requireRight('inventory', { ...strangerPrincipal, groups: [1] }), 'permission.denied');
  });

  it('is one of these names only', () => {
    expect(operations).to.have.length(10);
    for (const name of ['', 'constructor', 'Users']) expect(isOperation(name)).to.equal(false);
  });
});
