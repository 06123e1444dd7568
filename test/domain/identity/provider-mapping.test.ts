import { expect } from 'chai';
import { dnKey, mappedRights, mappedServiceAccount, readMapping, rulesOf } from '../../../domain/access/provider-mapping.js';

const mapping = `
# those who run the network
cn=netops,ou=groups,dc=example => group Operators
cn=netops,ou=groups,dc=example => inventory write
admins => role Administrator
  * => group All people
`;

describe('The mapping of groups of a sign-in provider', () => {
  it('has one rule per line, and ignores empty lines and comments', () => {
    expect(readMapping(mapping)).to.deep.equal([
      { from: 'cn=netops,ou=groups,dc=example', gives: { group: 'Operators' } },
      { from: 'cn=netops,ou=groups,dc=example', gives: { inventory: 'write' } },
      { from: 'admins', gives: { role: 'Administrator' } },
      { from: '*', gives: { group: 'All people' } },
    ]);
    expect(readMapping('')).to.deep.equal([]);
  });

  it('reports the first line that is not a rule', () => {
    for (const line of [
      '* => service account ci',
      'a => service account',
      'a',
      'a =>',
      '=> group B',
      'a => B',
      'a => role',
      'a => inventory all',
      'a => group',
    ])
      expect(readMapping(`x => group Y\n${line}`), line)
        .to.have.property('problem')
        .that.matches(/^has no valid rule in line 2/);
  });

  it('gives groups, role and inventory right together', () => {
    const rules = rulesOf(mapping);
    expect(mappedRights(rules, ['CN=NetOps, OU=Groups, DC=Example', 'admins'], dnKey)).to.deep.equal({
      isMapped: true,
      groups: ['Operators', 'All people'],
      role: 'Administrator',
      inventory: 'write',
    });
  });

  it('removes mapped rights from users if no rule gives them', () => {
    expect(mappedRights(rulesOf(mapping), [])).to.deep.equal({
      isMapped: true,
      groups: ['All people'],
      role: 'User',
      inventory: 'read',
    });
  });

  it('does not affect kinds of rights that are in no rule', () => {
    expect(mappedRights(rulesOf('a => role Administrator'), ['b'])).to.deep.equal({ isMapped: false, role: 'User' });
    expect(mappedRights([], ['b'])).to.deep.equal({ isMapped: false });
  });

  it('compares names exactly, and names of directories as DNs', () => {
    const rules = rulesOf('Admins => role Administrator');
    expect(mappedRights(rules, ['admins']).role).to.equal('User');
    expect(mappedRights(rules, ['admins'], dnKey).role).to.equal('Administrator');
  });

  it('maps programs to service accounts, but no persons', () => {
    const rules = rulesOf('client-1 => service account ci\nnetops => group Operators');
    expect(mappedServiceAccount(rules, ['sub', 'client-1'])).to.equal('ci');
    expect(mappedServiceAccount(rules, ['netops', 'Client-1'])).to.equal(undefined);
    expect(mappedRights(rules, ['client-1'])).to.deep.equal({ isMapped: false, groups: [] });
  });
});

describe('A distinguished name', () => {
  it('is the same in any case, with any spaces at separators and any needless escape', () => {
    const same = ['cn=Jörg,ou=people', 'CN=jörg, OU=People', 'cn = J\\c3\\b6rg , ou=people'];
    expect(new Set(same.map(dnKey)).size).to.equal(1);
  });

  it('differs where separators are characters of a name', () => {
    const different = ['cn=a,ou=b', 'cn=a\\,ou=b', 'cn=a\\2cou=b,ou=b', 'cn=a\\20,ou=b', 'cn=a', 'cn=\\ff\\fe'];
    expect(new Set(different.map(dnKey)).size).to.equal(different.length);
  });
});
