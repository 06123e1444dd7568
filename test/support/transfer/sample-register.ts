import type { EntityRecords, RegisterLoader } from '../../../application/ports/register.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { addressFields } from '../../../domain/address/address.js';
import { type KindName, kindOf, openKindNames } from '../../../domain/catalog/kinds.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../../domain/fields/field.js';
import { recordOf } from '../../../domain/fields/kind.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields, toSubnet } from '../../../domain/subnet/subnet.js';
import { samplesOf } from '../../contracts/support/samples.js';
import { app as plainApp } from '../../domain/support/apps.js';
import { levels } from '../levels.js';

const fieldsByOwner: Readonly<
  Record<CustomFieldOwner, readonly (readonly [name: string, type: string, fallback: string | null])[]>
> = {
  sections: [['custom_team', 'varchar(32)', 'net']],
  subnets: [
    ['custom_env', "enum('prod','it''s')", 'prod'],
    ['custom_since', 'date', null],
  ],
  addresses: [
    ['custom_serial', 'int', null],
    ['custom_seen', 'datetime', null],
    ['custom_spare', 'bool', null],
    ['custom_text', 'text', null],
  ],
  vlans: [['custom_ring', 'varchar(255)', null]],
  vrfs: [['custom_rt', 'varchar(16)', null]],
  l2domains: [['custom_site', 'varchar(16)', null]],
  devices: [['custom_contract', 'text', null]],
  locations: [['custom_floor', 'int', null]],
  racks: [['custom_power', 'bool', null]],
};

export const sampleFields: readonly CustomField[] = Object.entries(fieldsByOwner).flatMap(([on, fields]) =>
  fields.map(([name, type, fallback]) => ({
    on: on as CustomFieldOwner,
    name,
    type,
    nullable: true,
    default: fallback,
    comment: '',
  })),
);

/** Values of the custom fields of an owner. They differ for each record. */
function customOf(owner: CustomFieldOwner | undefined, turn: number): CustomValues {
  const values: Record<string, FieldValue> = {};
  for (const [name, type] of owner ? fieldsByOwner[owner] : []) {
    if (turn % 3 === 2) continue; // some have none
    if (type === 'int') values[name] = turn - 5;
    else if (type === 'bool') values[name] = turn % 2 === 0;
    else if (type === 'date') values[name] = '2024-02-29';
    else if (type === 'datetime') values[name] = '2024-02-29 12:30:59';
    else if (type.startsWith('enum')) values[name] = "it's";
    else values[name] = type === 'text' ? `two\nlines \\ "${turn}" 日本` : `O'Hara ${turn}`;
  }
  return values;
}

/** A value of a field. It differs for each turn. @param count referenced records have the ids 1 to `count` */
function sampleValue(name: string, field: FieldDefinition, turn: number, count: number): FieldValue {
  if (field.isOptionalOnWire) return null; // phpIPAM has no holds, and a service frees expired holds
  if (field.type === 'reference') return (turn % count) + 1;
  if (field.type === 'idList') return ['1', '1;2', null][turn % 3] ?? null;
  if (field.type === 'permissions') return [levels({ 3: 1, 2: 2 }), levels({ 2: 3 }), null][turn % 3] ?? null;
  if (field.type === 'objects') return { subnets: ['2'], ipaddresses: ['1', '3'] };
  const samples = samplesOf(field);
  if (name === 'name' || name === 'title' || name === 'code') return `${name} ${turn}`;
  return samples[turn % samples.length] ?? null;
}

/** Number of records of each kind. */
const perKind = 5;

function kindRecords(kind: KindName): EntityRecords[KindName][] {
  const { fields, customFields }: { readonly fields: FieldSet; readonly customFields?: CustomFieldOwner } = kindOf(kind);
  return Array.from({ length: perKind }, (_, turn) => ({
    id: turn + 1,
    values: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(kind, name, field, turn)])),
    custom: customOf(customFields, turn),
  }));
}

/** Fields without a column in phpIPAM. They are null. */
const unknown: Readonly<Record<string, readonly string[]>> = { l2domain: ['number', 'editDate'], customer: ['tag'] };

/** Fields whose values must fit other records (devices fit into their racks), or get their default in an import. */
const fitting: Readonly<Record<string, (turn: number) => FieldValue>> = {
  'l2domain domainId': () => 1,
  'rack size': () => 42,
  'device rack_start': (turn) => turn + 1,
  'device rack_size': (turn) => turn + 1,
};

function sampleOf(kind: KindName, name: string, field: FieldDefinition, turn: number): FieldValue {
  if (unknown[kind]?.includes(name)) return null;
  return fitting[`${kind} ${name}`]?.(turn) ?? sampleValue(name, field, turn, perKind);
}

const networks = [
  '10.0.0.0/8',
  '10.1.0.0/16',
  '10.1.2.0/24',
  null,
  '192.168.0.0/24',
  '2001:db8::/32',
  '2001:db8:1::/64',
  null,
  '10.0.0.0/9',
];
const masters = [null, 1, 2, null, 4, null, 6, 4, 8];

/** Hash of the password `imported`, by crypt(3) with SHA-512. */
export const importedHash =
  '$6$rounds=3000$saltsalt$APQoNd5AGu402b42uHeTy.Uc996QTrCV3GtmOwYCX3nb9qnf0OlqiT67rYzkfNBFWX4HLpwhc..MJSaA4cuC/.';

