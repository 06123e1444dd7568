import {
  type AdministeredFields,
  type AdministeredValues,
  defaultsOf,
  defineAdministered,
  groupMembers,
  secretNames,
  type TextForm,
  withHiddenSecrets,
} from '../fields/administered-field.js';

export const providerTypes = ['ldap', 'oidc', 'saml'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** activeDirectory: the matching rule of Active Directory; search: one search per depth. */
export const nestedGroupModes = ['none', 'activeDirectory', 'search'] as const;
export type NestedGroups = (typeof nestedGroupModes)[number];

const attribute: TextForm = { pattern: /^[A-Za-z][A-Za-z0-9-]{0,63}$/, problem: 'must be the name of an attribute' };
const notEmpty: TextForm = { pattern: /\S/, problem: 'must not be empty' };
const short = { type: 'text', max: 1000 } as const;
const attributeName = { type: 'text', max: 64, form: attribute } as const;
const claim = { type: 'text', max: 200, form: notEmpty } as const;

/** With `userDn`, the service binds as the user directly. Without it, a search finds the user's entry. */
export const ldapFields = defineAdministered({
  urls: {
    type: 'texts',
    meaning: 'Servers, tried in this order: ldaps://HOST:PORT or ldap://HOST:PORT.',
  },
  startTls: { type: 'flag', meaning: 'Whether ldap:// connections are encrypted by StartTLS.' },
  ca: { type: 'multiline', max: 65_535, meaning: 'Certificates of authorities in PEM; empty for those of the system.' },
  bindDn: { ...short, meaning: 'DN of the account that searches; empty for anonymous searches.' },
  bindPassword: { ...short, hidden: true, meaning: 'Password of this account.' },
  userBase: { ...short, meaning: 'DN below which users are searched.' },
  userFilter: {
    ...short,
    default: '(uid={username})',
    meaning: 'Filter for the entry of a user; {username} is the typed name.',
  },
  userDn: {
    ...short,
    meaning: 'DN or user principal name with {username}, to bind without a search; empty to search.',
  },
  usernameAttribute: { ...attributeName, default: 'uid', meaning: 'Attribute that becomes the user name.' },
  realNameAttribute: { ...attributeName, default: 'cn', meaning: 'Attribute with the name of the person.' },
  emailAttribute: { ...attributeName, default: 'mail', meaning: 'Attribute with the e-mail address.' },
  groupBase: { ...short, meaning: 'DN below which groups are searched; empty to read the attribute memberOf only.' },
  groupFilter: {
    ...short,
    default: '(member={dn})',
    meaning: 'Filter for the groups of a user; {dn} is the DN of the user, {username} the name.',
  },
  nestedGroups: {
    ...{ type: 'enum', values: nestedGroupModes, default: 'none' },
    meaning: 'Search for nested groups: none, activeDirectory (its matching rule), or search (one search for each depth).',
  },
  timeoutSeconds: {
    ...{ type: 'integer', min: 1, max: 30, default: 5 },
    meaning: 'Time limit of each server in seconds, 1 to 30; then the next server is tried.',
  },
  cacheSeconds: {
    ...{ type: 'integer', min: 0, max: 300, default: 30 },
    meaning: 'Seconds for which a correct password is cached; 0: the directory is queried each time.',
  },
});

export type LdapSettings = AdministeredValues<typeof ldapFields>;

export const oidcFields = defineAdministered({
  issuer: { ...short, meaning: 'Issuer identifier, e.g. https://login.example.org/realms/staff.' },
  clientId: { ...short, form: notEmpty, meaning: 'Client ID of this service at the provider.' },
  clientSecret: { ...short, hidden: true, meaning: 'Client secret; empty for a public client.' },
  audience: {
    ...short,
    meaning: 'Audience of access tokens that applications of security oidc accept; empty for none.',
  },
  scopes: {
    type: 'texts',
    default: ['profile', 'email'],
    meaning: 'Scopes in addition to openid; default: profile and email.',
  },
  usernameClaim: { ...claim, default: 'preferred_username', meaning: 'Claim that becomes the user name.' },
  realNameClaim: { ...claim, default: 'name', meaning: 'Claim with the name of the person.' },
  groupsClaim: { ...claim, default: 'groups', meaning: 'Claim with the groups or roles; dots separate members of objects.' },
  matchEmail: {
    type: 'flag',
    meaning: 'Whether a first sign-in is matched to an existing user by verified e-mail address.',
  },
});

export type OidcSettings = AdministeredValues<typeof oidcFields>;

export const samlFields = defineAdministered({
  entityId: { ...short, form: notEmpty, meaning: 'Entity ID of the identity provider: the issuer of its assertions.' },
  signInUrl: { ...short, meaning: 'URL of its sign-on service with the binding HTTP-Redirect.' },
  certificates: {
    ...{ type: 'multiline', max: 65_535 },
    meaning: 'Certificates in PEM with which the provider signs; several while it changes them.',
  },
  audience: {
    ...short,
    form: notEmpty,
    meaning: 'Entity ID of this service at the provider, e.g. https://ipam.example.org.',
  },
  signingKey: {
    ...{ type: 'multiline', max: 16_384, hidden: true },
    meaning: 'RSA key in PEM with which this service signs its requests; empty: they are not signed.',
  },
  signingCertificate: { type: 'multiline', max: 16_384, meaning: 'Certificate of this key in PEM, for the metadata.' },
  usernameAttribute: { type: 'text', max: 200, meaning: 'Attribute that becomes the user name; empty for the NameID.' },
  realNameAttribute: { ...claim, default: 'displayName', meaning: 'Attribute with the name of the person.' },
  emailAttribute: { ...claim, default: 'email', meaning: 'Attribute with the e-mail address.' },
  groupsAttribute: { ...claim, default: 'groups', meaning: 'Attribute with the groups or roles.' },
});

export type SamlSettings = AdministeredValues<typeof samlFields>;

/** The settings are in the property with the name of the type, for example `ldap`. */
export type TypedProviderSettings =
  | { readonly type: 'ldap'; readonly ldap: LdapSettings }
  | { readonly type: 'oidc'; readonly oidc: OidcSettings }
  | { readonly type: 'saml'; readonly saml: SamlSettings };

export const providerProfileFields = defineAdministered({
  name: {
    ...{ type: 'text', max: 32, required: true, writeOnce: true },
    form: {
      pattern: /^[a-z0-9][a-z0-9-]{0,31}$/,
      problem: 'must be 1 to 32 lower-case letters, digits and -, and begin with a letter or digit',
    },
    meaning: 'Name in paths and in the records of its users: lower-case letters, digits and -.',
  },
  type: {
    ...{ type: 'enum', values: providerTypes, required: true, writeOnce: true },
    meaning: 'Protocol: ldap, oidc or saml.',
  },
  label: { type: 'text', max: 100, isName: true, meaning: 'Name on the sign-in page: Sign in with LABEL.' },
  disabled: { type: 'flag', meaning: 'Whether sign-ins by the provider are refused.' },
  order: {
    ...{ type: 'integer', min: 0, max: 9999, default: 0 },
    meaning: 'Position; providers with lower numbers are queried and shown first.',
  },
  createUsers: { type: 'flag', default: true, meaning: 'Whether the first sign-in creates the user.' },
  requireMapping: { type: 'flag', meaning: 'Whether users without a matching rule are refused.' },
  mapping: {
    ...{ type: 'multiline', max: 65_535 },
    meaning:
      'Rules, one per line: FROM => group NAME, FROM => role NAME, FROM => inventory write. FROM is a group of the provider, or * for all. Each sign-in applies the rules. Access tokens of programs: SUBJECT => service account NAME.',
  },
  comment: { type: 'multiline', max: 65_535, meaning: 'Comment.' },
});

const { comment, ...profileFields } = providerProfileFields;

/** Fields of a type begin with the name of the type and a dot. */
export const providerFields: AdministeredFields = {
  ...profileFields,
  ...partial(groupMembers('ldap', ldapFields)),
  ...partial(groupMembers('oidc', oidcFields)),
  ...partial(groupMembers('saml', samlFields)),
  comment,
};

function partial(fields: AdministeredFields): AdministeredFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, partial: true }]));
}

