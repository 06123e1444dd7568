import { type CustomField, type CustomFieldOwner, customFieldOwners, definitionOf } from '../../domain/catalog/custom-field.js';
import { type App, appPermissions, appSecurities } from '../../domain/identity/app.js';
import { defaultSettings, type Settings } from '../../domain/identity/settings.js';
import { type Group, inventoryRights, normalizeUsername, type User } from '../../domain/identity/user.js';
import { problemWithName } from './custom-field-names.js';
import { documentPlace, Entry } from './entry.js';

/** A group as the document has it: without an id it is known by its name. */
export type ProvisionedGroup = Omit<Group, 'id'> & { readonly id?: number };

/** A user as the document has it: groups by name, and the password itself; without one a user keeps what is stored. */
export type ProvisionedUser = Pick<User, 'username' | 'role' | 'inventory' | 'realName' | 'email' | 'disabled'> & {
  readonly groups: readonly string[];
  readonly password: string | null;
};

/** A custom field that is to be there, or one that is not to be there. */
export type ProvisionedCustomField = { readonly field: CustomField } | { readonly dropped: Pick<CustomField, 'on' | 'name'> };

/** A provisioning document that is sound in itself. Absent members of entries hold their defaults. */
export interface ProvisioningDocument {
  /** The settings that the document leaves when others were stored before: it replaces what it names. */
  readonly settings: (stored: Settings) => Settings;
  readonly groups: readonly ProvisionedGroup[];
  readonly users: readonly ProvisionedUser[];
  readonly apps: readonly App[];
  readonly customFields: readonly ProvisionedCustomField[];
}

const highestInteger = 2147483647;
const shortText = { max: 255, fallback: '' } as const;
const longText = { max: 65535, fallback: '', lines: true } as const;

/** Reads a provisioning document. @throws IpamError provision.invalid for the first entry that is wrong */
export function readDocument(value: unknown): ProvisioningDocument {
  const document = new Entry(value, documentPlace, ['settings', 'groups', 'users', 'apps', 'customFields']);
  const settings = document.object('settings', [
    'uniqueVlanNumbers',
    'linkField',
    'prefixFields',
    'vlanMax',
    'enforceUserPermissions',
    'changeLogDays',
    'defaults',
  ]);
  readSettings(settings, defaultSettings);
  return {
    settings: (stored) => readSettings(settings, stored),
    groups: readGroups(document),
    users: readUsers(document),
    apps: readApps(document),
    customFields: readCustomFields(document),
  };
}

function readSettings(entry: Entry, stored: Settings): Settings {
  const defaults = entry.object('defaults', ['sectionStrictMode', 'subnetScanAgent', 'subnetState']);
  const id = { min: 1, max: highestInteger };
  const { subnetScanAgent, subnetState, sectionStrictMode } = stored.defaults;
  return {
    uniqueVlanNumbers: entry.flag('uniqueVlanNumbers', stored.uniqueVlanNumbers),
    linkField: entry.orNull('linkField', stored.linkField, () => entry.text('linkField', { max: 64 })) || null,
    prefixFields: readPrefixFields(entry, stored.prefixFields),
    vlanMax: entry.integer('vlanMax', { min: 1, max: 4294967295, fallback: stored.vlanMax }),
    enforceUserPermissions: entry.flag('enforceUserPermissions', stored.enforceUserPermissions),
    changeLogDays: entry.orNull('changeLogDays', stored.changeLogDays, () =>
      entry.integer('changeLogDays', { min: 1, max: 36_500 }),
    ),
    defaults: {
      sectionStrictMode: defaults.flag('sectionStrictMode', sectionStrictMode),
      subnetScanAgent: defaults.orNull('subnetScanAgent', subnetScanAgent, () => defaults.integer('subnetScanAgent', id)),
      subnetState: defaults.integer('subnetState', { ...id, fallback: subnetState }),
    },
  };
}

/** The fields need not be defined yet: what the paths answer until then says so. */
function readPrefixFields(entry: Entry, stored: Settings['prefixFields']): Settings['prefixFields'] {
  const fields = entry.object('prefixFields', ['subnets', 'addresses', 'externalId']);
  const name = (member: keyof Settings['prefixFields']) =>
    fields.text(member, { max: 64, fallback: stored[member], shape: notBlank });
  return { subnets: name('subnets'), addresses: name('addresses'), externalId: name('externalId') };
}

function readGroups(document: Entry): ProvisionedGroup[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  return document.objects('groups', ['id', 'name', 'description']).map((entry) => {
    const id = entry.has('id') ? { id: entry.integer('id', { min: 1, max: highestInteger }) } : {};
    const name = entry.text('name', { max: 32, shape: notBlank });
    if (id.id !== undefined) claim(ids, String(id.id), entry, 'id');
    claim(names, name, entry, 'name');
    return { ...id, name, description: entry.text('description', longText) };
  });
}