/** Fills an empty storage with records of all kinds. @param addresses number of addresses */
export function fillWithSamples({ load }: RegisterLoader, addresses = 40): Promise<void> {
  return load(['group', 'l2domain', 'deviceType', 'tag', 'scanAgent'], async (loading) => {
    await loading.add('customField', sampleFields);
    await loading.add('group', [
      { id: 2, name: 'Operators', description: 'default Operator group', roles: [] },
      { id: 3, name: 'Guests', description: '', roles: [] },
      { id: 7, name: "Ann's", description: 'the 7th', roles: [] },
    ]);
    await loading.add('user', users);
    await loading.add('app', apps);
    await loading.set({ ...defaultSettings, uniqueVlanNumbers: false, vlanMax: 4000, linkField: 'custom_serial' });
    for (const kind of openKindNames) await loading.add(kind, kindRecords(kind));
    await loading.add('section', sections());
    await loading.add('subnet', subnets());
    await loading.add('address', [...addressRecords(addresses)]);
    await loading.add('change', changes);
  });
}

const times = {
  ...{ kind: 'person' as const, provider: null, subject: null, editDate: null },
  ...{ lastLogin: '2024-05-01 10:00:00', lastActivity: null },
};
const plainUser = {
  ...({ role: 'User', inventory: 'read', levels: [], roles: [], groups: [] } as const),
  ...{ realName: '', email: '', disabled: false },
  ...times,
} as const;

const users: readonly EntityRecords['user'][] = [
  {
    ...plainUser,
    id: 1,
    username: 'Admin',
    role: 'Administrator',
    inventory: 'write',
    realName: 'The Admin',
    passwordHash: importedHash,
  },
  {
    ...plainUser,
    id: 4,
    username: 'ann',
    levels: ['vlan:write'],
    groups: [2, 7],
    email: 'ann@example.org',
    passwordHash: importedHash,
  },
  { ...plainUser, id: 9, username: 'Bob', inventory: 'write', groups: [3], disabled: true, passwordHash: importedHash },
];

const apps: readonly EntityRecords['app'][] = [
  { ...plainApp, id: 'main', permission: 'admin', security: 'none', showLinks: false, nestCustomFields: false },
  { ...plainApp, id: 'tls', permission: 'read', security: 'ssl', showLinks: true, nestCustomFields: true, comment: "it's" },
  {
    ...{ ...plainApp, id: 'sealed', permission: 'write', security: 'crypt', showLinks: true, nestCustomFields: false },
    ...{ code: '0123456789abcdef0123456789abcdef', lock: { enabled: true, waitSeconds: 12 } },
  },
];

const sections = () =>
  [0, 1, 2].map((turn) =>
    recordOf(sectionFields, {
      id: turn + 1,
      values: {
        ...Object.fromEntries(Object.entries(sectionFields).map(([name, field]) => [name, sampleValue(name, field, turn, 3)])),
        ...{ masterSection: turn === 2 ? 1 : null, strictMode: turn === 0, subnetOrdering: 'subnet,asc' },
      },
      custom: customOf('sections', turn),
    }),
  );

const subnets = () =>
  networks.map((network, turn) =>
    toSubnet(
      recordOf(subnetFields, {
        id: turn + 1,
        values: {
          ...Object.fromEntries(
            Object.entries(subnetFields).flatMap(([name, field]) =>
              field.type === 'prefix' ? [] : [[name, sampleValue(name, field, turn, perKind)]],
            ),
          ),
          ...{ prefix: network === null ? null : Prefix.parse(network), isFolder: network === null },
          ...{ sectionId: turn < 3 ? 1 : 2, masterSubnetId: masters[turn] ?? null, linked_subnet: turn === 5 ? 7 : null },
        },
        custom: customOf('subnets', turn),
      }),
    ),
  );

/** Addresses of both families, in several networks. */
function* addressRecords(count: number) {
  for (let turn = 0; turn < count; turn++) {
    const isV6 = turn % 4 === 3;
    const ip = isV6 ? IpAddress.parse('2001:db8:1::').plus(BigInt(turn)) : IpAddress.parse('10.1.0.0').plus(BigInt(turn));
    const values = Object.fromEntries(
      Object.entries(addressFields).map(([name, field]) => [name, sampleValue(name, field, turn, perKind)]),
    );
    const place = { subnetId: isV6 ? 7 : 2, ip: ip ?? null };
    yield recordOf(addressFields, { id: turn + 1, values: { ...values, ...place }, custom: customOf('addresses', turn) });
  }
}

const change = { objectName: null, appId: null, clientAddress: null, at: '2024-03-31 12:00:00' } as const;

const changes: readonly EntityRecords['change'][] = [
  {
    ...change,
    object: 'subnet',
    objectId: 1,
    action: 'add',
    differences: ['[subnet]: 10.0.0.0', '[mask]: 8'],
    userId: 1,
    by: 'The Admin',
  },
  { ...change, object: 'address', objectId: 3, action: 'edit', differences: ['[owner]: a => b'], userId: 4, by: 'ann' },
  {
    ...change,
    object: 'section',
    objectId: 2,
    action: 'permissions',
    differences: ['[permissions]: none => 2'],
    userId: null,
    by: '',
  },
];