export type ProviderProfile = Omit<AdministeredValues<typeof providerProfileFields>, 'type'>;

/** Contains secrets. Never part of a response. */
export type SignInProvider = ProviderProfile & TypedProviderSettings;
export type LdapProvider = Extract<SignInProvider, { type: 'ldap' }>;
export type OidcProvider = Extract<SignInProvider, { type: 'oidc' }>;
export type SamlProvider = Extract<SignInProvider, { type: 'saml' }>;

export const providerSecrets: readonly string[] = secretNames(providerFields);

export const defaultLdapSettings: LdapSettings = defaultsOf(ldapFields);

export const defaultOidcSettings: OidcSettings = defaultsOf(oidcFields);

export const defaultSamlSettings: SamlSettings = defaultsOf(samlFields);

export function settingsOf(provider: SignInProvider): LdapSettings | OidcSettings | SamlSettings {
  if (provider.type === 'ldap') return provider.ldap;
  return provider.type === 'oidc' ? provider.oidc : provider.saml;
}

/** Contains `(set)` instead of each stored secret. */
export const publicProvider = (provider: SignInProvider): SignInProvider => withHiddenSecrets(providerFields, provider);

/** Providers in the order of their use at the sign-in. */
export const inProviderOrder = <P extends Pick<ProviderProfile, 'order' | 'name'>>(providers: readonly P[]): P[] =>
  providers.toSorted((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));

