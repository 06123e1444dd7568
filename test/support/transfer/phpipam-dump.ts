import type { Database } from '../../../application/ports/database.js';
import { inServiceZone } from '../../../application/service-time.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';

/** Format of a dump. */
export interface DumpForm {
  readonly namesColumns?: boolean;
  readonly rowsPerInsert?: number;
  /** Format of values of binary columns. */
  readonly binary?: 'text' | 'hex' | 'introduced';
  /** Whether to omit columns that are newer than version 1.4. */
  readonly isOld?: boolean;
  /** Whether all times have the type datetime, in the time zone of the service. Its range exceeds that of timestamp. */
  readonly hasDatetimes?: boolean;
}

/** Values of a row by column, as texts. */
export type Row = Readonly<Record<string, string | null>>;

/** All rows of a database, by table. */
export async function tablesOf({ archive }: Pick<Database, 'archive'>): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  await archive?.snapshot(async ({ tables, rows }) => {
    for (const { name, columns } of tables) {
      const all: Row[] = [];
      for await (const part of rows(name))
        for (const texts of part) all.push(Object.fromEntries(columns.map((column, index) => [column, texts[index] ?? null])));
      found.set(name, all);
    }
  });
  return found;
}

type Cell = string | number | null;
/** A column: name, type, and its value for a row. `isNew`: version 1.4 does not have it. */
interface ColumnOf {
  readonly name: string;
  readonly type: string;
  readonly of: (row: Row) => Cell;
  readonly isNew?: true;
}

const flag = (name: string, own: string, isNew?: true): ColumnOf => ({
  ...{ name, type: 'tinyint(1)', of: (row) => (row[own] === 'true' ? '1' : '0') },
  ...(isNew ? { isNew } : {}),
});
const text = (name: string, own = name, type = 'longtext'): ColumnOf => ({ name, type, of: (row) => row[own] ?? null });
const number = (name: string, own = name): ColumnOf => text(name, own, 'int(11) unsigned');
/** A column that has 0 instead of null. */
const zero = (name: string, own = name): ColumnOf => ({ name, type: 'int(11)', of: (row) => row[own] ?? '0' });
const stamp = (name: string, own = name): ColumnOf => text(name, own, 'timestamp');
const local = (name: string, own = name): ColumnOf => ({
  ...{ name, type: 'datetime' },
  of: (row) => (row[own] == null ? null : inServiceZone(row[own])),
});
const newer = (column: ColumnOf): ColumnOf => ({ ...column, isNew: true });
const texts = (names: string): ColumnOf[] => names.split(' ').map((name) => text(name));

const permissions: ColumnOf = {
  ...{ name: 'permissions', type: 'varchar(1024)' },
  of: ({ permissions: pairs }) =>
    pairs == null
      ? null
      : `{${(JSON.parse(pairs) as [number, number][]).map(([group, level]) => `"${group}":"${level}"`).join(',')}}`,
};

const decimal = (ip: string): string => String(IpAddress.parse(ip).value);

const subnetColumns: ColumnOf[] = [
  { name: 'subnet', type: 'varchar(255)', of: ({ network }) => (network == null ? '0' : decimal(network.split('/')[0] ?? '')) },
  { name: 'mask', type: 'varchar(3)', of: ({ network }) => (network == null ? '' : Prefix.parse(network).length) },
  ...[number('sectionId', 'section_id'), text('description'), number('linked_subnet')],
  ...[
    text('firewallAddressObject', 'firewall_address_object'),
    number('vrfId', 'vrf_id'),
    zero('masterSubnetId', 'master_subnet_id'),
  ],
  ...[
    flag('allowRequests', 'allow_requests'),
    number('vlanId', 'vlan_id'),
    flag('showName', 'show_name'),
    zero('device'),
    permissions,
  ],
  ...[flag('pingSubnet', 'ping_subnet'), flag('discoverSubnet', 'discover_subnet'), flag('resolveDNS', 'resolve_dns')],
  ...[flag('DNSrecursive', 'dnsrecursive'), flag('DNSrecords', 'dnsrecords'), zero('nameserverId', 'nameserver_id')],
  ...[number('scanAgent', 'scan_agent'), newer(number('customer_id')), flag('isFolder', 'is_folder'), flag('isFull', 'is_full')],
  ...[flag('isPool', 'is_pool', true), number('state', 'tag'), number('threshold'), number('location')],
  ...[stamp('editDate', 'edit_date'), stamp('lastScan', 'last_scan'), stamp('lastDiscovery', 'last_discovery')],
];

