import { expect } from 'chai';
import {
  type AccessToken,
  expiryFrom,
  isExpired,
  isWorthExtending,
  maxTokensOfUser,
  requireAccess,
} from '../../../domain/access/access-token.js';
import { type App, type AppPermission, appAllows, appPermissions, appSecurities } from '../../../domain/access/app.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import {
  findGroup,
  groupFinder,
  inventoryRights,
  mustSignInAgain,
  normalizeUsername,
  refuseLosingAdministrators,
  type User,
} from '../../../domain/access/user.js';
import { app as anApp } from '../support/apps.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

const now = new Date('2024-03-01T12:00:00.000Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const ttl = 21_600;

const userOf = (fields: Partial<User> = {}): User => ({
  ...{
    id: 1,
    username: 'ann',
    role: 'User',
    inventory: 'read',
    levels: [],
    roles: [],
    groups: [],
    realName: '',
    email: '',
    disabled: false,
  },
  ...{ kind: 'person' as const, provider: null, subject: null, editDate: null, lastLogin: null, lastActivity: null },
  ...fields,
});

describe('access token', () => {
  const expiring = (milliseconds: number): AccessToken => ({ digest: 'ab', userId: 1, expires: later(milliseconds) });

  const ages: [milliseconds: number, expired: boolean][] = [
    [1, false],
    [0, true],
    [-1, true],
    [ttl * 1000, false],
  ];
  for (const [milliseconds, expired] of ages) {
    it(`is ${expired ? '' : 'not '}expired ${milliseconds} ms before its end`, () => {
      expect(isExpired(expiring(milliseconds), now)).to.equal(expired);
    });
  }

  it('lasts for its lifetime in seconds', () => {
    expect(expiryFrom(now, ttl)).to.deep.equal(new Date('2024-03-01T18:00:00.000Z'));
    expect(isExpired({ ...expiring(0), expires: expiryFrom(now, 1) }, later(999))).to.equal(false);
    expect(isExpired({ ...expiring(0), expires: expiryFrom(now, 1) }, later(1000))).to.equal(true);
  });

  const extensions: [left: number, lifetime: number, worth: boolean][] = [
    [ttl * 1000, ttl, false],
    [ttl * 1000 - 59_999, ttl, false],
    [ttl * 1000 - 60_000, ttl, true],
    [1, ttl, true],
    [54_001, 60, false],
    [54_000, 60, true],
    [0, 60, true],
    [ttl * 1000, 60, false],
  ];
  for (const [left, lifetime, worth] of extensions) {
    it(`is ${worth ? '' : 'not '}worth extending to ${lifetime} s when ${left} ms are left`, () => {
      expect(isWorthExtending(expiring(left), now, lifetime)).to.equal(worth);
    });
  }

  it('grants access until it expires or its user is disabled', () => {
    const [token, user] = [expiring(1), userOf()];
    expect(requireAccess({ token, user }, now)).to.deep.equal({ token, user });
    expectRefusal(() => requireAccess(undefined, now), 'token.invalid');
    expectRefusal(() => requireAccess({ token, user: userOf({ disabled: true }) }, now), 'token.invalid');
    expectRefusal(() => requireAccess({ token: expiring(0), user }, now), 'token.expired');
    expectRefusal(() => requireAccess({ token: expiring(0), user: userOf({ disabled: true }) }, now), 'token.invalid');
  });

  it('is one of at most a thousand of its user', () => {
    expect(maxTokensOfUser).to.equal(1000);
  });
});

describe('application', () => {
  const appWith = (permission: AppPermission): App => ({
    ...anApp,
    permission,
    security: 'ssl',
    showLinks: true,
  });

  for (const [rank, permission] of appPermissions.entries()) {
    it(`with permission ${permission} is allowed ${appPermissions.slice(0, rank + 1).join(', ')} and no more`, () => {
      const allowed = appPermissions.filter((needed) => appAllows(appWith(permission), needed));
      expect(allowed).to.deep.equal(appPermissions.slice(0, rank + 1));
    });
  }

  it('has one of four permissions and of four securities', () => {
    expect([appPermissions, appSecurities]).to.deep.equal([
      ['disabled', 'read', 'write', 'admin'],
      ['none', 'ssl', 'static', 'crypt', 'oidc'],
    ]);
  });
});

describe('inventory right', () => {
  it('is none, to read or to write', () => {
    expect(inventoryRights).to.deep.equal(['none', 'read', 'write']);
  });
});

describe('the last administrator', () => {
  const [user, admin] = [userOf(), userOf({ id: 2, role: 'Administrator' })];
  const disabled = { ...admin, disabled: true };

  it('cannot be removed or disabled', () => {
    for (const after of [[], [user], [user, disabled]])
      expectRefusal(() => refuseLosingAdministrators([user, admin], after), 'administration.lastAdministrator');
  });

  it('can be replaced, and is not required if there was none', () => {
    for (const [before, after] of [
      [[], []],
      [[user, disabled], [user]],
      [[admin], [{ ...admin, id: 3 }]],
      [[admin, { ...admin, id: 3 }], [admin]],
    ] as const)
      expect(refusalOf(() => refuseLosingAdministrators(before, after))).to.equal(undefined);
  });
});

describe('a changed user', () => {
  it('must sign in again after being disabled or with another password', () => {
    const [on, off] = [{ disabled: false }, { disabled: true }];
    expect([mustSignInAgain(on, off, false), mustSignInAgain(on, on, true), mustSignInAgain(off, off, true)]).to.deep.equal([
      ...[true, true, true],
    ]);
    expect([mustSignInAgain(on, on, false), mustSignInAgain(off, off, false), mustSignInAgain(off, on, false)]).to.deep.equal([
      ...[false, false, false],
    ]);
  });
});

describe('user name', () => {
  const same: [one: string, other: string][] = [
    ['Admin', 'admin'],
    ['ADMIN', 'aDmIn'],
    ['Zoë', 'ZOË'],
    ['Zoe\u0308', 'zoë'],
    ['ÅNGSTRÖM', 'a\u030angstro\u0308m'],
  ];
  for (const [one, other] of same) {
    it(`${JSON.stringify(one)} is the same as ${JSON.stringify(other)}`, () => {
      expect(normalizeUsername(one)).to.equal(normalizeUsername(other));
    });
  }

  it('distinguishes spaces and other letters', () => {
    expect(new Set(['admin', ' admin', 'adm1n', 'ädmin'].map(normalizeUsername)).size).to.equal(4);
  });
});

describe('settings', () => {
  it('are by default those of the interface description', () => {
    expect(defaultSettings).to.deep.include({
      uniqueVlanNumbers: false,
      linkField: null,
      vlanMax: 4096,
      enforceUserPermissions: true,
      defaults: { sectionStrictMode: false, subnetScanAgent: 1, subnetState: 2 },
      scan: {
        ...{
          enabled: false,
          program: 'auto',
          timeoutMilliseconds: 500,
          attempts: 2,
          packetsPerSecond: 500,
          intervalSeconds: 300,
        },
        ...{ offlineAfterSeconds: 1800, onlineTag: 2, offlineTag: 1 },
        ...{ discoveredTag: 2, discoveredDescription: 'discovered by a scan' },
      },
    });
  });
});

describe('Groups', () => {
  const groups = ['Guests', 'guests', 'Operators', 'OPERATORS', 'Ünder', 'u\u0308nder', 'constructor'].map((name) => ({ name }));

  it('are found by exact name first, then in any case, one at a time and in bulk', () => {
    const named = groupFinder(groups);
    const names = ['Guests', 'guests', 'GUESTS', 'operators', 'OPERATORS', 'ünder', 'U\u0308NDER', 'constructor', 'toString', ''];
    expect(names.map(named)).to.deep.equal(names.map((name) => findGroup(groups, name)));
    expect(named('GUESTS')).to.equal(groups[0]);
  });
});
