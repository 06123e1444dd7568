import type { ResourceName } from '../admin-pages';
import type { ResourceRecord } from '../queries';

/** How something that administrators keep is shown; what it has, the service describes. */
export interface Resource {
  /** One of it. */
  readonly one: string;
  /** Members by which one is known, as paths name them. */
  readonly keys: readonly string[];
  /** Members that the table shows. */
  readonly columns: readonly string[];
  /** What to know before there is any. */
  readonly empty: string;
  /** What goes along when one is deleted. */
  readonly warning: string;
  /** The secret that is made for it, if any: the member that has it, and its word. */
  readonly secret?: { readonly member: string; readonly word: string };
}

export const resources: Readonly<Record<ResourceName, Resource>> = {
  users: {
    one: 'user',
    keys: ['username'],
    columns: ['username', 'realName', 'role', 'groups', 'disabled', 'lastLogin'],
    empty: 'Everybody who signs in is a user.',
    warning: 'All of the user’s sessions and tokens end.',
  },
  groups: {
    one: 'group',
    keys: ['name'],
    columns: ['name', 'description'],
    empty: 'Permissions on sections and networks are given to groups. Make one, put users into it, then set what it may do.',
    warning: 'Its users lose it, and what it may do is gone with it.',
  },
  apps: {
    one: 'application',
    keys: ['id'],
    columns: ['id', 'permission', 'security', 'comment'],
    empty: 'Programs use the interface through an application. Make one for each of them.',
    warning: 'Programs that use it are refused from then on.',
    secret: { member: 'code', word: 'code' },
  },
  custom_fields: {
    one: 'custom field',
    keys: ['on', 'name'],
    columns: ['on', 'name', 'type', 'default', 'comment'],
    empty: 'Whatever you want to keep of networks, addresses, devices and the rest that has no field yet.',
    warning: 'Its values in all records are deleted with it.',
  },
  webhooks: {
    one: 'webhook',
    keys: ['name'],
    columns: ['name', 'url', 'disabled', 'behind', 'failures', 'deadLetters'],
    empty: 'A webhook tells another program over HTTP what has changed, signed, in order.',
    warning: 'What it was not told of is lost to it.',
    secret: { member: 'secret', word: 'secret' },
  },
  sign_in_providers: {
    one: 'sign-in provider',
    keys: ['name'],
    columns: ['name', 'label', 'type', 'disabled', 'order', 'createUsers'],
    empty:
      'Users sign in with the passwords that are stored here. A provider lets them sign in with an account of the organisation.',
    warning: 'Its users cannot sign in until they get another provider or a password.',
  },
};

/** What one is called in addresses and for people. */
export const keyOf = ({ keys }: Resource, record: ResourceRecord): string => keys.map((key) => String(record[key])).join(' ');
