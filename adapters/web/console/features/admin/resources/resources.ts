import { textFor } from '../../../texts/text';
import type { ResourceRecord } from '../queries';

export interface Resource {
  /** The name of the records in the catalogue of texts. */
  readonly kind: 'user' | 'serviceAccount' | 'group' | 'role' | 'app' | 'customField' | 'webhook' | 'signInProvider';
  /** Names of the members that identify a record, in the order of the path segments. The default is `name`. */
  readonly keys?: readonly string[];
  readonly columns: readonly string[];
  /** The member with the secret that the service generates. */
  readonly secret?: 'code' | 'secret';
}

const definitions = {
  users: {
    kind: 'user',
    keys: ['username'],
    columns: ['username', 'realName', 'role', 'groups', 'disabled', 'lastLogin'],
  },
  service_accounts: { kind: 'serviceAccount', columns: ['name', 'role', 'inventory', 'roles', 'groups', 'disabled'] },
  groups: { kind: 'group', columns: ['name', 'description', 'roles'] },
  roles: { kind: 'role', columns: ['name', 'description', 'inventory', 'levels', 'rights', 'builtIn'] },
  apps: { kind: 'app', keys: ['id'], columns: ['id', 'permission', 'security', 'comment'], secret: 'code' },
  custom_fields: { kind: 'customField', keys: ['on', 'name'], columns: ['on', 'name', 'type', 'default', 'comment'] },
  webhooks: {
    kind: 'webhook',
    columns: ['name', 'url', 'disabled', 'behind', 'failures', 'deadLetters'],
    secret: 'secret',
  },
  sign_in_providers: { kind: 'signInProvider', columns: ['name', 'label', 'type', 'disabled', 'order', 'createUsers'] },
} satisfies Readonly<Record<string, Resource>>;

export type ResourceName = keyof typeof definitions;

export const resources: Readonly<Record<ResourceName, Resource>> = definitions;

const keysOf = ({ keys = ['name'] }: Resource, record: ResourceRecord): string[] => keys.map((key) => String(record[key]));

/** The name of a record in lists, and in the URL of its form. */
export const nameOf = (definition: Resource, record: ResourceRecord): string => keysOf(definition, record).join(' ');

/**
 * The service names a custom field by record type and field name: `subnets owner`. Returns `owner (Subnets)`, in the language of
 * the user.
 */
export const customFieldName = (name: string): string =>
  name.replace(/^(\S+) (.*)$/, (_, records, field) => `${field} (${textFor(`value.on.${records}`, records)})`);

export const pathOf = (name: ResourceName, definition: Resource, record: ResourceRecord): string =>
  `admin/${name}/${keysOf(definition, record).map(encodeURIComponent).join('/')}/`;
