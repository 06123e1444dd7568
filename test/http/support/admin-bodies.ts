import type { Named } from './permission-world.js';
import type { Sent } from './sent.js';

type Sending = (named: Named) => readonly Sent[];

const one =
  (path: string, body?: object): Sending =>
  () => [{ path, ...(body ? { body } : {}) }];

/** A request that is not an example for the documentation: it generates secrets, or its object is missing in some worlds. */
const unshown =
  (path: string, body?: object): Sending =>
  () => [{ path, ...(body ? { body } : {}), counts: 'nobody' }];

const field = { on: 'addresses', name: 'made', type: 'varchar(20)', comment: 'Who asked for it' };
const directory = {
  name: 'corp',
  type: 'ldap',
  label: 'Example',
  'ldap.urls': ['ldaps://dc1.example.org'],
  'ldap.userBase': 'ou=people,dc=example,dc=org',
};
const hook = { name: 'made', url: 'https://hooks.example/ipam' };

/** Valid requests to the routes of administrators, by route. */
export const adminBodies: Readonly<Record<string, Sending>> = {
  'GET /': one('/'),
  'GET /users': one('/users/'),
  'GET /users/:name': one('/users/operator/'),
  'POST /users': one('/users/', { username: 'anna', password: 'correct horse', groups: ['Operators'], realName: 'Anna' }),
  'PATCH /users/:name': one('/users/guest/', { groups: ['Guests', 'Operators'] }),
  'DELETE /users/:name': one('/users/operator/'),
  'DELETE /users/:name/tokens': unshown('/users/operator/tokens/'),
  'GET /users/:name/factors': one('/users/operator/factors/'),
  'DELETE /users/:name/factors': one('/users/operator/factors/'),
  'GET /groups': one('/groups/'),
  'GET /groups/:name': one('/groups/Guests/'),
  'POST /groups': one('/groups/', { name: 'Network team', description: 'Plans networks' }),
  'PATCH /groups/:name': one('/groups/Operators/', { description: 'Looks after everything' }),
  'DELETE /groups/:name': one('/groups/Operators/'),
  'GET /roles': one('/roles/'),
  'GET /roles/:name': one('/roles/Operator/'),
  'POST /roles': one('/roles/', { name: 'Stockkeeper', levels: ['device:write', 'rack:write'], rights: ['secrets'] }),
  'PATCH /roles/:name': unshown('/roles/made/', { description: 'changed' }),
  'DELETE /roles/:name': unshown('/roles/made/'),
  'GET /apps': one('/apps/'),
  'GET /apps/:name': one('/apps/main/'),
  'POST /apps': one('/apps/', { id: 'ansible', permission: 'write', security: 'none', comment: 'Playbooks' }),
  'PATCH /apps/:name': one('/apps/read/', { comment: 'Dashboards' }),
  'DELETE /apps/:name': one('/apps/read/'),
  'GET /custom_fields': one('/custom_fields/'),
  'GET /custom_fields/:name/:second': one('/custom_fields/subnets/csid/'),
  'POST /custom_fields': one('/custom_fields/', field),
  'PATCH /custom_fields/:name/:second': one('/custom_fields/subnets/csid/', { comment: 'Id elsewhere' }),
  'DELETE /custom_fields/:name/:second': one('/custom_fields/subnets/csid/'),
  'GET /webhooks': one('/webhooks/'),
  'GET /webhooks/:name': unshown('/webhooks/made/'),
  'POST /webhooks': unshown('/webhooks/', hook),
  'PATCH /webhooks/:name': unshown('/webhooks/made/', { comment: 'changed' }),
  'DELETE /webhooks/:name': unshown('/webhooks/made/'),
  'POST /webhooks/:name/test': unshown('/webhooks/made/test/'),
  'POST /webhooks/:name/retry': unshown('/webhooks/made/retry/'),
  'GET /webhooks/:name/deliveries': unshown('/webhooks/made/deliveries/'),
  'GET /service_accounts': one('/service_accounts/'),
  'GET /service_accounts/:name': unshown('/service_accounts/ansible/'),
  'POST /service_accounts': one('/service_accounts/', { name: 'ansible', groups: ['Operators'], inventory: 'write' }),
  'PATCH /service_accounts/:name': unshown('/service_accounts/ansible/', { groups: ['Guests'] }),
  'DELETE /service_accounts/:name': unshown('/service_accounts/ansible/'),
  'GET /keys': one('/keys/'),
  'POST /keys': unshown('/keys/', { user: 'ansible', name: 'playbooks', scopes: ['address:write'] }),
  'POST /keys/:id/rotate': unshown('/keys/0123456789ab/rotate/', { keepDays: 1 }),
  'PATCH /keys/:id': unshown('/keys/0123456789ab/', { name: 'other' }),
  'DELETE /keys/:id': unshown('/keys/0123456789ab/'),
  'GET /sign_in_providers': one('/sign_in_providers/'),
  'GET /sign_in_providers/:name': unshown('/sign_in_providers/made/'),
  'POST /sign_in_providers': one('/sign_in_providers/', directory),
  'PATCH /sign_in_providers/:name': unshown('/sign_in_providers/made/', { comment: 'changed' }),
  'DELETE /sign_in_providers/:name': unshown('/sign_in_providers/made/'),
  'POST /sign_in_providers/:name/test': unshown('/sign_in_providers/made/test/'),
  'GET /tokens': unshown('/tokens/'),
  'DELETE /tokens/:id': unshown('/tokens/0123456789ab/'),
  'GET /history': unshown('/history/'),
  'GET /blocks': one('/blocks/'),
  'DELETE /blocks/:id': unshown('/blocks/client%20192.0.2.7/'),
  'GET /permissions': one('/permissions/'),
  'PATCH /permissions/sections/:id': ({ open }) => [
    { path: `/permissions/sections/${open.section}/`, body: { group: 'Operators', level: 2 } },
  ],
  'PATCH /permissions/subnets/:id': ({ open }) => [
    { path: `/permissions/subnets/${open.subnet}/`, body: { group: 'Operators', level: 1 } },
  ],
  'GET /settings': one('/settings/'),
  'PATCH /settings': one('/settings/', { vlanMax: 4094 }),
  'GET /dns': one('/dns/'),
  'GET /dns/waiting': unshown('/dns/waiting/'),
  'GET /dns/differences': unshown('/dns/differences/'),
  'POST /dns/sync': unshown('/dns/sync/'),
  'POST /usage/record': one('/usage/record/'),
  'GET /mail': one('/mail/'),
  'POST /mail/test': unshown('/mail/test/', { address: 'admin@example.org' }),
  'GET /scans': one('/scans/'),
  'GET /health': unshown('/health/'),
};
