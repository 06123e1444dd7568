import {
  defaultLdapSettings,
  defaultOidcSettings,
  nestedGroupModes,
  providerTypes,
} from '../../../../domain/access/sign-in-provider.js';
import type { Member, Members } from './kept.js';

const flag = (meaning: string): Member => ({ type: 'flag', meaning });
const text = (meaning: string, usual?: string): Member => ({ type: 'text', meaning, ...(usual ? { usual } : {}) });
const ldap = defaultLdapSettings;
const oidc = defaultOidcSettings;

const described: Members = {
  name: {
    type: 'text',
    meaning: 'Name in paths and in the records of its users: small letters, digits and -.',
    isRequired: true,
    isFixed: true,
  },
  type: { type: 'enum', values: providerTypes, meaning: 'Protocol: ldap or oidc.', isRequired: true, isFixed: true },
  label: text('Name on the sign-in page: Sign in with LABEL.'),
  disabled: flag('Whether nobody signs in by it.'),
  order: { type: 'integer', meaning: 'Providers with lower numbers are asked and shown first.', usual: 0 },
  createUsers: { type: 'flag', usual: true, meaning: 'Whether a first sign-in creates the user.' },
  requireMapping: flag('Whether users to whom no rule of the mapping applies are refused.'),
  mapping: {
    type: 'multiline',
    meaning:
      'Rules, one a line: FROM => group NAME, FROM => role Administrator, FROM => inventory write. FROM is a group of the provider, or * for all. Each sign-in applies them.',
  },
  'ldap.urls': { type: 'texts', meaning: 'Servers in the order in which they are tried: ldaps://HOST:PORT or ldap://HOST:PORT.' },
  'ldap.startTls': flag('Whether ldap:// connections are encrypted by StartTLS.'),
  'ldap.ca': { type: 'multiline', meaning: 'Certificates of authorities in PEM; empty for those of the system.' },
  'ldap.bindDn': text('DN of the account that searches; empty for anonymous searches.'),
  'ldap.bindPassword': { type: 'secret', meaning: 'Password of this account.' },
  'ldap.userBase': text('DN below which users are searched.'),
  'ldap.userFilter': text('Filter that finds a user; {username} is the name that was typed.', ldap.userFilter),
  'ldap.userDn': text('DN or user principal name with {username}, to bind without a search; empty to search.'),
  'ldap.usernameAttribute': text('Attribute that becomes the user name.', ldap.usernameAttribute),
  'ldap.realNameAttribute': text('Attribute with the name of the person.', ldap.realNameAttribute),
  'ldap.emailAttribute': text('Attribute with the e-mail address.', ldap.emailAttribute),
  'ldap.groupBase': text('DN below which groups are searched; empty to read the attribute memberOf only.'),
  'ldap.groupFilter': text(
    'Filter that finds the groups of a user; {dn} is the DN of the user, {username} the name.',
    ldap.groupFilter,
  ),
  'ldap.nestedGroups': {
    type: 'enum',
    values: nestedGroupModes,
    usual: ldap.nestedGroups,
    meaning: 'How groups of groups are found: none, activeDirectory (its matching rule), or search (one search for each depth).',
  },
  'ldap.timeoutSeconds': {
    type: 'integer',
    usual: ldap.timeoutSeconds,
    meaning: 'Time limit of one server in seconds, 1 to 30; then the next server is tried.',
  },
  'ldap.cacheSeconds': {
    type: 'integer',
    usual: ldap.cacheSeconds,
    meaning: 'Seconds for which a correct password is accepted without asking the directory again; 0 to always ask.',
  },
  'oidc.issuer': text('Issuer identifier, e.g. https://login.example.org/realms/staff.'),
  'oidc.clientId': text('Client ID that the provider has given this service.'),
  'oidc.clientSecret': { type: 'secret', meaning: 'Client secret; empty for a public client.' },
  'oidc.audience': text('Audience of access tokens that applications of security oidc accept; empty for none.'),
  'oidc.scopes': { type: 'texts', meaning: 'Scopes beside openid; profile and email where none are given.' },
  'oidc.usernameClaim': text('Claim that becomes the user name.', oidc.usernameClaim),
  'oidc.realNameClaim': text('Claim with the name of the person.', oidc.realNameClaim),
  'oidc.groupsClaim': text('Claim with the groups or roles; dots lead into objects.', oidc.groupsClaim),
  'oidc.matchEmail': flag('Whether a first sign-in with a verified e-mail address takes over the user who has this address.'),
  comment: { type: 'multiline', meaning: 'Comment.' },
};

/** Members of a sign-in provider. Those of one type have its name before the dot. */
export const describedProvider: Members = Object.fromEntries(
  Object.entries(described).map(([name, member]) => [name, name.includes('.') ? { ...member, isPartial: true } : member]),
);