const notEmpty = { pattern: /./s, problem: 'must not be empty' };
const notBlank = { pattern: /^\S(.*\S)?$/s, problem: 'must not be empty, nor begin or end with a space' };
const usernameShape = {
  pattern: /^[^\s:]([^:]*[^\s:])?$/,
  problem: 'must not be empty, contain a colon, nor begin or end with a space',
};

function readUsers(document: Entry): ProvisionedUser[] {
  const names = new Set<string>();
  const known = ['username', 'password', 'role', 'inventory', 'groups', 'realName', 'email', 'disabled'];
  return document.objects('users', known).map((entry) => {
    const username = entry.text('username', { max: 255, shape: usernameShape });
    claim(names, normalizeUsername(username), entry, 'username');
    return {
      username,
      password: entry.orNull('password', null, () => entry.text('password', { max: 4096, shape: notEmpty })),
      role: entry.word('role', ['Administrator', 'User'], 'User'),
      inventory: entry.word('inventory', inventoryRights, 'read'),
      groups: [...new Set(entry.texts('groups'))],
      realName: entry.text('realName', shortText),
      email: entry.text('email', shortText),
      disabled: entry.flag('disabled', false),
    };
  });
}

/** What stands in the path of a request, without anything that clients or proxies would rewrite. */
const appIdShape = {
  pattern: /^[A-Za-z0-9][\w.~-]{0,63}$/,
  problem: 'must be 1 to 64 letters, digits, _ . ~ and -, the first a letter or digit',
};
const codeShape = { pattern: /^[\x21-\x7e]{32}$/, problem: 'must be 32 printable ASCII characters without spaces' };
/** Longer than this no client waits, and the listeners give up on a silent connection. */
const longestWait = 100;

function readApps(document: Entry): App[] {
  const ids = new Set<string>();
  const known = [
    'id',
    'permission',
    'security',
    'code',
    'showLinks',
    'stringify',
    'nestCustomFields',
    'cryptLegacy',
    'lock',
    'comment',
  ];
  return document.objects('apps', known).map((entry) => {
    const id = entry.text('id', { max: 64, shape: appIdShape });
    claim(ids, id, entry, 'id');
    const security = entry.word('security', appSecurities);
    const lock = entry.object('lock', ['enabled', 'waitSeconds']);
    const readCode = () => entry.text('code', { max: 32, shape: codeShape });
    return {
      id,
      permission: entry.word('permission', appPermissions),
      security,
      code: security === 'static' || security === 'crypt' ? readCode() : entry.orNull('code', null, readCode),
      showLinks: entry.flag('showLinks', true),
      stringify: entry.flag('stringify', true),
      nestCustomFields: entry.flag('nestCustomFields', false),
      cryptLegacy: entry.flag('cryptLegacy', true),
      lock: {
        enabled: lock.flag('enabled', false),
        waitSeconds: lock.integer('waitSeconds', { min: 0, max: longestWait, fallback: 30 }),
      },
      comment: entry.text('comment', longText),
    };
  });
}

function readCustomFields(document: Entry): ProvisionedCustomField[] {
  const keys = new Set<string>();
  const known = ['on', 'name', 'type', 'nullable', 'default', 'comment', 'drop'];
  return document.objects('customFields', known).map((entry) => {
    const on = entry.word('on', customFieldOwners);
    const name = entry.text('name', { max: 64 });
    const problem = problemWithName(on, name);
    if (problem !== undefined) entry.refuse('name', problem);
    claim(keys, `${on} ${name.toLowerCase()}`, entry, 'name');
    return entry.flag('drop', false) ? { dropped: { on, name } } : { field: readCustomField(entry, on, name) };
  });
}

function readCustomField(entry: Entry, on: CustomFieldOwner, name: string): CustomField {
  const field: CustomField = {
    on,
    name,
    type: entry.text('type', { max: 4096 }),
    nullable: entry.flag('nullable', true),
    default: entry.scalar('default'),
    comment: entry.text('comment', longText),
  };
  const definition =
    definitionOf(field) ?? entry.refuse('type', "must be varchar(N), int, bool, date, datetime, text or enum('a','b')");
  if (definition.type === 'text' && definition.max < 1) entry.refuse('type', 'must leave room for at least one character');
  entry.check('default', definition, field.default);
  return field;
}

/** Notes a natural key. @throws IpamError provision.invalid when an earlier entry of the list has it */
function claim(keys: Set<string>, key: string, entry: Entry, member: string): void {
  if (keys.has(key)) entry.refuse(member, 'stands in an earlier entry of the list already');
  keys.add(key);
}