/** Enabled providers that check passwords, in order. */
export const passwordProviders = (providers: readonly SignInProvider[]): LdapProvider[] =>
  inProviderOrder(providers).filter((provider): provider is LdapProvider => provider.type === 'ldap' && !provider.disabled);

const ldapUrl = /^ldaps?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i;
const highestPort = 65_535;

/** The problem as the end of a sentence; undefined for a valid URL. */
export function ldapUrlProblem(url: string, startTls: boolean): string | undefined {
  const match = ldapUrl.exec(url);
  if (!match || Number(match[1] ?? 1) > highestPort || Number(match[1] ?? 1) === 0)
    return 'must be ldap://HOST, ldap://HOST:PORT, or the same with ldaps';
  return startTls && /^ldaps:/i.test(url) ? 'must begin with ldap:// where StartTLS is used' : undefined;
}

const openingProblem = 'must be a filter in parentheses, e.g. (uid={username})';

/** The problem as the end of a sentence; undefined for a valid template. @param names placeholders; at least one is required */
export function filterProblem(template: string, ...names: readonly string[]): string | undefined {
  if (!/^\(.*\)$/s.test(template) || !isBalanced(template)) return openingProblem;
  return placeholderProblem(template, names);
}

/** The problem as the end of a sentence; undefined for a valid template. */
export const dnTemplateProblem = (template: string): string | undefined => placeholderProblem(template, ['username']);

function placeholderProblem(template: string, names: readonly string[]): string | undefined {
  const used = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const words = names.map((name) => `{${name}}`).join(' or ');
  if (!used.some((name) => names.includes(name))) return `must contain ${words}`;
  return used.every((name) => names.includes(name)) ? undefined : `must contain no other placeholder than ${words}`;
}

function isBalanced(filter: string): boolean {
  let depth = 0;
  for (const character of filter) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/** The problem as the end of a sentence; undefined for a valid URL. */
export const issuerProblem = (issuer: string): string | undefined =>
  serverProblem(/^(https?):\/\/([^\s/?#@]+)(?:\/[^\s?#]*)?$/.exec(issuer), 'without query, fragment and user name');

/** The problem as the end of a sentence; undefined for a valid URL. */
export const signInUrlProblem = (url: string): string | undefined =>
  serverProblem(/^(https?):\/\/([^\s/?#@]+)(?:[/?][^\s#]*)?$/.exec(url), 'without fragment and user name');

function serverProblem(match: RegExpExecArray | null, without: string): string | undefined {
  const [, scheme = '', host = ''] = match ?? [];
  if (scheme === '') return `must be an https URL ${without}`;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
  return scheme === 'http' && !isLocal ? 'must begin with https:// unless the provider runs on this machine' : undefined;
}

const pemKey = /^\s*-----BEGIN ((?:RSA )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/;

/** Line ends of the PEM text may be missing. Undefined for any other text. */
export function privateKeyIn(text: string): string | undefined {
  const [, label = '', body = ''] = pemKey.exec(text) ?? [];
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g);
  return lines ? [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n') : undefined;
}
