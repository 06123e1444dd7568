import type { Application } from '../../../../application/index.js';
import { keyFields } from '../../../../domain/access/access-key.js';
import { appFields } from '../../../../domain/access/app.js';
import { roleFields } from '../../../../domain/access/role.js';
import { settingFields } from '../../../../domain/access/settings.js';
import { providerFields } from '../../../../domain/access/sign-in-provider.js';
import { groupFields, serviceAccountFields, userFields } from '../../../../domain/access/user.js';
import { webhookFields } from '../../../../domain/changes/webhook.js';
import { customFieldFields } from '../../../../domain/fields/custom-field.js';
import type { Controller } from '../../api-request.js';
import { managedKeyRoutes } from '../keys.js';
import { reading } from '../route.js';
import { adminDocs } from './docs.js';
import { describeMembers } from './members.js';
import { dnsRoutes, mailRoutes, providerTests, usageRoutes, webhookAttempts } from './operations.js';
import { permissionRoutes } from './permissions.js';
import { resourcesOf } from './resources.js';
import { signInRoutes } from './sign-ins.js';
import { type ServiceFacts, stateRoutes } from './state.js';

/**
 * /admin/: administration and state of the service, for administrators. Users with the permission for user management or the
 * change log can use a part of it. The application must permit administration.
 */
export const adminController = (application: Application, facts: ServiceFacts): Controller => ({
  names: ['admin'],
  routes: [
    reading('manageUsers')('/', adminDocs.members, () => ({ data: described })),
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
