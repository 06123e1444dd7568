import type { ImportRecord } from '../../application/ports/register.js';
import { natSides } from '../../domain/catalog/nat-objects.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Value } from './rows.js';
import { type RowValues, type Table, tables } from './tables.js';

export interface RecordContext {
  /** Names of external authentication methods, by id. */
  readonly externalAuthMethods: ReadonlyMap<string, string>;
  /** Names of the sign-in providers that were created from authentication methods, by id of the method. */
  readonly providers: ReadonlyMap<string, string>;
}

type Values = Record<string, unknown>;
type Shape = (row: RowValues, context: RecordContext) => Values;

/** Returns the ids in a JSON object or list. */
function idsIn(text: Value | undefined): string[] {
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? Object.values(value).map(String) : [];
}

function jsonOf(text: Value | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Modules with user permission levels in phpIPAM, and the corresponding kinds. */
const modules = {
  vlan: 'vlan',
  l2dom: 'l2domain',
  vrf: 'vrf',
  racks: 'rack',
  nat: 'nat',
  customers: 'customer',
  locations: 'location',
  devices: 'device',
} as const;

/** Permission levels as numbers, by kind. */
type Levels = Readonly<Record<string, string>>;

/** Permission levels up to version 1.3: all users read; users with editVlan also wrote VLANs. */
const oldLevels: Levels = Object.fromEntries(Object.values(modules).map((kind) => [kind, '1']));

function levelsIn(text: Value | undefined): Levels {
  const levels: Readonly<Record<string, unknown>> = Object(jsonOf(text));
  return Object.fromEntries(
    Object.entries(modules).flatMap(([name, kind]) => (levels[name] === undefined ? [] : [[kind, String(levels[name])]])),
  );
}

const levelsOf = (row: RowValues): Levels =>
  row.has('module_permissions')
    ? levelsIn(row.get('module_permissions'))
    : { ...oldLevels, ...(row.get('editVlan') === 'Yes' ? { vlan: '2' } : {}) };

function user(row: RowValues, { externalAuthMethods, providers }: RecordContext): Values {
  return {
    username: row.get('username'),
    role: row.get('role'),
    realName: row.get('real_name') ?? '',
    email: row.get('email') ?? '',
    groups: idsIn(row.get('groups')),
    disabled: row.get('disabled') === 'Yes',
    passwordHash: row.get('password') ?? '',
    signsInBy: externalAuthMethods.get(row.get('authMethod') ?? ''),
    provider: providers.get(row.get('authMethod') ?? ''),
    levels: levelsOf(row),
    totpSecret: row.get('2fa') === '1' ? (row.get('2fa_secret') ?? '') : '',
    lastLogin: row.get('lastLogin'),
    lastActivity: row.get('lastActivity'),
  };
}

const securities: Readonly<Record<string, string>> = {
  ssl_code: 'static',
  ssl_token: 'ssl',
  ssl: 'ssl',
  crypt: 'crypt',
  user: 'none',
  none: 'none',
};
const permissions = ['disabled', 'read', 'write', 'admin'];

function app(row: RowValues): Values {
  const lock = row.get('app_lock_type');
  const isLocked = lock === undefined ? row.get('app_lock') === '1' : lock !== null && lock !== 'Disabled' && lock !== 'Auto';
  const security = securities[row.get('app_security') ?? ''] ?? row.get('app_security');
  const hasCode = security === 'static' || security === 'crypt';
  return {
    id: row.get('app_id'),
    permission: permissions[Number(row.get('app_permissions') ?? 0)] ?? row.get('app_permissions'),
    security,
    ...(hasCode ? { code: row.get('app_code') } : {}),
    showLinks: (row.get('app_show_links') ?? '1') === '1',
    nestCustomFields: row.get('app_nest_custom_fields') === '1',
    lock: { enabled: isLocked, waitSeconds: Math.min(100, Number(row.get('app_lock_wait') ?? 30) || 0) },
    comment: row.get('app_comment') ?? '',
  };
}

const settings = (row: RowValues): Values => ({
  linkField: row.get('link_field') === '0' ? '' : (row.get('link_field') ?? ''),
  uniqueVlanNumbers: row.get('vlanDuplicate') === '0',
  vlanMax: row.get('vlanMax'),
});

/** The description is the default for a missing comment. */
function request(row: RowValues): Values {
  const ip = row.get('ip_addr');
  const state = row.get('processed') !== '1' ? 'open' : row.get('accepted') === '1' ? 'accepted' : 'refused';
  const tag = row.get('state');
  const address = ip === '' || ip === '0' ? null : ip;
  return {
    ...Object.fromEntries(
      ['subnetId', 'description', 'mac', 'owner', 'requester', 'adminComment'].map((name) => [name, row.get(name)]),
    ),
    ip_addr: address,
    hostname: row.get('hostname') ?? row.get('dns_name'),
    comment: row.get('comment') || row.get('description') || '-',
    tag: tag === '0' ? null : tag,
    state,
    results: state === 'accepted' ? (IpAddress.readOrDecimal(address ?? '')?.toString() ?? null) : null,
  };
}

const objects: Readonly<Record<string, string>> = { ip_addr: 'address', subnet: 'subnet', section: 'section' };

function change(row: RowValues): Values {
  const action = row.get('caction');
  const failed = row.get('cresult') === 'error';
  return {
    object: failed ? undefined : objects[row.get('ctype') ?? ''],
    objectId: row.get('coid'),
    userId: row.get('cuser'),
    action: action === 'perm_change' ? 'permissions' : action,
    at: row.get('cdate'),
    differences: (row.get('cdiff') ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
  };
}

/** Tables whose rows need more than a mapping of columns. */
const shapes: Readonly<Record<string, Shape>> = { users: user, api: app, settings, changelog: change, requests: request };

/** Maps a value: column index, and name of the field or custom field. */
type Placing = readonly [index: number, name: string];

/** Converts the rows of a table to records. @param columns of the rows @param customNames columns of custom fields */
export function recordsOf(
  name: string,
  columns: readonly string[],
  customNames: readonly string[],
  context: RecordContext,
): (values: readonly Value[]) => ImportRecord {
  const table = tables[name] as Table;
  const shape = shapes[name];
  const key = columns.lastIndexOf(table.key);
  const custom = customNames.map((column): Placing => [columns.lastIndexOf(column), column]);
  const ours = columns.flatMap((column, index): Placing[] => {
    if (Object.hasOwn(table.names, column)) return [[index, table.names[column] ?? column]];
    return table.columns.includes(column) ? [[index, column]] : [];
  });
  const sides = table.entity === 'nat' ? natSides : [];
  return (row) => {
    const id = row[key];
    const values: Values = shape ? { id, ...shape(rowOf(columns, row), context) } : valuesAt(ours, row, { id });
    for (const side of sides) if (values[side] === '[]') values[side] = '{}'; // phpIPAM's empty list of objects
    return { where: `${name} ${id}`, values, custom: valuesAt(custom, row, {}) };
  };
}

function valuesAt(placings: readonly Placing[], row: readonly Value[], values: Values): Values {
  for (const [index, name] of placings) values[name] = row[index];
  return values;
}

function rowOf(columns: readonly string[], values: readonly Value[]): RowValues {
  return new Map(columns.map((column, index) => [column, values[index] ?? null]));
}
