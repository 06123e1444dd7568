import { expect } from 'chai';
import {
  defaultLdapSettings,
  dnTemplateProblem,
  filterProblem,
  inProviderOrder,
  issuerProblem,
  ldapUrlProblem,
  passwordProviders,
  publicProvider,
  type SignInProvider,
  signInUrlProblem,
} from '../../../domain/access/sign-in-provider.js';

const provider = (name: string, order = 0, disabled = false): SignInProvider => ({
  ...{ name, label: name, disabled, order, createUsers: true, requireMapping: false, mapping: '', comment: '' },
  type: 'ldap',
  ldap: { ...defaultLdapSettings, bindPassword: 'secret' },
});

describe('A sign-in provider', () => {
  it('shows of its secrets only whether they are set', () => {
    expect(JSON.stringify(publicProvider(provider('a')))).not.to.include('secret"');
    expect(publicProvider(provider('a'))).to.have.nested.property('ldap.bindPassword', '(set)');
  });

  it('is sorted by order, then by name; disabled ones check no passwords', () => {
    const all = [provider('b', 1), provider('a', 1), provider('c'), provider('off', 0, true)];
    expect(inProviderOrder(all).map(({ name }) => name)).to.deep.equal(['c', 'off', 'a', 'b']);
    expect(passwordProviders(all).map(({ name }) => name)).to.deep.equal(['c', 'a', 'b']);
  });

  it('has servers with LDAP URLs', () => {
    for (const url of ['ldap://dc1', 'ldaps://dc1.example.org:636', 'LDAP://10.0.0.1:389/', 'ldap://[2001:db8::1]:389'])
      expect(ldapUrlProblem(url, false), url).to.equal(undefined);
    for (const url of [
      '',
      'http://dc1',
      'ldap://',
      'ldap://dc1:0',
      'ldap://dc1:70000',
      'ldap://u@dc1',
      'ldap://dc1/dc=x',
      'ldap://d c',
    ])
      expect(ldapUrlProblem(url, false), url).to.be.a('string');
    expect(ldapUrlProblem('ldaps://dc1', true)).to.match(/StartTLS/);
  });

  it('has templates with a placeholder for the user', () => {
    expect(filterProblem('(&(objectClass=person)(uid={username}))', 'username')).to.equal(undefined);
    for (const filter of [
      '',
      'uid={username}',
      '(uid=x)',
      '(uid={username}',
      '(uid={user})',
      '(a={username})(',
      ')(uid={username})(',
    ])
      expect(filterProblem(filter, 'username'), filter).to.be.a('string');
    expect(filterProblem('(member={dn})', 'dn', 'username')).to.equal(undefined);
    expect(dnTemplateProblem('uid={username},ou=people')).to.equal(undefined);
    expect(dnTemplateProblem('uid=,ou=people')).to.be.a('string');
  });

  it('has an issuer with TLS, except on a loopback address', () => {
    for (const issuer of [
      'https://login.example',
      'https://login.example/realms/staff',
      'http://localhost:3000',
      'http://127.0.0.1:1/x',
    ])
      expect(issuerProblem(issuer), issuer).to.equal(undefined);
    for (const issuer of [
      'http://login.example',
      'https://u@login.example',
      'https://login.example?x',
      'login.example',
      'https://',
    ])
      expect(issuerProblem(issuer), issuer).to.be.a('string');
  });

  it('has a sign-on service with TLS and any query', () => {
    for (const url of ['https://login.example', 'https://login.example/saml?idp=7&x=%20', 'http://127.0.0.1:1/sso'])
      expect(signInUrlProblem(url), url).to.equal(undefined);
    for (const url of [
      'http://login.example',
      'https://u@login.example',
      'https://login.example#x',
      'javascript:x',
      'https:///x',
    ])
      expect(signInUrlProblem(url), url).to.be.a('string');
  });
});
