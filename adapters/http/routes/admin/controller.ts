import {
  describedApp,
  describedCustomField,
  describedGroup,
  describedUser,
  describedWebhook,
} from '../../../../application/access/administration/members/kept.js';
import { describedSettings } from '../../../../application/access/administration/members/settings.js';
import { describedProvider } from '../../../../application/access/administration/members/sign-in-providers.js';
import type { Application } from '../../../../application/index.js';
import type { Controller } from '../../api-request.js';
import { reading } from '../route.js';
import { webhookAttempts } from './attempts.js';
import { dnsRoutes } from './dns.js';
import { adminDocs } from './docs.js';
import { permissionRoutes } from './permissions.js';
import { describeMembers } from './printed-members.js';
import { providerTests } from './provider-tests.js';
import { resourcesOf } from './resources.js';
import { signInRoutes } from './sign-ins.js';
import { type ServiceFacts, stateRoutes } from './state.js';

/** /admin/: what administrators set, and how the service is. For administrators only, through applications that may administer. */
export const adminController = (application: Application, facts: ServiceFacts): Controller => ({
  names: ['admin'],
  routes: [
    reading('administer')('/', adminDocs.members, () => ({ data: described })),
    ...resourcesOf(application.access),
    ...webhookAttempts(application.access),
    ...providerTests(application.access),
    ...signInRoutes(application.access),
    ...permissionRoutes(application.access.permissions),
    ...dnsRoutes(application),
    ...stateRoutes(application, facts),
  ],
});

const described = Object.entries({
  users: describedUser,
  groups: describedGroup,
  apps: describedApp,
  custom_fields: describedCustomField,
  webhooks: describedWebhook,
  sign_in_providers: describedProvider,
  settings: describedSettings,
}).map(([name, members]) => ({ name, members: describeMembers(members) }));
