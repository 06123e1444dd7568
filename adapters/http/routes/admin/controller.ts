import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { Application } from '../../../../application/index.js';
import { keyFields } from '../../../../domain/access/access-key.js';
import { recentAuthenticationMinutes } from '../../../../domain/access/access-token.js';
import { appFields } from '../../../../domain/access/app.js';
import { roleFields } from '../../../../domain/access/role.js';
import { settingFields } from '../../../../domain/access/settings.js';
import { providerFields } from '../../../../domain/access/sign-in-provider.js';
import { groupFields, serviceAccountFields, userFields } from '../../../../domain/access/user.js';
import { progressFields, webhookFields } from '../../../../domain/changes/webhook.js';
import { customFieldFields } from '../../../../domain/fields/custom-field.js';
import type { Controller, Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, wordOf } from '../../openapi/schema.js';
import { managedKeyRoutes } from '../keys.js';
import { reading } from '../route.js';
import { dnsRoutes } from './dns.js';
import { describedMembers, namePath } from './member-schemas.js';
import { describeMembers } from './members.js';
import { mailRoutes, providerTests, usageRoutes, webhookAttempts } from './operations.js';
import { permissionRoutes } from './permissions.js';
import { named, resourceRoutes } from './resource.js';
import { signInRoutes } from './sign-ins.js';
import { type ServiceFacts, stateRoutes } from './state.js';

/** Users and groups require the permission for user management, which also permits reading roles. */
const managed = { read: 'manageUsers', write: 'manageUsers' } as const;

const needsProof = `A session needs a proof of the last ${recentAuthenticationMinutes} minutes.`;