const addressColumns: ColumnOf[] = [
  ...[
    number('subnetId', 'subnet_id'),
    { name: 'ip_addr', type: 'varchar(100)', of: ({ ip }: Row) => decimal((ip ?? '').split('/')[0] ?? '') },
  ],
  ...[
    flag('is_gateway', 'is_gateway'),
    ...texts('description hostname mac owner'),
    number('state', 'tag'),
    number('switch', 'device_id'),
  ],
  ...[number('location'), ...texts('port note'), local('lastSeen', 'last_seen')],
  { name: 'excludePing', type: 'binary(1)', of: ({ exclude_ping: value }) => (value === 'true' ? '1' : '0') },
  { name: 'PTRignore', type: 'binary(1)', of: ({ ptrignore: value }) => (value === 'true' ? '1' : '0') },
  ...[number('PTR', 'ptr'), text('firewallAddressObject', 'firewall_address_object'), stamp('editDate', 'edit_date')],
  newer(number('customer_id')),
];

const kindColumns: Readonly<Record<string, readonly [table: string, key: string, columns: readonly ColumnOf[]]>> = {
  vlans: [
    'vlans',
    'vlanId',
    [
      number('domainId', 'domain_id'),
      text('name'),
      number('number'),
      text('description'),
      stamp('editDate', 'edit_date'),
      newer(number('customer_id')),
    ],
  ],
  l2domains: ['vlanDomains', 'id', [text('name'), text('description'), text('permissions', 'sections')]],
  vrfs: [
    'vrf',
    'vrfId',
    [...texts('name rd description sections'), stamp('editDate', 'edit_date'), newer(number('customer_id'))],
  ],
  nameservers: ['nameservers', 'id', [...texts('name namesrv1 description permissions'), stamp('editDate', 'edit_date')]],
  device_types: ['deviceTypes', 'tid', [...texts('tname tdescription'), newer(text('bgcolor')), newer(text('fgcolor'))]],
  devices: [
    'devices',
    'id',
    [
      ...[text('hostname'), text('ip_addr', 'ip'), zero('type'), ...texts('description sections snmp_community snmp_version')],
      ...[
        number('snmp_port'),
        number('snmp_timeout'),
        ...texts('snmp_queries snmp_v3_sec_level snmp_v3_auth_protocol snmp_v3_auth_pass'),
      ],
      ...texts('snmp_v3_priv_protocol snmp_v3_priv_pass snmp_v3_ctx_name snmp_v3_ctx_engine_id'),
      ...[
        number('rack'),
        number('rack_start'),
        number('rack_size'),
        flag('rack_deep', 'rack_deep', true),
        number('location'),
        stamp('editDate', 'edit_date'),
      ],
    ],
  ],
  racks: [
    'racks',
    'id',
    [
      ...[
        text('name'),
        number('size'),
        flag('subrack', 'subrack', true),
        number('location'),
        number('row'),
        flag('hasBack', 'has_back'),
      ],
      ...[flag('topDown', 'top_down', true), text('description'), newer(number('customer_id'))],
    ],
  ],
  locations: ['locations', 'id', texts('name description address lat long')],
  tags: [
    'ipTags',
    'id',
    [text('type'), flag('showtag', 'showtag'), ...texts('bgcolor fgcolor compress locked'), flag('updateTag', 'update_tag')],
  ],
  scan_agents: ['scanAgents', 'id', [...texts('name description type code'), stamp('last_access')]],
  customers: [
    'customers',
    'id',
    texts('title address postcode city lat long contact_person contact_phone contact_mail note status'),
  ],
  nats: [
    'nat',
    'id',
    [
      ...texts('name type src dst'),
      number('src_port'),
      number('dst_port'),
      number('device'),
      ...texts('description policy policy_dst'),
    ],
  ],
};

const sectionColumns: ColumnOf[] = [
  ...[text('name'), text('description'), zero('masterSection', 'master_section'), permissions],
  { name: 'strictMode', type: 'binary(1)', of: ({ strict_mode: value }) => (value === 'true' ? '1' : '0') },
  ...[
    text('subnetOrdering', 'subnet_ordering'),
    number('order'),
    stamp('editDate', 'edit_date'),
    flag('showSubnet', 'show_subnet'),
  ],
  ...[
    flag('showVLAN', 'show_vlan'),
    flag('showVRF', 'show_vrf'),
    flag('showSupernetOnly', 'show_supernet_only'),
    text('DNS', 'dns'),
  ],
];

/** A table of the dump. */
interface Dumped {
  readonly table: string;
  readonly columns: readonly ColumnOf[];
  readonly rows: readonly Row[];
}

const owners: Readonly<Record<string, string>> = {
  subnets: 'subnets',
  ipaddresses: 'addresses',
  vlanDomains: 'l2domains',
  vrf: 'vrfs',
};

