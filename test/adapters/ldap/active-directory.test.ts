import { expect } from 'chai';
import { LdapDirectories } from '../../../adapters/ldap/ldap-directories.js';
import { ProviderUnavailable } from '../../../application/ports/sign-in-providers.js';
import { defaultLdapSettings, type LdapSettings } from '../../../domain/access/sign-in-provider.js';
import { domain, leftOutWithoutSamba, SambaDomain } from '../../support/ldap/samba.js';

const leftOut = leftOutWithoutSamba();
const password = 'Right-Passw0rd';
const groupDn = (name: string): string => `CN=${name},CN=Users,${domain.base}`;

(leftOut === '' ? describe : describe.skip)(`A domain controller of Active Directory${leftOut}`, function () {
  this.timeout(600_000);
  let server: SambaDomain;
  let settings: LdapSettings;
  const directories = new LdapDirectories();
  const answerOf = (username: string, given: Partial<LdapSettings> = {}, typed = password) =>
    directories.identify({ ...settings, ...given }, username, typed);
  const nameOf = async (...given: Parameters<typeof answerOf>): Promise<string> => {
    const answer = await answerOf(...given);
    return answer && 'username' in answer ? answer.username : 'refused';
  };

  before(async () => {
    server = await SambaDomain.start([
      ['user', 'create', 'anna', password, '--given-name=Anna', '--surname=Example', '--mail-address=anna@example.org'],
      ['user', 'create', 'gone', password],
      ['user', 'disable', 'gone'],
      ['user', 'create', 'reader', 'Reader-Passw0rd'],
      ...['inner', 'middle', 'outer'].map((name) => ['group', 'add', name]),
      ['group', 'addmembers', 'inner', 'anna,outer'],
      ['group', 'addmembers', 'middle', 'inner'],
      ['group', 'addmembers', 'outer', 'middle'],
    ]);
    settings = {
      ...defaultLdapSettings,
      ...{ urls: [server.tlsUrl], ca: server.ca, timeoutSeconds: 30 },
      ...{ bindDn: `reader@${domain.realm}`, bindPassword: 'Reader-Passw0rd', userBase: domain.base, groupBase: domain.base },
      userFilter:
        '(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={username})(userPrincipalName={username})(mail={username})))',
      ...{ usernameAttribute: 'sAMAccountName', realNameAttribute: 'displayName', nestedGroups: 'activeDirectory' },
    };
  });
  after(() => server?.remove());

  it('returns name, e-mail address and all groups, also cyclically nested ones', async () => {
    const { groups, ...facts } = { groups: [], ...(await answerOf('anna')) };
    expect(facts).to.deep.equal({
      ...{ subject: null, username: 'anna', realName: 'Anna Example' },
      ...{ email: 'anna@example.org', isEmailVerified: false },
    });
    expect(groups).to.have.members([...['inner', 'middle', 'outer'].map(groupDn), 'inner', 'middle', 'outer']);
  });

  it('finds a user by account name in any case, principal name and e-mail address', async () => {
    for (const name of ['anna', 'ANNA', `anna@${domain.realm}`, 'anna@example.org'])
      expect(await nameOf(name), name).to.equal('anna');
  });

  it('returns the user of a wrong password, and refuses disabled users and filter syntax', async () => {
    expect(await answerOf('anna@example.org', {}, 'wrong')).to.deep.equal({ wrongFor: 'anna' });
    for (const name of ['gone', 'nobody', 'anna)(objectClass=*', '*']) expect(await nameOf(name), name).to.equal('refused');
  });

  it('binds by a principal name without a search account', async () => {
    expect(await nameOf('anna', { userDn: `{username}@${domain.realm}`, bindDn: '', bindPassword: '' })).to.equal('anna');
  });

  it('accepts passwords over StartTLS, and none over an unencrypted connection', async () => {
    expect(await nameOf('anna', { urls: [server.url], startTls: true })).to.equal('anna');
    const problem = await answerOf('anna', { urls: [server.url] }).catch((error: unknown) => error);
    expect(problem).to.be.instanceOf(ProviderUnavailable);
    expect(String(problem)).to.match(/StrongAuthRequired/);
  });

  it('succeeds in each step of the test of a provider', async () => {
    const steps = await directories.test(settings, { username: 'anna', password });
    expect(steps.map(({ problem }) => problem)).to.deep.equal(steps.map(() => null));
    expect(steps.at(-1)?.step).to.match(/^user anna, groups .*CN=outer/);
  });
});
