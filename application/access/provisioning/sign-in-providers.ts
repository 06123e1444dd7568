import { readMapping } from '../../../domain/access/provider-mapping.js';
import {
  defaultLdapSettings,
  defaultOidcSettings,
  dnTemplateProblem,
  filterProblem,
  issuerProblem,
  type LdapSettings,
  ldapUrlProblem,
  nestedGroupModes,
  type OidcSettings,
  type ProviderProfile,
  providerTypes,
  type SignInProvider,
} from '../../../domain/access/sign-in-provider.js';
import type { Entry } from './entry.js';

/** Members of a provider's entry. */
export const providerMembers = [
  ...(['name', 'type', 'label', 'disabled', 'order', 'createUsers', 'requireMapping', 'mapping', 'comment'] as const),
  ...providerTypes,
] as const;

/** Members of `ldap` and `oidc` in it. */
export const ldapMembers = Object.keys(defaultLdapSettings);
export const oidcMembers = Object.keys(defaultOidcSettings);

const nameShape = {
  pattern: /^[a-z0-9][a-z0-9-]{0,31}$/,
  problem: 'must be 1 to 32 small letters, digits and -, the first a letter or digit',
};
const notEmpty = { pattern: /\S/, problem: 'must not be empty' };
const attributeShape = { pattern: /^[A-Za-z][A-Za-z0-9-]{0,63}$/, problem: 'must be the name of an attribute' };
const short = { max: 1000, fallback: '' } as const;
const long = { max: 65_535, fallback: '', lines: true } as const;
const maxServers = 8;

/** Reads a provider. @throws IpamError provision.invalid */
export function readProvider(entry: Entry): SignInProvider {
  const profile = readProfile(entry);
  const type = entry.word('type', providerTypes);
  const other = providerTypes.find((each) => each !== type && entry.has(each));
  if (other !== undefined) entry.refuse(other, `belongs to providers of type ${other}`);
  return type === 'ldap'
    ? { ...profile, type, ldap: readLdap(entry.object('ldap', ldapMembers)) }
    : { ...profile, type, oidc: readOidc(entry.object('oidc', oidcMembers)) };
}

function readProfile(entry: Entry): ProviderProfile {
  const name = entry.text('name', { max: 32, shape: nameShape });
  const mapping = linesOf(entry, 'mapping');
  const rules = readMapping(mapping);
  if ('problem' in rules) entry.refuse('mapping', rules.problem);
  const requireMapping = entry.flag('requireMapping', false);
  if (requireMapping && 'length' in rules && rules.length === 0) entry.refuse('requireMapping', 'needs a mapping with a rule');
  return {
    name,
    label: entry.text('label', { max: 100, fallback: '', isName: true }) || name,
    disabled: entry.flag('disabled', false),
    order: entry.integer('order', { min: 0, max: 9999, fallback: 0 }),
    createUsers: entry.flag('createUsers', true),
    requireMapping,
    mapping,
    comment: entry.text('comment', long),
  };
}

function readLdap(entry: Entry): LdapSettings {
  const usual = defaultLdapSettings;
  const attribute = (name: 'usernameAttribute' | 'realNameAttribute' | 'emailAttribute') =>
    entry.text(name, { max: 64, fallback: usual[name], shape: attributeShape });
  const settings: LdapSettings = {
    urls: entry.texts('urls'),
    startTls: entry.flag('startTls', false),
    ca: entry.text('ca', long),
    bindDn: entry.text('bindDn', short),
    bindPassword: entry.text('bindPassword', { max: 1000, fallback: '' }),
    userDn: entry.text('userDn', short),
    userBase: entry.text('userBase', short),
    userFilter: entry.text('userFilter', { max: 1000, fallback: usual.userFilter }),
    usernameAttribute: attribute('usernameAttribute'),
    realNameAttribute: attribute('realNameAttribute'),
    emailAttribute: attribute('emailAttribute'),
    groupBase: entry.text('groupBase', short),
    groupFilter: entry.text('groupFilter', { max: 1000, fallback: usual.groupFilter }),
    nestedGroups: entry.word('nestedGroups', nestedGroupModes, usual.nestedGroups),
    timeoutSeconds: entry.integer('timeoutSeconds', { min: 1, max: 30, fallback: usual.timeoutSeconds }),
    cacheSeconds: entry.integer('cacheSeconds', { min: 0, max: 300, fallback: usual.cacheSeconds }),
  };
  refuseUnsoundLdap(entry, settings);
  return settings;
}

function refuseUnsoundLdap(entry: Entry, ldap: LdapSettings): void {
  const refuse = (name: string, problem: string | undefined) => problem !== undefined && entry.refuse(name, problem);
  if (ldap.urls.length === 0 || ldap.urls.length > maxServers) entry.refuse('urls', `must be 1 to ${maxServers} URLs`);
  for (const url of ldap.urls) refuse('urls', ldapUrlProblem(url, ldap.startTls));
  refuse('userFilter', filterProblem(ldap.userFilter, 'username'));
  refuse('groupFilter', filterProblem(ldap.groupFilter, 'dn', 'username'));
  if (ldap.userDn !== '') refuse('userDn', dnTemplateProblem(ldap.userDn));
  else if (ldap.userBase === '')
    entry.refuse('userBase', 'is missing; it must be the DN below which users are searched, or userDn is given');
  if (ldap.userBase === '' && !ldap.userDn.includes('=') && ldap.userDn !== '')
    entry.refuse('userBase', 'is missing: without a DN in userDn the entry of a user must be searched');
  if (ldap.bindDn !== '' && ldap.bindPassword === '') entry.refuse('bindPassword', 'is missing, and bindDn is given');
  if (ldap.ca !== '' && !ldap.ca.includes('-----BEGIN CERTIFICATE-----')) entry.refuse('ca', 'must be certificates in PEM');
  if (ldap.nestedGroups !== 'none' && ldap.groupBase === '') entry.refuse('groupBase', 'is missing, and nestedGroups needs it');
  if (ldap.nestedGroups === 'search' && !ldap.groupFilter.includes('{dn}'))
    entry.refuse('groupFilter', 'must contain {dn} where nestedGroups is search');
}

function readOidc(entry: Entry): OidcSettings {
  const usual = defaultOidcSettings;
  const claim = (name: 'usernameClaim' | 'realNameClaim' | 'groupsClaim') =>
    entry.text(name, { max: 200, fallback: usual[name], shape: notEmpty });
  const issuer = entry.text('issuer', { max: 1000 });
  const problem = issuerProblem(issuer);
  if (problem !== undefined) entry.refuse('issuer', problem);
  const scopes = entry.has('scopes') ? entry.texts('scopes') : usual.scopes;
  if (scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope)))
    entry.refuse('scopes', 'must be words of printable ASCII characters');
  const clientId = entry.text('clientId', { max: 1000, shape: notEmpty });
  const audience = entry.text('audience', short);
  if (audience === clientId) entry.refuse('audience', 'must not be the client ID: ID tokens would count as access tokens');
  return {
    issuer,
    clientId,
    audience,
    clientSecret: entry.text('clientSecret', { max: 1000, fallback: '' }),
    scopes,
    usernameClaim: claim('usernameClaim'),
    realNameClaim: claim('realNameClaim'),
    groupsClaim: claim('groupsClaim'),
    matchEmail: entry.flag('matchEmail', false),
  };
}

/** Lines, as one text or as a list of texts. */
const linesOf = (entry: Entry, name: string): string =>
  entry.isList(name) ? entry.texts(name).join('\n') : entry.text(name, long).replaceAll('\r\n', '\n');
