import { certificatesIn, hasCertificates } from '../../../domain/access/certificate.js';
import { readMapping, rulesOf } from '../../../domain/access/provider-mapping.js';
import {
  dnTemplateProblem,
  filterProblem,
  issuerProblem,
  type LdapSettings,
  ldapFields,
  ldapUrlProblem,
  type OidcSettings,
  oidcFields,
  privateKeyIn,
  providerFields,
  providerProfileFields,
  providerTypes,
  type SamlSettings,
  type SignInProvider,
  samlFields,
  signInUrlProblem,
} from '../../../domain/access/sign-in-provider.js';
import { type Entry, entryMembers, readEntry } from './entry.js';

export const providerMembers = entryMembers(providerFields);

const maxServers = 8;

/** @throws IpamError provision.invalid */
export function readProvider(entry: Entry): SignInProvider {
  const { type, ...profile } = readEntry(entry, providerProfileFields, { readers: profileReaders });
  const rules = rulesOf(profile.mapping);
  if (profile.requireMapping && rules.length === 0) entry.refuse('requireMapping', 'requires a mapping with at least one rule');
  const other = providerTypes.find((each) => each !== type && entry.has(each));
  if (other !== undefined) entry.refuse(other, `is only for providers of type ${other}`);
  if (type !== 'oidc' && rules.some(({ gives }) => 'serviceAccount' in gives))
    entry.refuse('mapping', 'must not name a service account: only providers of type oidc support this');
  switch (type) {
    case 'ldap':
      return { ...profile, type, ldap: readLdap(entry.object('ldap', entryMembers(ldapFields))) };
    case 'oidc':
      return { ...profile, type, oidc: readOidc(entry.object('oidc', entryMembers(oidcFields))) };
    case 'saml':
      return { ...profile, type, saml: readSaml(entry.object('saml', entryMembers(samlFields))) };
  }
}

const profileReaders = {
  label: (entry: Entry) => entry.read('label', providerProfileFields.label, '') || entry.read('name', providerProfileFields.name),
  mapping: (entry: Entry) => {
    const mapping = linesOf(entry, 'mapping');
    const rules = readMapping(mapping);
    return 'problem' in rules ? entry.refuse('mapping', rules.problem) : mapping;
  },
};

function readLdap(entry: Entry): LdapSettings {
  const ldap = readEntry(entry, ldapFields);
  const refuse = (name: string, problem: string | undefined) => problem !== undefined && entry.refuse(name, problem);
  if (ldap.urls.length === 0 || ldap.urls.length > maxServers) entry.refuse('urls', `must be 1 to ${maxServers} URLs`);
  for (const url of ldap.urls) refuse('urls', ldapUrlProblem(url, ldap.startTls));
  refuse('userFilter', filterProblem(ldap.userFilter, 'username'));
  refuse('groupFilter', filterProblem(ldap.groupFilter, 'dn', 'username'));
  if (ldap.userDn !== '') refuse('userDn', dnTemplateProblem(ldap.userDn));
  else if (ldap.userBase === '')
    entry.refuse('userBase', 'is missing: set it to the DN below which users are searched, or set userDn');
  if (ldap.userBase === '' && !ldap.userDn.includes('=') && ldap.userDn !== '')
    entry.refuse('userBase', 'is missing: it is required unless userDn contains a DN');
  if (ldap.bindDn !== '' && ldap.bindPassword === '') entry.refuse('bindPassword', 'is missing: bindDn requires it');
  if (ldap.ca !== '' && !hasCertificates(ldap.ca)) entry.refuse('ca', 'must be certificates in PEM');
  if (ldap.nestedGroups !== 'none' && ldap.groupBase === '') entry.refuse('groupBase', 'is missing: nestedGroups requires it');
  if (ldap.nestedGroups === 'search' && !ldap.groupFilter.includes('{dn}'))
    entry.refuse('groupFilter', 'must contain {dn} if nestedGroups is search');
  return ldap;
}

const oidcReaders = {
  issuer: (entry: Entry) => entry.readValid('issuer', oidcFields.issuer, issuerProblem),
  clientId: (entry: Entry) => entry.read('clientId', oidcFields.clientId),
};

function readOidc(entry: Entry): OidcSettings {
  const settings = readEntry(entry, oidcFields, { readers: oidcReaders });
  if (settings.scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope)))
    entry.refuse('scopes', 'must be words of printable ASCII characters');
  if (settings.audience === settings.clientId)
    entry.refuse('audience', 'must not be the client ID: ID tokens would count as access tokens');
  return settings;
}

const samlReaders = {
  entityId: (entry: Entry) => entry.read('entityId', samlFields.entityId),
  audience: (entry: Entry) => entry.read('audience', samlFields.audience),
  signInUrl: (entry: Entry) => entry.readValid('signInUrl', samlFields.signInUrl, signInUrlProblem),
  certificates: (entry: Entry) =>
    entry.readValid('certificates', samlFields.certificates, (pem) =>
      hasCertificates(pem) ? undefined : 'must be certificates in PEM',
    ),
  signingKey: (entry: Entry) => {
    const key = entry.read('signingKey', samlFields.signingKey, '');
    if (key === '') return '';
    return (
      privateKeyIn(key) ??
      entry.refuse('signingKey', 'must be a private key in PEM without a passphrase, PRIVATE KEY or RSA PRIVATE KEY')
    );
  },
};

function readSaml(entry: Entry): SamlSettings {
  const settings = readEntry(entry, samlFields, { readers: samlReaders });
  if (settings.audience === settings.entityId) entry.refuse('audience', 'must not be the entity ID of the provider');
  const { signingKey, signingCertificate } = settings;
  if (signingKey !== '' && signingCertificate === '') entry.refuse('signingCertificate', 'is missing: signingKey requires it');
  if (signingCertificate !== '' && !isOneCertificate(signingCertificate))
    entry.refuse('signingCertificate', 'must be one certificate in PEM');
  return settings;
}

const isOneCertificate = (pem: string): boolean => hasCertificates(pem) && certificatesIn(pem).length === 1;

/** Lines, as one text or as a list of texts. */
const linesOf = (entry: Entry, name: 'mapping'): string =>
  entry.isList(name) ? entry.texts(name).join('\n') : entry.read(name, providerProfileFields[name], '').replaceAll('\r\n', '\n');
