import { expect } from 'chai';
import { ExtensibleFilter, FilterParser } from 'ldapts';
import { chainFilter, filledDn, filledFilter, filterOfAny } from '../../../adapters/ldap/directory-sign-in.js';

const parsed = (filter: string): unknown => JSON.parse(JSON.stringify(FilterParser.parseString(filter)));

describe('LDAP templates', () => {
  it('insert a name as one value, whatever its characters', () => {
    for (const username of ['anna', 'a*(b)\\c', 'anna)(uid=*', 'Jörg 日本', 'nul\0', '&|!<>=~:', ' spaces '])
      expect(parsed(filledFilter('(uid={username})', { username })), username).to.include({ attribute: 'uid', value: username });
  });

  it('escape every character that has a meaning in a DN', () => {
    expect(filledDn('uid={username},ou=people', 'a,b+c="d"\\<e>;#f ')).to.equal(
      'uid=a\\2cb\\2bc\\3d\\22d\\22\\5c\\3ce\\3e\\3b\\23f\\20,ou=people',
    );
    expect(filledDn('{username}@corp.example', 'anna')).to.equal('anna@corp.example');
  });

  it('query nested groups of Active Directory by its matching rule', () => {
    const dn = 'CN=Anna (Head Office),OU=People,DC=corp,DC=example';
    const filter = FilterParser.parseString(chainFilter(dn));
    const [, chain] = 'filters' in filter && Array.isArray(filter.filters) ? filter.filters : [];
    expect(chain).to.be.instanceOf(ExtensibleFilter);
    expect({ ...chain }).to.include({ matchType: 'member', rule: '1.2.840.113556.1.4.1941', value: dn });
  });

  it('query the groups of several members at once', () => {
    expect(filterOfAny('(member={dn})', 'anna', ['cn=a', 'cn=b'])).to.equal('(|(member=cn\\3da)(member=cn\\3db))');
  });
});
