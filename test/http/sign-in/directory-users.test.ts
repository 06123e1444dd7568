import { expect } from 'chai';
import { LdapDirectories } from '../../../adapters/ldap/ldap-directories.js';
import type { PasswordDirectories } from '../../../application/ports/sign-in-providers.js';
import type { Answer } from '../../support/api-client.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { manners, startCounterpart } from '../../support/counterparts/tcp-counterpart.js';
import {
  group,
  groupDn,
  groups,
  hasSlapd,
  leftOutWithoutSlapd,
  people,
  person,
  personDn,
  reader,
  Slapd,
} from '../../support/ldap/slapd.js';

const basic = (username: string, password: string) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const signInAt = (server: ApiServer, username: string, password: string): Promise<Answer> =>
  server
    .unauthenticated('main')
    .send({ method: 'POST', target: '/user/', headers: { authorization: basic(username, password) } });

/** Counts the queries of a directory. */
class CountedDirectories implements PasswordDirectories {
  readonly #directories = new LdapDirectories();
  asked = 0;

  identify(...given: Parameters<PasswordDirectories['identify']>) {
    this.asked++;
    return this.#directories.identify(...given);
  }

  test(...given: Parameters<PasswordDirectories['test']>) {
    return this.#directories.test(...given);
  }
}

const mapping = [
  `${groupDn('netops')} => group Operators`,
  'netops => inventory write',
  'admins => role Administrator',
  '* => group Guests',
].join('\n');

