import type { ImportRecord } from '../../application/ports/register.js';

type Params = Readonly<Record<string, unknown>>;

export interface SignInMethod {
  readonly id: string;
  readonly type: string;
  /** JSON. */
  readonly params: string;
  readonly description: string;
}

/**
 * Converts a method of type AD, LDAP or SAML2 to a sign-in provider. The provider creates no users, because phpIPAM does not
 * create any.
 * @returns undefined for other types, for AD and LDAP without a server, and for SAML without sign-in URL or certificate
 */
export function providerRecord(where: string, method: SignInMethod): ImportRecord | undefined {
  if (method.type === 'SAML2') return samlRecord(where, method);
  const isAd = method.type === 'AD';
  if (!isAd && method.type !== 'LDAP') return undefined;
  const params = paramsIn(method.params);
  const urls = urlsOf(params);
  if (urls.length === 0) return undefined;
  const ldap = {
    urls,
    startTls: usesStartTls(params),
    ...accountOf(params),
    ...(isAd ? adSettings(params) : ldapSettings(params)),
  };
  return { where, values: { ...profileOf(method), type: 'ldap', ldap }, custom: {} };
}

function profileOf({ type, id, description }: SignInMethod): { name: string; label: string; createUsers: false } {
  const name = `${type.toLowerCase().replace('saml2', 'saml')}-${id}`;
  return { name, label: description === '' ? name : description.slice(0, 100), createUsers: false };
}

/** Converts a SAML method. The service must be registered at the provider again, because its URL differs from phpIPAM's. */
function samlRecord(where: string, method: SignInMethod): ImportRecord | undefined {
  const params = paramsIn(method.params);
  const [signInUrl, certificate] = [textIn(params, 'idp_login'), textIn(params, 'idp_x509cert')];
  if (signInUrl === '' || certificate === '') return undefined;
  const saml = {
    ...{ signInUrl, entityId: textIn(params, 'idp_issuer'), certificates: inPem(certificate) },
    audience: textIn(params, 'clientId') || 'hexipam',
    usernameAttribute: textIn(params, 'MappedUser'),
  };
  return { where, values: { ...profileOf(method), type: 'saml', saml }, custom: {} };
}

/** Adds the PEM delimiters, which phpIPAM does not require. */
const inPem = (certificate: string): string =>
  certificate.includes('-----BEGIN CERTIFICATE-----')
    ? certificate
    : `-----BEGIN CERTIFICATE-----\n${certificate.replace(/\s+/g, '').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----`;

function paramsIn(text: string): Params {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

const textIn = (params: Params, name: string): string => {
  const value = params[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

const isOn = (params: Params, name: string): boolean => ['1', 'true', 'yes'].includes(textIn(params, name).toLowerCase());

const usesTls = (params: Params): boolean => isOn(params, 'use_ssl') || textIn(params, 'ldap_security') === 'ssl';

const usesStartTls = (params: Params): boolean =>
  !usesTls(params) && (isOn(params, 'use_tls') || textIn(params, 'ldap_security') === 'tls');

function urlsOf(params: Params): string[] {
  const hosts = textIn(params, 'domain_controllers').split(/[;,\s]+/);
  const port = textIn(params, 'ad_port');
  const scheme = usesTls(params) ? 'ldaps' : 'ldap';
  const suffix = /^\d{1,5}$/.test(port) && !(usesTls(params) && port === '389') ? `:${port}` : '';
  return hosts.filter((host) => host !== '').map((host) => `${scheme}://${host.replace(/^ldaps?:\/\//i, '')}${suffix}`);
}

/** Returns the service account for searches, if phpIPAM has one with its password. */
function accountOf(params: Params): object {
  const [name, password] = [textIn(params, 'adminUsername'), textIn(params, 'adminPassword')];
  if (name === '' || password === '') return {};
  const isWhole = name.includes('=') || name.includes('@');
  return { bindDn: isWhole ? name : `${name}${textIn(params, 'account_suffix')}`, bindPassword: password };
}

/** Settings of an Active Directory method. phpIPAM binds with the user name and the account suffix. */
const adSettings = (params: Params): object => ({
  userBase: textIn(params, 'base_dn'),
  userFilter: '(&(objectClass=user)(sAMAccountName={username}))',
  userDn: `{username}${textIn(params, 'account_suffix')}`,
  usernameAttribute: 'sAMAccountName',
  realNameAttribute: 'displayName',
});

const ldapSettings = (params: Params): object => {
  const attribute = textIn(params, 'uid_attr') || 'uid';
  return {
    userBase: textIn(params, 'users_base_dn') || textIn(params, 'base_dn'),
    userFilter: `(${attribute}={username})`,
    usernameAttribute: attribute,
  };
};
