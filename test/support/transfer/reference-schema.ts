import { quoted } from './phpipam-dump.js';

/** A phpIPAM column: its definition, a non-default value, and its form in the API. */
export interface ReferenceColumn {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** Name of the API member, if different. */
  readonly member?: string;
  /** Value of the API member, if different. */
  readonly shown?: string;
}

/** A phpIPAM table. `path`: API path of the row with id 7; undefined for tables that are not imported. */
export interface ReferenceTable {
  readonly table: string;
  readonly path?: string;
  readonly columns: readonly ReferenceColumn[];
}

/** Columns in short form: `name type value [member [shown]]`, one per line; ~ is a space. */
const columns = (text: string): ReferenceColumn[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', type = '', value = '', member, shown] = line
        .trim()
        .split(/\s+/)
        .map((word) => word.replaceAll('~', ' '));
      return { name, type, value, ...(member ? { member } : {}), ...(shown === undefined ? {} : { shown }) };
    });

const stamp = '2024-02-03~04:05:06';

/**
 * Tables of versions 1.4 to 1.8 with their columns.
 * The round trip of a whole register covers secrets, applications, settings and the change log, which the API does not show.
 */
export const referenceTables: readonly ReferenceTable[] = [
  {
    ...{ table: 'sections', path: '/sections/7/' },
    columns: columns(`id int 7
      name varchar(128) Section~seven
      description text Section~text
      masterSection int 8
      permissions varchar(1024) {"3":"1"}
      strictMode binary(1) 1
      subnetOrdering varchar(16) subnet,desc
      order int 3
      editDate timestamp ${stamp}
      showSubnet tinyint(1) 1
      showVLAN tinyint(1) 1
      showVRF tinyint(1) 1
      showSupernetOnly tinyint(1) 1
      DNS varchar(128) 7`),
  },
  {
    ...{ table: 'subnets', path: '/subnets/7/' },
    columns: columns(`id int 7
      subnet varchar(255) 168427776 subnet 10.10.1.0
      mask varchar(3) 24
      sectionId int 7
      description text Subnet~text
      linked_subnet int 8
      firewallAddressObject varchar(100) fw-subnet
      vrfId int 7
      masterSubnetId int 8
      allowRequests tinyint(1) 1
      vlanId int 7
      showName tinyint(1) 1
      device int 7
      permissions varchar(1024) {"3":"1"}
      pingSubnet tinyint(1) 1
      discoverSubnet tinyint(1) 1
      resolveDNS tinyint(1) 1
      DNSrecursive tinyint(1) 1
      DNSrecords tinyint(1) 1
      nameserverId int 7
      scanAgent int 7
      customer_id int 7
      isFolder tinyint(1) 0
      isFull tinyint(1) 1
      isPool tinyint(1) 1
      state int 7 tag
      threshold int 66
      location int 7
      editDate timestamp ${stamp}
      lastScan timestamp ${stamp}
      lastDiscovery timestamp ${stamp}`),
  },
  {
    ...{ table: 'ipaddresses', path: '/addresses/7/' },
    columns: columns(`id int 7
      subnetId int 7
      ip_addr varchar(100) 168427779 ip 10.10.1.3
      is_gateway tinyint(1) 1
      description varchar(64) Address~text
      hostname varchar(255) host.example
      mac varchar(20) 02:00:00:00:00:07
      owner varchar(128) Owner~name
      state int 7 tag
      switch int 7 deviceId
      location int 7
      port varchar(32) ge-0/0/7
      note text Note~text
      lastSeen datetime ${stamp}
      excludePing binary(1) 1
      PTRignore binary(1) 1
      PTR int 12
      firewallAddressObject varchar(100) fw-address
      editDate timestamp ${stamp}
      customer_id int 7`),
  },
  {
    ...{ table: 'vlans', path: '/vlan/7/' },
    columns: columns(`vlanId int 7
      domainId int 7
      name varchar(255) vlan-seven
      number int 777
      description text VLAN~text
      editDate timestamp ${stamp}
      customer_id int 7`),
  },
  {
    ...{ table: 'vlanDomains', path: '/l2domains/7/' },
    columns: columns(`id int 7
      name varchar(64) domain-seven
      description text Domain~text
      permissions varchar(128) 7 sections`),
  },
  {
    ...{ table: 'vrf', path: '/vrf/7/' },
    columns: columns(`vrfId int 7
      name varchar(32) vrf-seven
      rd varchar(32) 65000:7
      description varchar(256) VRF~text
      sections varchar(128) 7
      editDate timestamp ${stamp}
      customer_id int 7`),
  },
  {
    ...{ table: 'nameservers', path: '/tools/nameservers/7/' },
    columns: columns(`id int 7
      name varchar(255) resolvers
      namesrv1 varchar(255) 9.9.9.9;1.1.1.1
      description text Resolvers~text
      permissions varchar(128) 7
      editDate timestamp ${stamp}`),
  },
  {
    ...{ table: 'devices', path: '/devices/7/' },
    columns: columns(`id int 7
      hostname varchar(255) switch-seven
      ip_addr varchar(100) 10.10.1.9 ip
      type int 7
      description varchar(256) Device~text
      sections varchar(1024) 7
      rack int 7
      rack_start int 4
      rack_size int 2
      rack_deep tinyint(1) 1
      location int 7
      editDate timestamp ${stamp}`),
  },
  {
    ...{ table: 'deviceTypes', path: '/tools/device_types/7/' },
    columns: columns(`tid int 7
      tname varchar(128) Load~balancer
      tdescription varchar(128) Type~text
      bgcolor varchar(7) #123456
      fgcolor varchar(7) #654321`),
  },
  {
    ...{ table: 'racks', path: '/tools/racks/7/' },
    columns: columns(`id int 7
      name varchar(64) rack-seven
      size int 47
      subrack tinyint(1) 1
      location int 7
      row int 5
      hasBack tinyint(1) 1
      topDown tinyint(1) 1
      description text Rack~text
      customer_id int 7`),
  },
  {
    ...{ table: 'locations', path: '/tools/locations/7/' },
    columns: columns(`id int 7
      name varchar(128) Data~centre
      description text Location~text
      address varchar(128) Street~7
      lat varchar(31) 46.1
      long varchar(31) 14.5`),
  },
  {
    ...{ table: 'ipTags', path: '/tools/tags/7/' },
    columns: columns(`id int 7
      type varchar(32) Quarantine
      showtag tinyint(1) 1
      bgcolor varchar(7) #111111
      fgcolor varchar(7) #eeeeee
      compress varchar(3) Yes
      locked varchar(3) Yes
      updateTag tinyint(1) 1`),
  },
  {
    ...{ table: 'scanAgents', path: '/tools/scanagents/7/' },
    columns: columns(`id int 7
      name varchar(128) agent-seven
      description text Agent~text
      type varchar(8) api
      last_access timestamp ${stamp}`),
  },
  {
    ...{ table: 'customers', path: '/tools/customers/7/' },
    columns: columns(`id int 7
      title varchar(128) Customer~seven
      address varchar(255) Road~7
      postcode varchar(32) 1007
      city varchar(255) Ljubljana
      state varchar(255) Carniola tag
      lat varchar(31) 46.2
      long varchar(31) 14.6
      contact_person text Ann~Seven
      contact_phone varchar(32) 0700
      contact_mail varchar(254) ann@example.org
      note text Customer~note
      status varchar(16) Reserved`),
  },
  {
    ...{ table: 'nat', path: '/tools/nat/7/' },
    columns: columns(`id int 7
      name varchar(64) nat-seven
      type varchar(16) static
      src text {"subnets":["7"]}
      dst text {"ipaddresses":["7"]}
      src_port int 70
      dst_port int 71
      device int 7
      description text NAT~text
      policy varchar(3) Yes
      policy_dst varchar(255) policy-seven`),
  },
  {
    table: 'users',
    path: '/user/all/',
    columns: columns(`id int 7
      username varchar(255) ann
      real_name varchar(128) Ann~Real
      email varchar(128) ann@example.com
      role varchar(16) User
      2fa tinyint(1) 1
      2fa_secret varchar(32) ABCDEFGHIJKLMNOPQRSTUVWXYZ
      passkey_only tinyint(1) 1
      favourite_subnets varchar(1024) 7;8
      pdns varchar(3) Yes
      theme varchar(32) dark
      lang int 9`),
  },
  { table: 'circuits', columns: columns('id int 7\n cid varchar(128) C-7\n provider int 3\n comment text Circuit~text') },
  { table: 'circuitTypes', columns: columns('id int 7\n ctname varchar(64) Dark~fibre\n ctcolor varchar(7) #ff0000') },
  {
    table: 'requests',
    path: '/requests/',
    columns: columns(`id int 7
      subnetId int 7
      ip_addr varchar(100) 168427785 ip_addr 10.10.1.9
      description varchar(64) Printer
      mac varchar(20) 00:11:22:33:44:77
      hostname varchar(255) printer.example
      state int 7 tag
      owner varchar(128) Sales
      requester varchar(128) bob@example.org
      comment text Please
      processed tinyint(1) 1 state accepted
      accepted tinyint(1) 1 state accepted
      adminComment text Rack~3`),
  },
  { table: 'vaultItems', columns: columns('id int 7\n vaultId int 1\n values text do-not-show') },
  { table: 'passkeys', columns: columns('id int 7\n user_id int 7\n credential text do-not-show') },
  { table: 'pstnNumbers', columns: columns('id int 7\n number varchar(32) 0777') },
  { table: 'rackContents', columns: columns('id int 7\n name varchar(64) Patch~panel\n rack int 7') },
  {
    table: 'usersAuthMethod',
    columns: columns('id int 7\n type varchar(8) AD\n params text {"adminPassword":"do-not-show"}\n description text Directory'),
  },
  { table: 'settingsMail', columns: columns('id int 7\n mserver varchar(128) mail.example') },
  {
    table: 'settings',
    columns: columns('id int 7\n siteTitle varchar(64) Our~site\n enablePowerDNS tinyint(1) 1\n powerDNS text {"host":"x"}'),
  },
];

/** CREATE TABLE and rows of a table. */
export const sqlOf = (
  table: string,
  defined: readonly Pick<ReferenceColumn, 'name' | 'type'>[],
  ...rows: readonly (readonly (string | null)[])[]
): string =>
  `CREATE TABLE \`${table}\` (${defined.map(({ name, type }) => `\`${name}\` ${type}`).join(', ')});\n${insertOf(table, undefined, rows)}`;

/** INSERT of rows, with an optional list of columns. */
export function insertOf(
  table: string,
  names: readonly string[] | undefined,
  rows: readonly (readonly (string | null)[])[],
): string {
  if (rows.length === 0) return '';
  const list = names ? ` (${names.map((name) => `\`${name}\``).join(',')})` : '';
  const values = rows.map((row) => `(${row.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')})`);
  return `INSERT INTO \`${table}\`${list} VALUES ${values.join(',')};\n`;
}

/** Tables without rows. @param except omitted tables */
export const emptyTables = (...except: readonly string[]): string =>
  referenceTables
    .filter(({ table, path }) => path && !except.includes(table))
    .map(({ table, columns: defined }) => sqlOf(table, defined))
    .join('');
