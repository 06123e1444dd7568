import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { AdministrativeUnits } from '../../../application/access/administration/administrative-units.js';
import { createAccessAdministration } from '../../../application/access/administration/index.js';
import { ProvidedUsers } from '../../../application/access/administration/provided-users.js';
import { DirectoryPasswords } from '../../../application/access/sign-in/directory-passwords.js';
import { internalCaller } from '../../../application/caller.js';
import {
  type PasswordDirectories,
  type ProvidedIdentity,
  ProviderUnavailable,
} from '../../../application/ports/sign-in-providers.js';
import { StorageError, WritesRefused } from '../../../application/ports/storage-error.js';
import type { LdapSettings } from '../../../domain/access/sign-in-provider.js';
import type { User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { NotingHasher, start } from '../support/administration.js';

/** The users of each directory by its URL. A URL without an entry does not respond. */
type People = Readonly<Record<string, Readonly<Record<string, Partial<ProvidedIdentity>>>>>;

class FakeDirectories implements PasswordDirectories {
  readonly asked: string[] = [];
  people: People = {};

  async identify({ urls: [url = ''] }: LdapSettings, username: string, password: string): Promise<ProvidedIdentity | undefined> {
    this.asked.push(`${url} ${username}`);
    const people = this.people[url];
    if (!people) throw new ProviderUnavailable('it hangs');
    const known = people[username];
    if (!known || password !== 'right') return undefined;
    return { subject: null, username, realName: '', email: '', isEmailVerified: false, groups: [], ...known };
  }

  async test() {
    return [];
  }
}

async function setUp(people: People) {
  const { readers, unitOfWork } = createMemoryDatabase();
  const [tokens, directories] = [new RandomTokenSource(), new FakeDirectories()];
  directories.people = people;
  const clock = { now: () => start };
  const access = createAccessAdministration(readers, unitOfWork, clock, new NotingHasher(), tokens);
  await access.users.add(internalCaller, { username: 'Admin', password: 'correct horse', role: 'Administrator' });
  const provided = new ProvidedUsers(readers, new AdministrativeUnits(unitOfWork, clock));
  const add = (name: string, given: object = {}) =>
    access.signInProviders.add(internalCaller, {
      ...{ name, type: 'ldap', ldap: { urls: [`ldap://${name}`], userBase: 'dc=example' } },
      ...given,
    });
  const storage = { refusesWrites: false };
  const passwords = new DirectoryPasswords({
    ...{ readers, directories, tokens, clock },
    settle: (...given) => {
      if (storage.refusesWrites) throw new WritesRefused('the disk is full');
      return provided.settle(...given);
    },
  });
  const check = async (username: string, password = 'right'): Promise<User | undefined> => {
    const checked = await passwords.check(username, password, await readers.users.findByName(username), null);
    return checked && 'wrongFor' in checked ? undefined : checked;
  };
  const outcome = async (username: string, password = 'right'): Promise<string> => {
    try {
      const user = await check(username, password);
      return user ? `${user.username} of ${user.provider}` : 'refused';
    } catch (error) {
      if (IpamError.is(error, 'signIn.refused') || IpamError.is(error, 'signIn.unavailable'))
        return `${error.code} ${error.details.problem}`;
      throw error;
    }
  };
  return { access, add, check, outcome, directories, readers, storage };
}

describe('Passwords at directories', () => {
  it('sign known users in with their stored rights while the storage rejects writes, and no new users', async () => {
    const { add, check, outcome, directories, storage } = await setUp({ 'ldap://a': { anna: { realName: 'Anna' } } });
    await add('a', { createUsers: true });
    expect(await outcome('anna')).to.equal('anna of a');
    storage.refusesWrites = true;
    directories.people = { 'ldap://a': { anna: { realName: 'Anna Maria' }, ben: {} } };
    expect(await check('anna')).to.include({ username: 'anna', realName: 'Anna' });
    expect(await outcome('anna', 'wrong')).to.equal('refused');
    expect(await check('ben').catch((error: unknown) => error)).to.be.instanceOf(StorageError);
  });

  it('are checked in the order of the providers, until one knows the user', async () => {
    const { add, outcome, directories } = await setUp({ 'ldap://a': {}, 'ldap://b': { anna: {} }, 'ldap://c': { anna: {} } });
    await add('c', { order: 2 });
    await add('b', { order: 1 });
    await add('a');
    expect(await outcome('anna')).to.equal('anna of b');
    expect(directories.asked).to.deep.equal(['ldap://a anna', 'ldap://b anna']);
    expect(await outcome('anna', 'wrong')).to.equal('refused');
    expect(directories.asked.slice(2)).to.deep.equal(['ldap://b anna']);
  });

  it('are wrong only if every directory that could know the user has responded', async () => {
    const { add, outcome } = await setUp({ 'ldap://b': { anna: {} } });
    await add('a', { label: 'Head office' });
    await add('b');
    expect(await outcome('anna')).to.equal('anna of b');
    expect(await outcome('bob')).to.equal('signIn.unavailable Head office does not answer');
  });

  it('are never empty', async () => {
    const { add, outcome, directories } = await setUp({ 'ldap://a': { anna: {} } });
    await add('a');
    expect(await outcome('anna', '')).to.equal('refused');
    expect(directories.asked).to.deep.equal([]);
  });

  it('give no access to an account of another provider, or to a local one', async () => {
    const { add, access, outcome } = await setUp({
      'ldap://a': { nick: { username: 'Admin' }, anna: {} },
      'ldap://b': { anna: {} },
    });
    await add('a');
    expect(await outcome('nick')).to.equal('signIn.refused the user name Admin belongs to another account');
    expect(await outcome('anna')).to.equal('anna of a');
    await access.signInProviders.remove(internalCaller, 'a');
    await add('b');
    expect(await outcome('anna')).to.equal('refused');
  });

  it('are checked once for concurrent equal requests', async () => {
    const { add, outcome, directories } = await setUp({ 'ldap://a': { anna: {} } });
    await add('a');
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => outcome('anna'))))).to.deep.equal(new Set(['anna of a']));
    expect(directories.asked.length).to.equal(1);
  });

  it('do not take the administrator role from the last administrator at a sign-in', async () => {
    const { add, access, outcome, readers } = await setUp({ 'ldap://a': { boss: { groups: ['admins'] } } });
    await add('a', { mapping: 'admins => role Administrator' });
    expect(await outcome('boss')).to.equal('boss of a');
    await access.users.remove(internalCaller, 'Admin');
    await access.signInProviders.set(internalCaller, 'a', { mapping: 'chiefs => role Administrator' });
    expect(await outcome('boss')).to.equal('signIn.refused the mapping would leave no administrator');
    expect(await readers.users.findByName('boss')).to.include({ role: 'Administrator' });
  });

  it('assign roles by name according to the groups in the directory', async () => {
    const { add, access, check, directories } = await setUp({ 'ldap://a': { anna: { groups: ['racks'] } } });
    await access.roles.add(internalCaller, { name: 'Stock', levels: ['rack:write'] });
    await add('a', {
      ldap: { urls: ['ldap://a'], userBase: 'dc=example', cacheSeconds: 0 },
      mapping: ['racks => role stock', '* => role Viewer', '* => inventory none'],
    });
    expect(await check('anna')).to.deep.include({ role: 'User', roles: ['Stock', 'Viewer'], inventory: 'none' });
    directories.people = { 'ldap://a': { anna: {} } };
    expect((await check('anna', 'right'))?.roles).to.deep.equal(['Viewer']);
  });

  it('accept only valid user names, and limit texts to valid values', async () => {
    const { add, outcome, check } = await setUp({
      'ldap://a': { anna: { realName: 'Anna\n\u202eexample', email: 'a'.repeat(300) }, odd: { username: 'od:d' } },
    });
    await add('a');
    expect(await check('anna')).to.deep.include({ realName: 'Anna example', email: 'a'.repeat(255) });
    expect(await outcome('odd')).to.equal(
      'signIn.refused the user name from a must not be empty, contain a colon, nor begin or end with a space',
    );
  });
});