/** Writes a register as a phpIPAM dump. */
export function phpIpamDumpOf(own: ReadonlyMap<string, readonly Row[]>, form: DumpForm = {}): string {
  const rowsOf = (table: string): readonly Row[] => own.get(table) ?? [];
  const levelsOf = new Map<string, Record<string, string>>();
  for (const { user_id, group_id } of rowsOf('user_groups'))
    levelsOf.set(user_id ?? '', { ...levelsOf.get(user_id ?? ''), [group_id ?? '']: group_id ?? '' });
  const id = (name: string): ColumnOf => number(name, 'id');
  const dumped: Dumped[] = [
    { table: 'api', columns: appColumns, rows: rowsOf('apps').map((row, index) => ({ ...row, number: String(index + 1) })) },
    { table: 'changelog', columns: changeColumns, rows: rowsOf('change_log').filter(({ position }) => position === '0') },
    ...Object.entries(kindColumns).map(([name, [table, key, columns]]) => ({
      table,
      columns: [id(key), ...columns],
      rows: rowsOf(name),
    })),
    { table: 'ipaddresses', columns: [id('id'), ...addressColumns], rows: rowsOf('addresses') },
    { table: 'lang', columns: [id('l_id'), text('l_name')], rows: [{ id: '1', l_name: 'English' }] },
    { table: 'sections', columns: [id('id'), ...sectionColumns], rows: rowsOf('sections') },
    { table: 'settings', columns: settingsColumns, rows: rowsOf('settings') },
    { table: 'subnets', columns: [id('id'), ...subnetColumns], rows: rowsOf('subnets') },
    { table: 'userGroups', columns: [id('g_id'), text('g_name', 'name'), text('g_desc', 'description')], rows: rowsOf('groups') },
    {
      ...{ table: 'users', columns: userColumns },
      rows: rowsOf('users').map((row) => ({ ...row, groups: JSON.stringify(levelsOf.get(row.id ?? '') ?? {}) })),
    },
    {
      table: 'usersAuthMethod',
      columns: [id('id'), text('type'), text('params')],
      rows: [
        { id: '1', type: 'local' },
        { id: '2', type: 'LDAP' },
      ],
    },
  ];
  const tables = dumped
    .map((table) => withCustom(table, own))
    .map(({ columns, ...table }) => ({
      ...table,
      columns: columns
        .filter(({ isNew }) => !(isNew && form.isOld))
        .map((column) => (form.hasDatetimes && column.type === 'timestamp' ? asDatetime(column) : column)),
    }))
    .toSorted((a, b) => (a.table < b.table ? -1 : 1));
  return [head, ...tables.map((table) => textOf(table, form)), '-- Dump completed on 2024-06-01 12:00:00\n'].join('\n');
}

const asDatetime = ({ of, ...column }: ColumnOf): ColumnOf => ({
  ...{ ...column, type: 'datetime' },
  of: (row) => {
    const value = of(row);
    return value === null ? null : inServiceZone(String(value));
  },
});

function withCustom(dumped: Dumped, own: ReadonlyMap<string, readonly Row[]>): Dumped {
  const owner = owners[dumped.table] ?? dumped.table;
  const fields = (own.get('custom_fields') ?? [])
    .filter(({ on }) => on === owner)
    .toSorted((a, b) => Number(a.place) - Number(b.place));
  const columns = fields.map(({ name, type, default: fallback }) => ({
    name: name ?? '',
    type: `${type === 'bool' ? 'tinyint(1)' : type} ${fallback == null ? 'DEFAULT NULL' : `DEFAULT ${quoted(fallback)}`}`,
    of: ({ custom }: Row) => {
      const value = (JSON.parse(custom ?? '{}') as Record<string, unknown>)[name ?? ''];
      return value === undefined || value === null ? null : typeof value === 'boolean' ? String(Number(value)) : String(value);
    },
  }));
  return { ...dumped, columns: [...dumped.columns, ...columns] };
}

const userColumns: ColumnOf[] = [
  ...[number('id'), text('username'), { name: 'authMethod', type: 'int(2)', of: () => '1' }, text('password', 'password_hash')],
  ...[text('groups'), text('role'), text('real_name'), text('email')],
  { name: 'disabled', type: "enum('Yes','No')", of: ({ disabled }) => (disabled === 'true' ? 'Yes' : 'No') },
  ...[stamp('lastLogin', 'last_login'), stamp('lastActivity', 'last_activity'), text('lang')],
  {
    ...{ name: 'module_permissions', type: 'varchar(255)' },
    of: ({ inventory, levels }) => {
      const usual = inventory === 'write' ? '2' : '1';
      const own = (kind: string) => (levels?.includes(`"${kind}:write"`) ? '2' : usual);
      return JSON.stringify({ vlan: own('vlan'), vrf: own('vrf'), devices: own('device') });
    },
  },
];

