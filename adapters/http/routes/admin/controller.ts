import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { Application } from '../../../../application/index.js';
import { keyFields } from '../../../../domain/access/access-key.js';
import { appFields } from '../../../../domain/access/app.js';
import { roleFields } from '../../../../domain/access/role.js';
import { settingFields } from '../../../../domain/access/settings.js';
import { providerFields } from '../../../../domain/access/sign-in-provider.js';
import { groupFields, serviceAccountFields, userFields } from '../../../../domain/access/user.js';
import { progressFields, webhookFields } from '../../../../domain/changes/webhook.js';
import { customFieldFields } from '../../../../domain/fields/custom-field.js';
import type { Controller, Route } from '../../api-request.js';
import { managedKeyRoutes } from '../keys.js';
import { reading } from '../route.js';
import { adminDocs as about } from './docs.js';
import { describeMembers } from './members.js';
import { dnsRoutes, mailRoutes, providerTests, usageRoutes, webhookAttempts } from './operations.js';
import { permissionRoutes } from './permissions.js';
import { resourceRoutes } from './resource.js';
import { signInRoutes } from './sign-ins.js';
import { type ServiceFacts, stateRoutes } from './state.js';

/** Users and groups require the permission for user management, which also permits reading roles. */
const managed = { read: 'manageUsers', write: 'manageUsers' } as const;

export const resourcesOf = ({
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
    list: (caller) => users.list(caller),
    add: (caller, input, [username]) => users.add(caller, { ...input, username }),
    set: (caller, [username], changes) => users.set(caller, username, changes),
    remove: (caller, [username]) => users.remove(caller, username),
    docs: about.users,
  }),
  ...resourceRoutes({
    word: 'groups',
    what: 'group',
    members: groupFields,
    access: managed,
    keys: ['name'],
    ignoresCase: true,
    list: (caller) => groups.list(caller),
    add: (caller, input, [name]) => groups.add(caller, { ...input, name }),
    set: (caller, [name], changes) => groups.set(caller, name, changes),
    remove: (caller, [name]) => groups.remove(caller, name),
    docs: about.groups,
  }),
  ...resourceRoutes({
    word: 'roles',
    what: 'role',
    members: roleFields,
    access: { read: 'manageUsers', write: 'administer' },
    keys: ['name'],
    ignoresCase: true,
    list: (caller) => roles.list(caller),
    add: (caller, input, [name]) => roles.add(caller, { ...input, name }),
    set: (caller, [name], changes) => roles.set(caller, name, changes),
    remove: (caller, [name]) => roles.remove(caller, name),
    docs: about.roles,
  }),
  ...resourceRoutes({
    word: 'apps',
    what: 'application',
    members: appFields,
    keys: ['id'],
    list: (caller) => apps.list(caller),
    add: (caller, input, [id]) => apps.add(caller, { ...input, id }),
    set: (caller, [id], changes, renews) => apps.set(caller, id, changes, renews),
    remove: (caller, [id]) => apps.remove(caller, id),
    secret: 'code',
    docs: about.apps,
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
    docs: about.customFields,
  }),
  ...resourceRoutes({
    word: 'webhooks',
    what: 'webhook',
    members: webhookFields,
    listed: progressFields,
    keys: ['name'],
    list: (caller) => webhooks.list(caller),
    add: (caller, input, [name]) => webhooks.add(caller, { ...input, name }),
    set: (caller, [name], changes, renews) => webhooks.set(caller, name, changes, renews),
    remove: (caller, [name]) => webhooks.remove(caller, name),
    secret: 'secret',
    docs: about.webhooks,
  }),
  ...resourceRoutes({
    word: 'sign_in_providers',
    what: 'sign-in provider',
    members: providerFields,
    keys: ['name'],
    list: (caller) => signInProviders.list(caller),
    add: (caller, input, [name]) => signInProviders.add(caller, { ...input, name }),
    set: (caller, [name], changes) => signInProviders.set(caller, name, changes),
    remove: (caller, [name]) => signInProviders.remove(caller, name),
    docs: about.signInProviders,
  }),
  ...resourceRoutes({
    word: 'service_accounts',
    what: 'service account',
    members: serviceAccountFields,
    keys: ['name'],
    ignoresCase: true,
    list: (caller) => serviceAccounts.list(caller),
    add: (caller, input, [name]) => serviceAccounts.add(caller, { ...input, name }),
    set: (caller, [name], changes) => serviceAccounts.set(caller, name, changes),
    remove: (caller, [name]) => serviceAccounts.remove(caller, name),
    docs: about.serviceAccounts,
  }),
];

/**
 * /admin/: administration and state of the service, for administrators. Users with the permission for user management or the
 * change log can use a part of it. The application must permit administration.
 */
export const adminController = (application: Application, facts: ServiceFacts): Controller => ({
  names: ['admin'],
  routes: [
    reading('manageUsers')('/', about.members, () => ({ data: described })),
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