(hasSlapd() ? describe : describe.skip)(`Users of an LDAP directory${leftOutWithoutSlapd()}`, () => {
  let slapd: Slapd;
  let server: ApiServer;
  let directories: CountedDirectories;
  let now: Date;
  const signIn = (username: string, password: string) => signInAt(server, username, password);
  const userCalled = async (username: string) =>
    (await server.client.get('/admin/users/')).records.find((user) => user.username === username);

  before(async () => {
    slapd = await Slapd.start([
      person('anna', 'right', { cn: 'Anna Example', mail: 'anna@example.org' }),
      person('operator', 'of the directory'),
      person('boss', 'right'),
      group('netops', personDn('anna')),
      group('admins', personDn('boss')),
    ]);
  });
  after(() => slapd?.remove());

  const ldap = () => ({
    'ldap.urls': [slapd.url],
    'ldap.bindDn': reader.dn,
    'ldap.bindPassword': reader.password,
    'ldap.userBase': people,
    'ldap.groupBase': groups,
  });

  beforeEach(async () => {
    now = new Date(2024, 2, 1, 12, 0, 0);
    directories = new CountedDirectories();
    server = await ApiServer.start({ clock: { now: () => now }, directories });
    const made = await server.client.post('/admin/sign_in_providers/', {
      ...{ name: 'corp', type: 'ldap', label: 'Example', mapping, ...ldap() },
    });
    expect(made.summary).to.equal('201');
  });
  afterEach(() => server.close());

  it('sign in with the password of the directory, and get name, groups and rights by the mapping', async () => {
    const answer = await signIn('Anna', 'right');
    expect(answer.summary).to.equal('200');
    expect(await userCalled('anna')).to.include({
      realName: 'Anna Example',
      email: 'anna@example.org',
      role: 'User',
      inventory: 'write',
      provider: 'corp',
    });
    expect((await userCalled('anna'))?.groups).to.have.members(['Operators', 'Guests']);
    const token = String(answer.record.token);
    expect((await server.unauthenticated('main').with({ token }).get('/sections/')).status).to.equal(200);
    expect((await signIn('boss', 'right')).summary).to.equal('200');
    expect(await userCalled('boss')).to.include({ role: 'Administrator', inventory: 'read' });
  });

  it('get the current groups of the directory at each sign-in', async () => {
    await signIn('anna', 'right');
    await slapd.replace(group('netops', personDn('boss')));
    try {
      now = new Date(now.getTime() + 31_000);
      expect((await signIn('anna', 'right')).status).to.equal(200);
      expect(await userCalled('anna')).to.deep.include({ inventory: 'read', groups: ['Guests'] });
    } finally {
      await slapd.replace(group('netops', personDn('anna')));
    }
  });

  it('are refused with a wrong password or an unknown name, and blocked after several failures', async () => {
    expect((await signIn('anna', 'wrong')).summary).to.equal('500 Invalid username or password');
    expect((await signIn('nobody', 'right')).summary).to.equal('500 Invalid username or password');
    expect(await userCalled('anna')).to.equal(undefined);
    for (let i = 0; i < 10; i++) await signIn('anna', 'wrong');
    expect((await signIn('anna', 'right')).summary).to.match(/^500 Your IP has been blocked/);
  });

  it('cannot sign in to a local account of the same name with the password of the directory', async () => {
    expect((await signIn('operator', 'of the directory')).summary).to.equal('500 Invalid username or password');
    expect((await signIn('operator', passwords.operator ?? '')).status).to.equal(200);
    expect(directories.asked).to.equal(0);
  });

  it('are queried once per password within the cache time of the provider', async () => {
    for (let i = 0; i < 5; i++) expect((await signIn('anna', 'right')).status).to.equal(200);
    expect(directories.asked).to.equal(1);
    expect((await signIn('anna', 'wrong')).status).to.equal(500);
    expect(directories.asked).to.equal(2);
    now = new Date(now.getTime() + 31_000);
    await signIn('anna', 'right');
    expect(directories.asked).to.equal(3);
    await server.client.patch('/admin/sign_in_providers/corp/', { 'ldap.cacheSeconds': 0 });
    await signIn('anna', 'right');
    await signIn('anna', 'right');
    expect(directories.asked).to.equal(5);
  });

  it('get 503 with a message while the directory is down, and do not affect local users', async () => {
    await signIn('anna', 'right');
    await slapd.stop();
    try {
      now = new Date(now.getTime() + 31_000);
      for (let i = 0; i < 12; i++)
        expect((await signIn('anna', 'wrong')).summary).to.equal('503 Sign-in is not available: Example does not answer');
      expect((await signIn('nobody', 'right')).summary).to.match(/^503 /);
      expect((await signIn('Admin', passwords.Admin ?? '')).status).to.equal(200);
      expect((await signIn('Admin', 'wrong')).summary).to.equal('500 Invalid username or password');
    } finally {
      await slapd.start();
    }
    expect((await signIn('anna', 'right')).status).to.equal(200);
  });

  it('cannot sign in when they or the provider are disabled, or the provider is removed', async () => {
    await signIn('anna', 'right');
    await server.client.patch('/admin/users/anna/', { disabled: 1 });
    expect((await signIn('anna', 'right')).summary).to.equal('500 User account is disabled');
    await server.client.patch('/admin/users/anna/', { disabled: 0 });
    expect((await signIn('anna', 'right')).status).to.equal(200);
    await server.client.patch('/admin/sign_in_providers/corp/', { disabled: 1 });
    expect((await signIn('anna', 'right')).status).to.equal(500);
    await server.client.patch('/admin/sign_in_providers/corp/', { disabled: 0 });
    expect((await signIn('anna', 'right')).status).to.equal(200);
    expect((await server.client.delete('/admin/sign_in_providers/corp/')).status).to.equal(200);
    expect((await signIn('anna', 'right')).status).to.equal(500);
  });

  it('become local users with a password that an administrator sets', async () => {
    await signIn('anna', 'right');
    const answer = await server.client.patch('/admin/users/anna/', { password: 'a password set here' });
    expect(answer.record.provider).to.equal(null);
    expect((await signIn('anna', 'a password set here')).status).to.equal(200);
    expect((await signIn('anna', 'right')).status).to.equal(500);
    await server.client.patch('/admin/users/anna/', { provider: 'corp' });
    expect((await signIn('anna', 'a password set here')).status).to.equal(500);
    expect((await signIn('anna', 'right')).status).to.equal(200);
  });

  it('are not created when the provider forbids it, and are refused without a required mapping rule', async () => {
    await server.client.patch('/admin/sign_in_providers/corp/', { createUsers: 0 });
    expect((await signIn('anna', 'right')).status).to.equal(500);
    await server.client.post('/admin/users/', { username: 'anna', provider: 'corp' });
    expect((await signIn('anna', 'right')).status).to.equal(200);
    const rule = { mapping: 'admins => role Administrator', requireMapping: 1, createUsers: 1 };
    await server.client.patch('/admin/sign_in_providers/corp/', rule);
    expect((await signIn('anna', 'right')).summary).to.equal(
      '403 Sign-in refused: none of your groups at Example may use this service',
    );
    expect((await signIn('boss', 'right')).status).to.equal(200);
  });

  it('appear in the history with the author of their creation', async () => {
    await signIn('anna', 'right');
    const history = (await server.client.get('/admin/history/')).records;
    expect(history.map(({ action, kind, name, by }) => `${action} ${kind} ${name} ${by}`).slice(0, 3)).to.deep.equal([
      'signIn user anna Anna Example',
      'add user anna sign-in by corp',
      'add provider corp Admin',
    ]);
    expect(JSON.stringify(history)).not.to.include(reader.password);
  });

  it('can be tested by administrators step by step', async () => {
    const steps = async (body: object = {}) =>
      (await server.client.post('/admin/sign_in_providers/corp/test/', body)).records.map(({ problem }) => problem);
    expect(await steps()).to.deep.equal([null, null, null]);
    expect((await steps({ username: 'anna', password: 'wrong' })).at(-1)).to.equal('the directory refuses the password');
    expect((await steps({ username: 'anna', password: 'right' })).at(-1)).to.equal(null);
    expect(await userCalled('anna')).to.equal(undefined);
  });
});

describe('A directory that misbehaves', () => {
  for (const [name, manner] of Object.entries(manners))
    it(`causes 503 within the timeout when its server is ${name}`, async () => {
      const counterpart = await startCounterpart(manner);
      const settings = { urls: [`ldap://127.0.0.1:${counterpart.port}`], userBase: people, timeoutSeconds: 1 };
      const server = await ApiServer.start({
        directories: new LdapDirectories(),
        provision: { signInProviders: [{ name: 'corp', type: 'ldap', ldap: settings }] },
      });
      try {
        const answer = await signInAt(server, 'anna', 'right');
        expect(answer.summary).to.equal('503 Sign-in is not available: corp does not answer');
        expect((await signInAt(server, 'Admin', passwords.Admin ?? '')).status).to.equal(200);
      } finally {
        await server.close();
        await counterpart.close();
      }
    });
});
