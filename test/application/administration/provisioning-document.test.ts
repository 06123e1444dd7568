import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readDocument } from '../../../application/access/provisioning/document.js';
import { IpamError } from '../../../domain/errors.js';

function refusal(document: unknown): string {
  try {
    readDocument(document);
  } catch (error) {
    if (IpamError.is(error, 'provision.invalid')) return `${error.details.entry} ${error.details.problem}`;
    throw error;
  }
  return 'accepted';
}

const user = (members: object) => ({
  users: [
    { username: 'first', password: 'x' },
    { username: 'second', password: 'x', ...members },
  ],
});
const app = (members: object) => ({ apps: [{ id: 'first', permission: 'read', security: 'none', ...members }] });
const customField = (members: object) => ({
  customFields: [{ on: 'subnets', name: 'custom_env', type: 'varchar(8)', ...members }],
});
const settings = (members: object) => ({ settings: members });
const group = (members: object) => ({
  groups: [
    { id: 9, name: 'Nine' },
    { name: 'Ten', ...members },
  ],
});
const code = 'k'.repeat(32);

const refused: readonly (readonly [description: string, document: unknown, refusal: string])[] = [
  ['a document that is a list', [], 'document must be an object'],
  ['a document that is null', null, 'document must be an object'],
  [
    'an unknown member',
    { user: [] },
    'document "user" is not known; known are settings, roles, groups, signInProviders, users, serviceAccounts, keys, apps, customFields, webhooks',
  ],
  ['settings that are a list', { settings: [] }, 'settings must be an object'],
  ['users that are an object', { users: {} }, 'document "users" must be a list'],
  ['a user that is a text', { users: ['Admin'] }, 'users[0] must be an object'],

  [
    'an unknown setting',
    settings({ vlanmax: 1 }),
    'settings "vlanmax" is not known; known are uniqueVlanNumbers, linkField, prefixFields, vlanMax, enforceUserPermissions, changeLogDays, keyDays, secondFactor, defaults, scan, webhooks, dns, usageHistory, alarms, mail',
  ],
  ['a flag as a number', settings({ uniqueVlanNumbers: 1 }), 'settings "uniqueVlanNumbers" must be true or false'],
  ['a link field that is a number', settings({ linkField: 5 }), 'settings "linkField" must be a text'],
  ['a history of 0 days', settings({ changeLogDays: 0 }), 'settings "changeLogDays" must be from 1 to 36500'],
  ['prefix fields that are a text', settings({ prefixFields: 'csid' }), 'settings.prefixFields must be an object'],
  [
    'an unknown prefix field',
    settings({ prefixFields: { subnet: 'x' } }),
    'settings.prefixFields "subnet" is not known; known are subnets, addresses, externalId',
  ],
  [
    'a prefix field that is null',
    settings({ prefixFields: { subnets: null } }),
    'settings.prefixFields "subnets" must be a text',
  ],
  [
    'an empty prefix field',
    settings({ prefixFields: { addresses: '' } }),
    'settings.prefixFields "addresses" must not be empty, nor begin or end with a space',
  ],
  [
    'a long prefix field',
    settings({ prefixFields: { externalId: 'x'.repeat(65) } }),
    'settings.prefixFields "externalId" must not be longer than 64 characters',
  ],
  ['a highest VLAN of 0', settings({ vlanMax: 0 }), 'settings "vlanMax" must be from 1 to 4294967295'],
  ['a highest VLAN that is not an integer', settings({ vlanMax: 1.5 }), 'settings "vlanMax" must be an integer'],
  ['a highest VLAN as text', settings({ vlanMax: '4096' }), 'settings "vlanMax" must be an integer'],
  ['defaults that are null', settings({ defaults: null }), 'settings.defaults must be an object'],
  [
    'an unknown default',
    settings({ defaults: { x: 1 } }),
    'settings.defaults "x" is not known; known are sectionStrictMode, subnetScanAgent, subnetState',
  ],
  [
    'a scan agent 0',
    settings({ defaults: { subnetScanAgent: 0 } }),
    'settings.defaults "subnetScanAgent" must be from 1 to 2147483647',
  ],
  ['a scan that is a list', settings({ scan: [] }), 'settings.scan must be an object'],
  ['another program', settings({ scan: { program: 'nmap' } }), 'settings.scan "program" must be one of auto, fping, ping'],
  [
    'too many packets per second',
    settings({ scan: { packetsPerSecond: 1001 } }),
    'settings.scan "packetsPerSecond" must be from 1 to 1000',
  ],
  ['zero attempts', settings({ scan: { attempts: 0 } }), 'settings.scan "attempts" must be from 1 to 5'],
  [
    'a tag 0 for new hosts',
    settings({ scan: { discoveredTag: 0 } }),
    'settings.scan "discoveredTag" must be from 1 to 2147483647',
  ],
  ['a subnet state null', settings({ defaults: { subnetState: null } }), 'settings.defaults "subnetState" must be an integer'],

  ['a group without a name', group({ name: undefined }), 'groups[1] "name" must be a text'],
  ['a group without members', { groups: [{}] }, 'groups[0] "name" is missing; it must be a text'],
  ['a blank group name', group({ name: ' ' }), 'groups[1] "name" must not be empty, nor begin or end with a space'],
  ...['7', '00', '.', '..', 'null'].map((name): [string, object, string] => [
    `the group name ${name}`,
    group({ name }),
    'groups[1] "name" must not be a number, dots or null: permissions can refer to groups by id',
  ]),
  ['a duplicate group name', group({ name: 'Nine' }), 'groups[1] "name" is already in an earlier entry of the list'],
  ['a duplicate group id', group({ id: 9 }), 'groups[1] "id" is already in an earlier entry of the list'],
  ['a group id as text', group({ id: '10' }), 'groups[1] "id" must be an integer'],
  ['a group with members', group({ users: [] }), 'groups[1] "users" is not known; known are id, name, description, roles'],

  ['a user without a name', { users: [{ password: 'x' }] }, 'users[0] "username" is missing; it must be a text'],
  [
    'a user name that differs from another only in case',
    user({ username: 'FIRST' }),
    'users[1] "username" is already in an earlier entry of the list',
  ],
  [
    'a user name with a colon',
    user({ username: 'a:b' }),
    'users[1] "username" must not be empty, contain a colon, nor begin or end with a space',
  ],
  ['an empty password', user({ password: '' }), 'users[1] "password" must not be empty'],
  ['a password with a line end', user({ password: 'a\nb' }), 'users[1] "password" must not contain control characters'],
  ['a password that is a number', user({ password: 12345678 }), 'users[1] "password" must be a text'],
  ['an unknown role', user({ role: 'admin' }), 'users[1] "role" must be one of Administrator, User'],
  ['an unknown inventory right', user({ inventory: 'all' }), 'users[1] "inventory" must be one of none, read, write'],
  [
    'a level of an unknown kind',
    user({ levels: ['subnet:read'] }),
    'users[1] "levels" contain "subnet:read"; known are KIND:none, KIND:read, KIND:write with the kinds customer, location, l2domain, vlan, vrf, rack, deviceType, device, tag, nameserver, scanAgent, nat',
  ],
  [
    'two levels of one kind',
    user({ levels: ['vlan:read', 'vlan:none'] }),
    'users[1] "levels" contain the kind vlan more than once',
  ],
  ['the name of a built-in role', { roles: [{ name: 'viewer' }] }, 'roles[0] "name" is the name of a built-in role'],
  ['a duplicate role', { roles: [{ name: 'a' }, { name: 'A' }] }, 'roles[1] "name" is already in an earlier entry of the list'],
  [
    'an unknown right of a role',
    { roles: [{ name: 'a', rights: ['administer'] }] },
    'roles[0] "rights" contain "administer"; known are secrets, history, users',
  ],
  ['groups that are a text', user({ groups: 'Operators' }), 'users[1] "groups" must be a list'],
  ['groups by id', user({ groups: [2] }), 'users[1] "groups" must be a list of texts'],
  [
    'a real name that is too long',
    user({ realName: 'x'.repeat(256) }),
    'users[1] "realName" must not be longer than 255 characters',
  ],
  ['disabled as text', user({ disabled: 'yes' }), 'users[1] "disabled" must be true or false'],
  [
    'a member of users from a prototype',
    JSON.parse('{"users":[{"__proto__":{"username":"x"}}]}'),
    'users[0] "__proto__" is not known; known are username, password, role, inventory, levels, roles, groups, realName, email, disabled, provider',
  ],

  ['an app without an id', { apps: [{ permission: 'read', security: 'none' }] }, 'apps[0] "id" is missing; it must be a text'],
  [
    'an app id with a slash',
    app({ id: 'a/b' }),
    'apps[0] "id" must be 1 to 64 letters, digits, _ . ~ and -, and begin with a letter or digit',
  ],
  ['a duplicate app id', { apps: [...app({}).apps, ...app({}).apps] }, 'apps[1] "id" is already in an earlier entry of the list'],
  [
    'an app without a permission',
    { apps: [{ id: 'x', security: 'none' }] },
    'apps[0] "permission" is missing; it must be one of disabled, read, write, admin',
  ],
  ['an unknown permission', app({ permission: 'rwa' }), 'apps[0] "permission" must be one of disabled, read, write, admin'],
  ['an unknown security', app({ security: 'tls' }), 'apps[0] "security" must be one of none, ssl, static, crypt, oidc'],
  ['a static app without a code', app({ security: 'static' }), 'apps[0] "code" is missing; it must be a text'],
  ['an encrypted app without a code', app({ security: 'crypt', code: null }), 'apps[0] "code" must be a text'],
  [
    'a static app with a code of 31 characters',
    app({ security: 'static', code: code.slice(1) }),
    'apps[0] "code" must be 32 printable ASCII characters without spaces',
  ],
  [
    'a code that is too long, even if unused',
    app({ code: `${code}x` }),
    'apps[0] "code" must be 32 printable ASCII characters without spaces',
  ],
  ['links as a number', app({ showLinks: 0 }), 'apps[0] "showLinks" must be true or false'],
  ['a lock that is a flag', app({ lock: true }), 'apps[0].lock must be an object'],
  ['an unknown member of a lock', app({ lock: { wait: 1 } }), 'apps[0].lock "wait" is not known; known are enabled, waitSeconds'],
  ['a negative wait', app({ lock: { waitSeconds: -1 } }), 'apps[0].lock "waitSeconds" must be from 0 to 100'],

  [
    'an unknown owner',
    customField({ on: 'users' }),
    'customFields[0] "on" must be one of sections, subnets, addresses, vlans, vrfs, l2domains, devices, locations, racks',
  ],
  [
    'a custom field without a type',
    { customFields: [{ on: 'subnets', name: 'a' }] },
    'customFields[0] "type" is missing; it must be a text',
  ],
  [
    'an unknown type',
    customField({ type: 'json' }),
    "customFields[0] \"type\" must be varchar(N), int, bool, date, datetime, text or enum('a','b')",
  ],
  ['a text of length 0', customField({ type: 'varchar(0)' }), 'customFields[0] "type" must allow at least one character'],
  [
    'a name with a space',
    customField({ name: 'my field' }),
    'customFields[0] "name" must begin with a letter and consist of at most 64 letters, digits, _ and -',
  ],
  [
    'the name of a standard member',
    customField({ name: 'Description' }),
    'customFields[0] "name" is reserved: subnets already have a member or column of this name',
  ],
  [
    'the name of a member of responses',
    customField({ name: 'links' }),
    'customFields[0] "name" is reserved: subnets already have a member or column of this name',
  ],
  ...['constructor', 'toString', 'hasOwnProperty', 'vrf', 'customer'].map((name): [string, object, string] => [
    `the name ${name}`,
    customField({ name }),
    'customFields[0] "name" is reserved: subnets already have a member or column of this name',
  ]),
  [
    'a duplicate field',
    { customFields: [...customField({}).customFields, ...customField({}).customFields] },
    'customFields[1] "name" is already in an earlier entry of the list',
  ],
  [
    'a default that is too long',
    customField({ default: '123456789' }),
    'customFields[0] "default" must not be longer than 8 characters',
  ],
  [
    'a default outside the choices',
    customField({ type: "enum('a','b')", default: 'c' }),
    'customFields[0] "default" must be one of a, b',
  ],
  [
    'a default that is not a number',
    customField({ type: 'int', default: 'many' }),
    'customFields[0] "default" must be an integer',
  ],
  [
    'a default that is not a date',
    customField({ type: 'date', default: '2024-02-30' }),
    'customFields[0] "default" must be a date YYYY-MM-DD',
  ],
  [
    'a default that is a list',
    customField({ default: [] }),
    'customFields[0] "default" must be a text, a number, true, false or null',
  ],
];