const resourcesOf = ({
  users,
  groups,
  roles,
  apps,
  customFields,
  webhooks,
  signInProviders,
  serviceAccounts,
}: AccessAdministration): Route[] => [
  ...resourceRoutes({
    word: 'users',
    what: 'user',
    members: userFields,
    access: managed,
    keys: ['username'],
    ignoresCase: true,
    ...named(users),
    add: (caller, input, [username]) => users.add(caller, { ...input, username }),
    path: namePath('a user', 'anna'),
    setText: 'A new password and disabling the user revoke all tokens of the user. The last active administrator must remain.',
    removeText: 'Deletes the user and all tokens of the user. The last active administrator must remain.',
    setErrors: ['administration.lastAdministrator'],
    removeErrors: ['administration.lastAdministrator'],
  }),
  ...resourceRoutes({
    word: 'groups',
    what: 'group',
    members: groupFields,
    access: managed,
    keys: ['name'],
    ignoresCase: true,
    ...named(groups),
    add: (caller, input, [name]) => groups.add(caller, { ...input, name }),
    path: namePath('a group', 'Operators'),
    removeText: 'Removes the group from its users and from all permissions.',
    setErrors: ['administration.exists'],
  }),
  ...resourceRoutes({
    word: 'roles',
    what: 'role',
    members: roleFields,
    access: { read: 'manageUsers', write: 'administer' },
    keys: ['name'],
    ignoresCase: true,
    ...named(roles),
    add: (caller, input, [name]) => roles.add(caller, { ...input, name }),
    path: namePath('a role', 'Stockkeeper'),
    setText: 'Built-in roles stay as they are.',
    removeText: 'Users and groups lose it. Built-in roles stay.',
    removeErrors: ['provision.invalid'],
  }),
  ...resourceRoutes({
    word: 'apps',
    what: 'application',
    members: appFields,
    keys: ['id'],
    ...named(apps),
    add: (caller, input, [id]) => apps.add(caller, { ...input, id }),
    secret: { name: 'code', meaning: 'Code of the application. Only the response that creates it contains it.' },
    path: namePath('an application', 'ansible'),
    addText: `An application with security \`static\` or \`crypt\` gets a code. Only this response shows it. ${needsProof}`,
    setText: `\`newSecret=1\` replaces the code. Only this response shows it. ${needsProof}`,
    removeText: 'Clients of the application are refused from then on.',
    addErrors: ['account.proofOutdated'],
    setErrors: ['account.proofOutdated'],
  }),
  ...resourceRoutes({
    word: 'custom_fields',
    what: 'custom field',
    members: customFieldFields,
    keys: ['on', 'name'],
    list: (caller) => customFields.list(caller),
    add: (caller, input, [on, name]) => customFields.add(caller, { ...input, on, name }),
    set: (caller, [on, name], changes) => customFields.set(caller, { on, name }, changes),
    remove: (caller, [on, name]) => customFields.remove(caller, { on, name }),
    path: {
      name: wordOf(customFieldFields.on.values, 'Record type with the field.'),
      second: { description: 'Name of the field.', type: 'string', minLength: 1, examples: ['owner'] },
    },
    setText: 'A change that does not fit stored values is refused.',
    removeText: 'Deletes the field and its values in all records.',
  }),
  ...resourceRoutes({
    word: 'webhooks',
    what: 'webhook',
    members: webhookFields,
    listed: progressFields,
    keys: ['name'],
    ...named(webhooks),
    add: (caller, input, [name]) => webhooks.add(caller, { ...input, name }),
    secret: { name: 'secret', meaning: 'Key for the signature of deliveries. Only the response that creates it contains it.' },
    path: namePath('a webhook', 'inventory'),
    addText: 'The webhook receives changes from now on. Only this response shows its secret.',
    setText: '`newSecret=1` replaces the secret. Only this response shows it.',
    removeText: 'Deletes the webhook and its undelivered events.',
  }),
  ...resourceRoutes({
    word: 'sign_in_providers',
    what: 'sign-in provider',
    members: providerFields,
    keys: ['name'],
    ...named(signInProviders),
    add: (caller, input, [name]) => signInProviders.add(caller, { ...input, name }),
    path: namePath('a sign-in provider', 'corp'),
    addText: 'Members with a dot belong to providers of the type before the dot. Secrets are never returned.',
    setText:
      'A secret that is not in the request stays. A change of `ldap.urls`, `ldap.startTls` or `oidc.issuer` requires it again.',
    removeText: 'Its users cannot sign in until they get another provider or a password.',
  }),
  ...resourceRoutes({
    word: 'service_accounts',
    what: 'service account',
    members: serviceAccountFields,
    keys: ['name'],
    ignoresCase: true,
    ...named(serviceAccounts),
    add: (caller, input, [name]) => serviceAccounts.add(caller, { ...input, name }),
    path: namePath('a service account', 'ansible'),
    addText: 'A service account has no password and authenticates by its keys.',
    removeText: 'Deletes the service account and all of its keys.',
  }),
];

const membersDoc = {
  id: 'listAdministrativeMembers',
  summary: 'List members of administrative records',
  text: 'Describes the members of each resource with type and meaning, so that clients can build forms.',
  answer: shows(
    listOf(objectOf({ name: { type: 'string', description: 'Path segment of the resource.' }, members: describedMembers })),
  ),
} as const satisfies RouteDoc;

/**
 * /admin/: administration and state of the service, for administrators. Users with the permission for user management or the
 * change log can use a part of it. The application must permit administration.
 */
export const adminController = (application: Application, facts: ServiceFacts): Controller => ({
  names: ['admin'],
  routes: [
    reading('manageUsers')('/', membersDoc, () => ({ data: described })),
    ...resourcesOf(application.access),
    ...managedKeyRoutes(application.access),
    ...webhookAttempts(application.access),
    ...providerTests(application.access),
    ...signInRoutes(application.access),
    ...permissionRoutes(application.access.permissions),
    ...dnsRoutes(application),
    ...usageRoutes(application),
    ...mailRoutes(application),
    ...stateRoutes(application, facts),
  ],
});

const described = Object.entries({
  users: userFields,
  groups: groupFields,
  roles: roleFields,
  apps: appFields,
  custom_fields: customFieldFields,
  webhooks: webhookFields,
  service_accounts: serviceAccountFields,
  keys: keyFields,
  sign_in_providers: providerFields,
  settings: settingFields,
}).map(([name, members]) => ({ name, members: describeMembers(members, name !== 'settings') }));
