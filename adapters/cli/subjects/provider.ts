import { commandLineCaller } from '../../../application/caller.js';
import type { ProviderStep } from '../../../application/ports/sign-in-providers.js';
import { providerFields, providerTypes, type SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { IpamError } from '../../../domain/errors.js';
import { optionsOf } from '../field-options.js';
import { action, type Subject, switched, text } from '../grammar.js';
import { administrationOf, type Input } from './administration.js';

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
function withSecret(typed: unknown, { secret: _asked, password: value, ...input }: Input): Input {
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

/** Sign-in providers. Secrets come from a prompt or standard input. */
export const provider: Subject = {
  meaning: 'directories, OpenID and SAML providers by which users sign in',
  actions: {
    ...administrationOf<SignInProvider>({
      of: ({ signInProviders }) => ({
        list: (caller) => signInProviders.list(caller),
        add: async (caller, { name, ...input }, type = '') =>
          signInProviders.add(caller, { ...withSecret(type, input), type, name }),
        async set(caller, name, input) {
          const stored = (await signInProviders.list(caller)).find((each) => each.name === name);
          return signInProviders.set(caller, name, withSecret(stored?.type, input));
        },
        remove: (caller, name) => signInProviders.remove(caller, name),
      }),
      label: ({ name }) => `sign-in provider ${name}`,
      columns: [
        ...['name', 'type', 'label', 'disabled', 'order', 'createUsers'],
        ...['ldap.urls', 'oidc.issuer', 'saml.entityId', 'comment'],
      ],
      list: 'show all sign-in providers, without their secrets',
      add: {
        meaning: 'add a sign-in provider of type ldap, oidc or saml',
        operands: ['NAME', 'TYPE'],
        values: { TYPE: providerTypes },
        options: [...options, secret],
        password: { when: 'secret' },
      },
      set: {
        meaning: 'change settings of a sign-in provider; the secret is unchanged without --secret',
        options: [...options, secret],
        password: { when: 'secret' },
      },
      remove: 'remove a sign-in provider; its users cannot sign in until they get another provider or a password',
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
      lines: (steps: readonly ProviderStep[]) =>
        steps.map(({ step, problem }) => (problem === null ? `ok: ${step}` : `FAILED: ${step}: ${problem}`)),
      hasFailed: (steps) => steps.some(({ problem }) => problem !== null),
    }),
  },
};