const securities: Readonly<Record<string, string>> = { none: 'user', ssl: 'ssl_token', static: 'ssl_code', crypt: 'crypt' };

const appColumns: ColumnOf[] = [
  ...[number('id', 'number'), text('app_id', 'id'), text('app_code', 'code')],
  {
    name: 'app_permissions',
    type: 'int(1)',
    of: ({ permission }) => ['disabled', 'read', 'write', 'admin'].indexOf(permission ?? ''),
  },
  ...[
    text('app_comment', 'comment'),
    { name: 'app_security', type: 'set', of: ({ security }: Row) => securities[security ?? ''] ?? null },
  ],
  { name: 'app_lock_type', type: 'set', of: ({ lock_enabled: enabled }) => (enabled === 'true' ? 'MySQL' : 'Disabled') },
  ...[
    number('app_lock_wait', 'lock_wait_seconds'),
    flag('app_nest_custom_fields', 'nest_custom_fields'),
    flag('app_show_links', 'show_links'),
  ],
];

const settingsColumns: ColumnOf[] = [
  ...[number('id'), { name: 'siteTitle', type: 'varchar(64)', of: () => "It's ours" }],
  { name: 'link_field', type: 'varchar(32)', of: ({ settings }) => JSON.parse(settings ?? '{}').linkField ?? '0' },
  { name: 'vlanDuplicate', type: 'int(1)', of: ({ settings }) => (JSON.parse(settings ?? '{}').uniqueVlanNumbers ? '0' : '1') },
  { name: 'vlanMax', type: 'int(8)', of: ({ settings }) => JSON.parse(settings ?? '{}').vlanMax },
];

const changeColumns: ColumnOf[] = [
  ...[
    number('cid', 'id'),
    { name: 'ctype', type: 'set', of: ({ object }: Row) => (object === 'address' ? 'ip_addr' : (object ?? '')) },
  ],
  ...[number('coid', 'object_id'), number('cuser', 'user_id')],
  { name: 'caction', type: 'set', of: ({ action }) => (action === 'permissions' ? 'perm_change' : (action ?? '')) },
  ...[{ name: 'cresult', type: 'set', of: () => 'success' }, local('cdate', 'at')],
  { name: 'cdiff', type: 'text', of: ({ differences }) => (JSON.parse(differences ?? '[]') as string[]).join('\r\n') },
];

const head = `-- MySQL dump 10.19  Distrib 10.3.39-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: phpipam
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
`;

/** A text in the format of mysqldump. */
export const quoted = (value: string): string => `'${[...value].map((char) => escapes[char] ?? char).join('')}'`;

const escapes: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', "'": "\\'", '"': '\\"', '\n': '\\n', '\r': '\\r', '\0': '\\0', '\x1a': '\\Z' },
};

function textOf({ table, columns, rows }: Dumped, form: DumpForm): string {
  const names = columns.map(({ name }) => `\`${name}\``);
  const definitions = columns.map(({ name, type }) => `  \`${name}\` ${type.startsWith('set') ? 'varchar(32)' : type}`);
  const lines = [
    `DROP TABLE IF EXISTS \`${table}\`;`,
    `CREATE TABLE \`${table}\` (\n${[...definitions, `  PRIMARY KEY (${names[0]})`].join(',\n')}\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;`,
    `LOCK TABLES \`${table}\` WRITE;`,
    `/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;`,
  ];
  const per = form.rowsPerInsert ?? 1000;
  const list = form.namesColumns ? ` (${names.join(', ')})` : '';
  for (let from = 0; from < rows.length; from += per) {
    const values = rows.slice(from, from + per).map((row) => `(${columns.map((column) => cellOf(column, row, form)).join(',')})`);
    lines.push(`INSERT INTO \`${table}\`${list} VALUES ${values.join(',')};`);
  }
  return [...lines, 'UNLOCK TABLES;', ''].join('\n');
}

function cellOf({ type, of }: ColumnOf, row: Row, { binary }: DumpForm): string {
  const value = of(row);
  if (value === null) return 'NULL';
  if (type.startsWith('binary') && binary === 'hex') return `0x${Buffer.from(String(value)).toString('hex')}`;
  if (type.startsWith('binary') && binary === 'introduced') return `_binary ${quoted(String(value))}`;
  return /^(int|tinyint)/.test(type) ? String(value) : quoted(String(value));
}
