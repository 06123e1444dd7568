import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { LdapDirectories } from '../../../adapters/ldap/ldap-directories.js';
import { ProviderUnavailable } from '../../../application/ports/sign-in-providers.js';
import { defaultLdapSettings, type LdapSettings } from '../../../domain/access/sign-in-provider.js';
import {
  certificateFile,
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
  suffix,
} from '../../support/ldap/slapd.js';

const ca = readFileSync(certificateFile, 'utf8');

(hasSlapd() ? describe : describe.skip)(`An LDAP directory of slapd${leftOutWithoutSlapd()}`, () => {
  let slapd: Slapd;
  let settings: LdapSettings;
  const directories = new LdapDirectories();
  const answerOf = (username: string, password: string, given: Partial<LdapSettings> = {}) =>
    directories.identify({ ...settings, ...given }, username, password);
  const identify = async (...given: Parameters<typeof answerOf>) => {
    const answer = await answerOf(...given);
    return answer && 'wrongFor' in answer ? undefined : answer;
  };
  const nameOf = async (...given: Parameters<typeof identify>) => (await identify(...given))?.username;

  before(async () => {
    slapd = await Slapd.start([
      person('anna', 'right', { cn: 'Anna Example', mail: 'anna@example.org' }),
      person('bob', 'right'),
      person('Jörg', 'right'),
      person('twin', 'one', { mail: 'twins@example.org' }),
      person('other', 'two', { mail: 'twins@example.org' }),
      group('inner', personDn('anna')),
      group('middle', groupDn('inner'), groupDn('outer')),
      group('outer', groupDn('middle')),
      group('empty', personDn('bob')),
    ]);
    settings = {
      ...defaultLdapSettings,
      urls: [slapd.url],
      bindDn: reader.dn,
      bindPassword: reader.password,
      userBase: people,
      groupBase: groups,
    };
  });
  after(() => slapd?.remove());

  const unavailable = async (work: Promise<unknown>): Promise<string> => {
    try {
      return `answered ${JSON.stringify(await work)}`;
    } catch (error) {
      if (error instanceof ProviderUnavailable) return error.message;
      throw error;
    }
  };

  it('returns name, e-mail address and groups of a user with the right password', async () => {
    expect(await identify('anna', 'right')).to.deep.equal({
      subject: null,
      username: 'anna',
      realName: 'Anna Example',
      email: 'anna@example.org',
      isEmailVerified: false,
      groups: [groupDn('inner'), 'inner'],
    });
  });

  it('accepts names in any case and script, and the e-mail address if the filter includes it', async () => {
    expect(await nameOf('ANNA', 'right')).to.equal('anna');
    expect(await nameOf('jörg', 'right')).to.equal('Jörg');
    const userFilter = '(|(uid={username})(mail={username}))';
    expect(await nameOf('anna@example.org', 'right', { userFilter })).to.equal('anna');
    expect(await nameOf('twins@example.org', 'one', { userFilter })).to.equal(undefined);
  });

  it('refuses wrong and empty passwords, unknown names, and names that differ from the real one only in spaces', async () => {
    for (const [name, password] of [
      ['anna', 'wrong'],
      ['anna', ''],
      ['nobody', 'right'],
      [' anna', 'right'],
      ['an  na', 'right'],
    ] as const)
      expect(await identify(name, password), `${name} ${password}`).to.equal(undefined);
  });

  it('returns the user of a wrong password, whichever name was typed', async () => {
    const userFilter = '(|(uid={username})(mail={username}))';
    for (const name of ['anna', 'ANNA', 'anna@example.org'])
      expect(await answerOf(name, 'wrong', { userFilter }), name).to.deep.equal({ wrongFor: 'anna' });
    expect(await answerOf('nobody', 'wrong', { userFilter })).to.equal(undefined);
  });

  it('treats no character of a name as a part of the filter or of the DN', async () => {
    for (const name of ['*', 'a*', 'anna)(uid=*', 'x)(|(uid=anna', 'anna\0', '\\61nna', 'anna)(objectClass=*'])
      expect(await identify(name, 'right'), name).to.equal(undefined);
    const userDn = `uid={username},${people}`;
    for (const name of [`anna,${people}`, 'anna,ou=people', 'anna+cn=Anna Example', '#616e6e61', '"anna"', `bob,${people}??`])
      expect(await identify(name, 'right', { userDn }), name).to.equal(undefined);
  });

  it('binds by a DN template, and reads the entry as the user', async () => {
    const userDn = `uid={username},${people}`;
    const own = { userDn, bindDn: '', bindPassword: '', userBase: '', groupBase: '' };
    expect(await nameOf('anna', 'right', own)).to.equal('anna');
    expect(await identify('anna', 'wrong', own)).to.equal(undefined);
    expect(await identify('nobody', 'right', own)).to.equal(undefined);
    expect((await identify('anna', 'right', { userDn }))?.groups).to.deep.equal([groupDn('inner'), 'inner']);
  });

  it('resolves nested groups if configured, also in cycles', async () => {
    const found = await identify('anna', 'right', { nestedGroups: 'search' });
    expect(found?.groups).to.have.members([...['inner', 'middle', 'outer'].map(groupDn), ...['inner', 'middle', 'outer']]);
  });

  it('connects by LDAPS and StartTLS to servers with a trusted certificate', async () => {
    const startTls = { urls: [slapd.url.replace('127.0.0.1', 'localhost')], startTls: true };
    expect(await nameOf('anna', 'right', { urls: [slapd.tlsUrl], ca })).to.equal('anna');
    expect(await nameOf('anna', 'right', { ...startTls, ca })).to.equal('anna');
    expect(await unavailable(identify('anna', 'right', { urls: [slapd.tlsUrl] }))).to.match(/SELF_SIGNED|self.signed/i);
    expect(await unavailable(identify('anna', 'right', startTls))).to.match(/SELF_SIGNED|self.signed/i);
  });

  it('queries the next server when one does not answer', async () => {
    const closed = 'ldap://127.0.0.1:1';
    expect(await nameOf('anna', 'right', { urls: [closed, slapd.url] })).to.equal('anna');
    expect(await identify('anna', 'wrong', { urls: [closed, slapd.url] })).to.equal(undefined);
    expect(await unavailable(identify('anna', 'right', { urls: [closed] }))).to.equal('ECONNREFUSED');
  });

  it('is unavailable, and reports no wrong password, when the search account is refused', async () => {
    expect(await unavailable(identify('anna', 'right', { bindPassword: 'old' }))).to.equal(
      'the directory refuses the bind DN or its password',
    );
    expect(await unavailable(identify('anna', 'right', { userBase: 'ou=gone,dc=example,dc=net' }))).to.match(
      /^the server answers/,
    );
  });

  it('reports which step of a test failed', async () => {
    const steps = async (given: Partial<LdapSettings>, user?: { username: string; password: string }) =>
      (await directories.test({ ...settings, ...given }, user)).map(({ step, problem }) => `${step}: ${problem ?? 'ok'}`);
    const connected = `connect to ${slapd.url}: ok`;
    const bound = `bind as ${reader.dn}: ok`;
    expect(await steps({})).to.deep.equal([connected, bound, `read ${people}: ok`]);
    expect(await steps({ urls: ['ldap://127.0.0.1:1', slapd.url] })).to.deep.equal([
      'connect to ldap://127.0.0.1:1: ECONNREFUSED',
      ...[connected, bound, `read ${people}: ok`],
    ]);
    expect(await steps({ bindPassword: 'old' })).to.deep.equal([
      connected,
      `bind as ${reader.dn}: the directory refuses the bind DN or its password`,
    ]);
    expect(await steps({}, { username: 'anna', password: 'wrong' })).to.deep.equal([
      ...[connected, bound, `find the entry of anna below ${people}: ok`],
      `bind as ${personDn('anna')}: the directory refuses the password`,
    ]);
    expect(await steps({}, { username: 'nobody', password: 'right' })).to.include(
      `find the entry of nobody below ${people}: no entry matches the filter`,
    );
    expect((await steps({}, { username: 'anna', password: 'right' })).at(-1)).to.equal(
      `user anna, groups ${groupDn('inner')}; inner: ok`,
    );
    expect((await steps({ userBase: `ou=gone,${suffix}` })).at(-1)).to.equal(
      `read ou=gone,${suffix}: the server answers NoSuchObject (32)`,
    );
  });
});
