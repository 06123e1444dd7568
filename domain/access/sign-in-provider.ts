/** Protocols by which other services authenticate users. */
export const providerTypes = ['ldap', 'oidc'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** How groups within groups are found: not at all, by the matching rule of Active Directory, by one search for each depth. */
export const nestedGroupModes = ['none', 'activeDirectory', 'search'] as const;
export type NestedGroups = (typeof nestedGroupModes)[number];

/** An LDAP directory. With `userDn` the service binds as the user at once; without it a search finds the entry of the user. */
export interface LdapSettings {
  /** ldap://HOST:PORT or ldaps://HOST:PORT, in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly startTls: boolean;
  /** Certificates of authorities, PEM; empty: those of the system. */
  readonly ca: string;
  /** The entry that searches; empty: searches are anonymous. */
  readonly bindDn: string;
  readonly bindPassword: string;
  /** A DN or a user principal name with `{username}`; empty: the entry is searched. */
  readonly userDn: string;
  readonly userBase: string;
  /** With `{username}`. */
  readonly userFilter: string;
  readonly usernameAttribute: string;
  readonly realNameAttribute: string;
  readonly emailAttribute: string;
  /** Below it groups are searched; empty: only the attribute memberOf of the user names groups. */
  readonly groupBase: string;
  /** With `{dn}` or `{username}`. */
  readonly groupFilter: string;
  readonly nestedGroups: NestedGroups;
  /** Limit of the whole authentication by one server. */
  readonly timeoutSeconds: number;
  /** How long a correct password counts without a question to the directory; 0: not at all. */
  readonly cacheSeconds: number;
}

/** An OpenID provider. */
export interface OidcSettings {
  /** Its issuer identifier, an https URL. */
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** Audience of access tokens that applications of security oidc accept; empty: none are accepted. */
  readonly audience: string;
  /** Beside `openid`. */
  readonly scopes: readonly string[];
  readonly usernameClaim: string;
  readonly realNameClaim: string;
  readonly groupsClaim: string;
  /** Whether a verified e-mail address links a first sign-in to the user who has it. */
  readonly matchEmail: boolean;
}

/** Settings of each type, under the name of the type. */
export type TypedProviderSettings =
  | { readonly type: 'ldap'; readonly ldap: LdapSettings }
  | { readonly type: 'oidc'; readonly oidc: OidcSettings };

/** Settings that all types have. */
export interface ProviderProfile {
  /** Unique; stands in paths and in the records of its users. */
  readonly name: string;
  /** For people: "Sign in with LABEL". */
  readonly label: string;
  readonly disabled: boolean;
  /** Providers with lower numbers come first; those of one number by name. */
  readonly order: number;
  /** Whether a first sign-in creates the user. */
  readonly createUsers: boolean;
  /** Whether a user to whom no rule of the mapping applies is refused. */
  readonly requireMapping: boolean;
  /** Rules, one a line: see provider-mapping.ts. */
  readonly mapping: string;
  readonly comment: string;
}

/** A service that authenticates users, with its secrets: never to be shown. */
export type SignInProvider = ProviderProfile & TypedProviderSettings;
export type LdapProvider = Extract<SignInProvider, { type: 'ldap' }>;
export type OidcProvider = Extract<SignInProvider, { type: 'oidc' }>;

/** Members that are secrets, as paths. */
export const providerSecrets = ['ldap.bindPassword', 'oidc.clientSecret'] as const;

export const defaultLdapSettings: LdapSettings = {
  urls: [],
  startTls: false,
  ca: '',
  bindDn: '',
  bindPassword: '',
  userDn: '',
  userBase: '',
  userFilter: '(uid={username})',
  usernameAttribute: 'uid',
  realNameAttribute: 'cn',
  emailAttribute: 'mail',
  groupBase: '',
  groupFilter: '(member={dn})',
  nestedGroups: 'none',
  timeoutSeconds: 5,
  cacheSeconds: 30,
};

export const defaultOidcSettings: OidcSettings = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  audience: '',
  scopes: ['profile', 'email'],
  usernameClaim: 'preferred_username',
  realNameClaim: 'name',
  groupsClaim: 'groups',
  matchEmail: false,
};

const secretText = (secret: string): string => (secret === '' ? '' : '(set)');

/** A provider as it may be shown: of a secret only whether it is set. */
export const publicProvider = (provider: SignInProvider): SignInProvider =>
  provider.type === 'ldap'
    ? { ...provider, ldap: { ...provider.ldap, bindPassword: secretText(provider.ldap.bindPassword) } }
    : { ...provider, oidc: { ...provider.oidc, clientSecret: secretText(provider.oidc.clientSecret) } };

/** Providers in the order in which people and sign-ins meet them. */
export const inProviderOrder = <P extends Pick<ProviderProfile, 'order' | 'name'>>(providers: readonly P[]): P[] =>
  providers.toSorted((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));

/** The providers that check passwords, in order, without those that are disabled. */
export const passwordProviders = (providers: readonly SignInProvider[]): LdapProvider[] =>
  inProviderOrder(providers).filter((provider): provider is LdapProvider => provider.type === 'ldap' && !provider.disabled);

const ldapUrl = /^ldaps?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i;
const highestPort = 65_535;

/** The problem of a server's URL, the end of a sentence; undefined for a sound one. */
export function ldapUrlProblem(url: string, startTls: boolean): string | undefined {
  const match = ldapUrl.exec(url);
  if (!match || Number(match[1] ?? 1) > highestPort || Number(match[1] ?? 1) === 0)
    return 'must be ldap://HOST, ldap://HOST:PORT, or the same with ldaps';
  return startTls && /^ldaps:/i.test(url) ? 'must begin with ldap:// where StartTLS is used' : undefined;
}

const openingProblem = 'must be a filter in brackets, e.g. (uid={username})';

/** The problem of a filter template, the end of a sentence; undefined for a sound one. @param names of which one must occur */
export function filterProblem(template: string, ...names: readonly string[]): string | undefined {
  if (!/^\(.*\)$/s.test(template) || !isBalanced(template)) return openingProblem;
  return placeholderProblem(template, names);
}

/** The problem of a template of DNs, the end of a sentence; undefined for a sound one. */
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

/** The problem of an issuer's URL, the end of a sentence; undefined for a sound one. */
export function issuerProblem(issuer: string): string | undefined {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^\s/?#@]+)(?:\/[^\s?#]*)?$/.exec(issuer) ?? [];
  if (scheme === '') return 'must be an https URL without query, fragment and user name';
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
  return scheme === 'http' && !isLocal ? 'must begin with https:// unless the provider runs on this machine' : undefined;
}