describe('The provisioning document', () => {
  for (const [description, document, expected] of refused) {
    it(`rejects ${description} and names the entry`, () => {
      expect(refusal(document)).to.equal(expected);
    });
  }

  it('may be empty', () => {
    expect(refusal({})).to.equal('accepted');
  });

  it('repeats no secret in an error', () => {
    const secret = 's3cr3t-\u0000';
    for (const document of [user({ password: secret }), app({ security: 'static', code: secret })])
      expect(refusal(document)).not.to.contain('s3cr3t');
  });

  it('may use one custom field name for several owners', () => {
    expect(
      refusal({ customFields: [...customField({}).customFields, ...customField({ on: 'addresses' }).customFields] }),
    ).to.equal('accepted');
  });

  for (const [type, given, stored] of [
    ['int(11)', 7, '7'],
    ['int(11)', '7', '7'],
    ['bool', true, '1'],
    ['bool', false, '0'],
    ['varchar(8)', '', null],
    ['varchar(8)', null, null],
    ['datetime', '2024-02-29 12:00:00', '2024-02-29 12:00:00'],
  ] as const) {
    it(`stores the default ${JSON.stringify(given)} of a field of type ${type} as ${JSON.stringify(stored)}`, () => {
      const [entry] = readDocument(customField({ type, default: given })).customFields;
      expect(entry && 'field' in entry && entry.field.default).to.equal(stored);
    });
  }

  it('rejects an invalid long name of a name server quickly, and accepts valid DNS names', () => {
    const dns = (hostmaster: string): unknown => settings({ dns: { hostmaster } });
    for (const name of [`${'a'.repeat(200)}!`, 'a'.repeat(64), 'a..b', '-a.b', '.'])
      expect(refusal(dns(name)), name).to.contain('must be a DNS name');
    for (const name of ['a', 'host_1.example.org.', `${'a'.repeat(63)}.b`]) expect(refusal(dns(name)), name).to.equal('accepted');
  });
});

describe('The reference of the provisioning file', () => {
  const page = readFileSync(new URL('../../../../docs/reference/provisioning.md', import.meta.url), 'utf8');
  const inner = { groups: [{}], users: [{}], apps: [{}], customFields: [{}] };
  const unknown = { unknown: 1 };
  const parts: readonly (readonly [description: string, document: object])[] = [
    ['a document', unknown],
    ['settings', { settings: unknown }],
    ['prefixFields', { settings: { prefixFields: unknown } }],
    ['defaults', { settings: { defaults: unknown } }],
    ['scan', { settings: { scan: unknown } }],
    ['dns', { settings: { dns: unknown } }],
    ['lock', app({ lock: unknown })],
    ...Object.keys(inner).map((part) => [part, { [part]: [unknown] }] as const),
  ];

  for (const [description, document] of parts) {
    it(`names every member of ${description} in a provisioning file`, () => {
      const [, known = ''] = /known are (.*)$/.exec(refusal(document)) ?? [];
      const members = known.split(', ');
      expect(members).to.have.length.above(1);
      for (const member of members) expect(page).to.match(new RegExp(`\`(\\w+\\.)?${member}[\`.]`));
    });
  }
});
