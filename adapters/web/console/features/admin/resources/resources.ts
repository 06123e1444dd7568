import type { ResourceName } from '../admin-pages';
import type { ResourceRecord } from '../queries';

export interface Resource {
  /** The name of the records in the catalogue of texts. */
  readonly kind: 'user' | 'serviceAccount' | 'group' | 'role' | 'app' | 'customField' | 'webhook' | 'signInProvider';
  /** Names of the members that identify a record, in the order of the path segments. */
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** The member with the secret that the service generates. */
  readonly secret?: 'code' | 'secret';
}

export const resources: Readonly<Record<ResourceName, Resource>> = {
  users: {
    kind: 'user',
    keys: ['username'],
    columns: ['username', 'realName', 'role', 'groups', 'disabled', 'lastLogin'],
  },
  service_accounts: {
    kind: 'serviceAccount',
    keys: ['name'],
    columns: ['name', 'role', 'inventory', 'roles', 'groups', 'disabled'],
  },
  groups: {
    kind: 'group',
    keys: ['name'],
    columns: ['name', 'description', 'roles'],
  },
  roles: {
    kind: 'role',
    keys: ['name'],
    columns: ['name', 'description', 'inventory', 'levels', 'rights', 'builtIn'],
  },
  apps: {
    kind: 'app',
    keys: ['id'],
    columns: ['id', 'permission', 'security', 'comment'],
    secret: 'code',
  },
  custom_fields: {
    kind: 'customField',
    keys: ['on', 'name'],
    columns: ['on', 'name', 'type', 'default', 'comment'],
  },
  webhooks: {
    kind: 'webhook',
    keys: ['name'],
    columns: ['name', 'url', 'disabled', 'behind', 'failures', 'deadLetters'],
    secret: 'secret',
  },
  sign_in_providers: {
    kind: 'signInProvider',
    keys: ['name'],
    columns: ['name', 'label', 'type', 'disabled', 'order', 'createUsers'],
  },
};

export const keyOf = ({ keys }: Resource, record: ResourceRecord): string => keys.map((key) => String(record[key])).join(' ');