describe('Administering sign-in providers', () => {
  const problemOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (IpamError.is(error, 'provision.invalid')) return `${error.details.entry} ${error.details.problem}`;
      if (error instanceof IpamError) return error.code;
      throw error;
    }
  };

  it('rejects invalid settings, and names the invalid field', async () => {
    const { add, access } = await setUp({});
    const ldap = { urls: ['ldap://a'], userBase: 'dc=example' };
    const wrong: readonly (readonly [given: object, problem: RegExp])[] = [
      [{ name: 'No Slug' }, /"name" must be 1 to 32 lower-case letters/],
      [{ type: 'radius' }, /"type" must be one of ldap, oidc, saml/],
      [{ ldap: { ...ldap, urls: [] } }, /ldap "urls" must be 1 to 8 URLs/],
      [{ ldap: { ...ldap, urls: ['http://a'] } }, /ldap "urls" must be ldap:/],
      [{ ldap: { ...ldap, userFilter: 'uid=x' } }, /"userFilter" must be a filter/],
      [{ ldap: { urls: ['ldap://a'] } }, /"userBase" is missing/],
      [{ ldap: { ...ldap, bindDn: 'cn=x' } }, /"bindPassword" is missing/],
      [{ ldap: { ...ldap, nestedGroups: 'search' } }, /"groupBase" is missing/],
      [{ ldap: { ...ldap, ca: 'x' } }, /"ca" must be certificates/],
      [{ ldap: { ...ldap, ca: '-----BEGIN CERTIFICATE-----\ntext\n-----END CERTIFICATE-----' } }, /"ca" must be certificates/],
      [{ oidc: {} }, /"oidc" is only for providers of type oidc/],
      [{ mapping: 'a' }, /"mapping" has no valid rule in line 1/],
      [{ mapping: ['a => group Nowhere'] }, /"mapping" names a group that does not exist: Nowhere/],
      [{ mapping: ['a => role Nobody'] }, /"mapping" names a role that does not exist: Nobody/],
      [{ requireMapping: true }, /"requireMapping" requires a mapping/],
      [{ type: 'oidc', ldap: undefined }, /"ldap" is only for/],
    ];
    for (const [given, problem] of wrong) expect(await problemOf(add('a', given)), JSON.stringify(given)).to.match(problem);
    expect(await problemOf(add('a'))).to.equal('done');
    expect(await problemOf(add('a'))).to.equal('administration.exists');
    expect(await problemOf(access.signInProviders.set(internalCaller, 'b', {}))).to.equal('administration.unknown');
  });

  it('retains a secret that is not sent, and requires it again for another server', async () => {
    const { add, access, readers } = await setUp({});
    await add('a', { ldap: { urls: ['ldap://a'], userBase: 'dc=example', bindDn: 'cn=x', bindPassword: 'secret' } });
    const set = (ldap: object) => access.signInProviders.set(internalCaller, 'a', { ldap });
    const changed = await set({ timeoutSeconds: 9 });
    expect(changed).to.have.nested.property('ldap.bindPassword', '(set)');
    expect(await readers.signInProviders.find('a')).to.deep.nested.include({
      'ldap.bindPassword': 'secret',
      'ldap.timeoutSeconds': 9,
    });
    expect(await problemOf(set({ urls: ['ldap://evil'] }))).to.match(/"ldap.bindPassword" must be entered again/);
    await set({ urls: ['ldap://b'], bindPassword: 'other' });
    expect(await readers.signInProviders.find('a')).to.have.nested.property('ldap.bindPassword', 'other');
    const history = JSON.stringify(await readers.changeLog.audit(100));
    for (const secret of ['"secret"', 'other']) expect(history).not.to.include(secret);
  });

  it('is only for administrators', async () => {
    const { access } = await setUp({});
    const user = { ...internalCaller, principal: { ...internalCaller.principal, unrestricted: false } };
    expect(await problemOf(access.signInProviders.list(user))).to.equal('permission.denied');
    expect(await problemOf(access.signInProviders.test(user, 'a'))).to.equal('permission.denied');
  });
});
