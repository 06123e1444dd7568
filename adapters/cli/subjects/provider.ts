import { commandLineCaller } from '../../../application/caller.js';
import type { ProviderStep } from '../../../application/ports/sign-in-providers.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { providerFields, providerTypes } from '../../../domain/access/sign-in-provider.js';
import { IpamError } from '../../../domain/errors.js';
import { optionsOf } from '../field-options.js';
import { action, type Subject, switched, text } from '../grammar.js';

const options = optionsOf(providerFields, {
  disabled: 'whether sign-ins by the provider are refused',
  mapping: 'rules, one a line: FROM => group NAME, FROM => role NAME, FROM => inventory write',
  'ldap.urls': 'servers, tried in this order',
  'ldap.ca': 'certificates of authorities in PEM',
  'ldap.bindDn': 'DN of the account that searches',
  'ldap.userBase': 'DN below which users are searched',
  'ldap.userFilter': 'filter for the entry of a user, with {username}',
  'ldap.userDn': 'DN or user principal name with {username}, to bind without a search',
  'ldap.groupBase': 'DN below which groups are searched',
  'ldap.groupFilter': 'filter for the groups of a user, with {dn} or {username}',
  'ldap.nestedGroups': 'search for nested groups',
  'ldap.timeoutSeconds': ['ldap-timeout', 'time limit of one server in seconds'],
  'ldap.cacheSeconds': ['ldap-cache', 'seconds for which a correct password is cached'],
  'oidc.issuer': 'issuer identifier, an https URL',
  'oidc.clientId': 'client ID at the provider',
  'oidc.audience': 'audience of access tokens that applications of security oidc accept',
  'oidc.scopes': 'scopes in addition to openid',
  'oidc.groupsClaim': 'claim with the groups or roles',
  'oidc.matchEmail': 'whether a first sign-in is matched to an existing user by verified e-mail address',
  'saml.entityId': 'entity ID of the identity provider',
  'saml.signInUrl': 'URL of its sign-on service with the binding HTTP-Redirect',
  'saml.certificates': 'certificates in PEM with which the provider signs',
  'saml.audience': 'entity ID of this service at the provider',
  'saml.signingCertificate': 'certificate in PEM of the key with which this service signs its requests',
  'saml.usernameAttribute': 'attribute that becomes the user name; empty for the NameID',
  'saml.groupsAttribute': 'attribute with the groups or roles',
});
const secret = switched(
  'secret',
  'ask for the bind password, client secret or signing key, or read it as the first line of standard input',
);

/** Converts the arguments to the use-case's input, with the secret of the provider's type. */
function withSecret(typed: unknown, { secret: _asked, ...input }: Readonly<Record<string, unknown>>, value: string | undefined) {
  if (value === undefined) return input;
  switch (typed) {
    case 'ldap':
      return { ...input, ldap: { ...Object(input.ldap), bindPassword: value } };
    case 'oidc':
      return { ...input, oidc: { ...Object(input.oidc), clientSecret: value } };
    case 'saml':
      return { ...input, saml: { ...Object(input.saml), signingKey: value } };
    default:
      throw new IpamError('provision.invalid', { entry: 'the option --secret', problem: 'requires a provider with a secret' });
  }
}

const confirmation = (what: string) => (provider: SignInProvider) => [`sign-in provider ${provider.name} ${what}`];

const stepLines = (steps: readonly ProviderStep[]): string[] =>
  steps.map(({ step, problem }) => (problem === null ? `ok: ${step}` : `FAILED: ${step}: ${problem}`));

/** Sign-in providers. Secrets come from a prompt or standard input. */
export const provider: Subject = {
  meaning: 'directories, OpenID and SAML providers by which users sign in',
  actions: {
    list: action({
      meaning: 'show all sign-in providers, without their secrets',
      operands: [],
      options: [],
      run: (access) => access.signInProviders.list(commandLineCaller),
      columns: [
        'name',
        'type',
        'label',
        'disabled',
        'order',
        'createUsers',
        'ldap.urls',
        'oidc.issuer',
        'saml.entityId',
        'comment',
      ],
    }),
    add: action({
      meaning: 'add a sign-in provider of type ldap, oidc or saml',
      operands: ['NAME', 'TYPE'],
      values: { TYPE: providerTypes },
      options: [...options, secret],
      password: { when: 'secret' },
      run: async (access, { operands: [name = '', type = ''], options: fields, password }) =>
        access.signInProviders.add(commandLineCaller, { ...withSecret(type, fields, password), type, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change settings of a sign-in provider; the secret is unchanged without --secret',
      operands: ['NAME'],
      options: [...options, secret],
      password: { when: 'secret' },
      run: async (access, { operands: [name = ''], options: fields, password }) => {
        const stored = (await access.signInProviders.list(commandLineCaller)).find((each) => each.name === name);
        return access.signInProviders.set(commandLineCaller, name, withSecret(stored?.type, fields, password));
      },
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a sign-in provider; its users cannot sign in until they get another provider or a password',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [name = ''] }) => access.signInProviders.remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
    test: action({
      meaning: 'test the steps of a sign-in up to the first failure; with --user also the sign-in of this user',
      operands: ['NAME'],
      options: [text('user', 'user name; the password is read from the terminal or from the first line of standard input')],
      password: { when: 'user' },
      run: (access, { operands: [name = ''], options: { user }, password }) =>
        access.signInProviders.test(
          commandLineCaller,
          name,
          typeof user === 'string' && password !== undefined ? { username: user, password } : undefined,
        ),
      lines: stepLines,
      hasFailed: (steps) => steps.some(({ problem }) => problem !== null),
    }),
  },
};
