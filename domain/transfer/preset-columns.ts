import { type RowKind, skippedColumn } from './columns.js';

/** Columns of another program's export, and spellings of its values. */
export interface RowPreset {
  readonly name: string;
  readonly kind: RowKind;
  /** Sets of normalized titles. A file with all titles of one set matches the preset. */
  readonly signs: readonly (readonly string[])[];
  /** Our column names by normalized title; `-` for ignored columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** For each of our column names: spellings in the file, in lower case, with our spelling of the same value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** For each of our column names: values, in lower case, which mean that the row has no record. */
  readonly absent?: Readonly<Record<string, readonly string[]>>;
  /** For each of our column names: a function that converts cells, for values that `values` cannot list. */
  readonly convert?: Readonly<Record<string, (cell: string) => string>>;
}

/** Columns without a counterpart. @param titles separated by spaces */
const ignored = (titles: string): Readonly<Record<string, string>> =>
  Object.fromEntries(titles.split(' ').map((title) => [title, skippedColumn]));

/** The number in a VLAN such as `Servers (20)`. */
const vlanNumber = (cell: string): string => /\((\d{1,4})\)\s*$/.exec(cell)?.[1] ?? cell;

/** Converts a number of addresses such as 256 to an IPv4 prefix length. */
function lengthOfSize(cell: string): string {
  const size = Number(cell.trim());
  const bits = Math.log2(size);
  return Number.isSafeInteger(size) && size > 0 && Number.isInteger(bits) && bits <= 32 ? String(32 - bits) : cell;
}

const phpIpamAddress = {
  ipaddress: 'ip',
  ipaddr: 'ip',
  ipstate: 'tag',
  state: 'tag',
  tag: 'tag',
  hostname: 'hostname',
  dnsname: 'hostname',
  description: 'description',
  mac: 'mac',
  owner: 'owner',
  port: 'port',
  note: 'note',
  gateway: 'is_gateway',
  section: 'section',
  subnet: 'subnet',
  vrf: 'vrf',
  customer: 'customer',
  device: 'deviceId',
  switch: 'deviceId',
  location: 'location',
  ...ignored('firewalladdressobject'),
};

export const phpIpam: readonly RowPreset[] = [
  {
    name: 'phpipam',
    kind: 'address',
    signs: [
      ['ipaddress', 'ipstate', 'hostname'],
      ['ipaddress', 'tag', 'mac', 'owner'],
      ['ipaddress', 'section', 'subnet', 'mac'],
    ],
    columns: phpIpamAddress,
    values: { tag: { active: 'Used' } },
  },
  {
    name: 'phpipam',
    kind: 'subnet',
    signs: [['section', 'subnet', 'mask', 'mastersubnet']],
    columns: {
      section: 'section',
      subnet: 'subnet',
      mask: 'mask',
      description: 'description',
      vrf: 'vrf',
      vlan: 'vlan',
      mastersubnet: 'masterSubnetId',
      requests: 'allowRequests',
      showname: 'showName',
      customer: 'customer',
      ...ignored('domain vlandomain hostscheck discover location'),
    },
    values: { vlan: { 'no vlan': '', '/': '', '0': '' }, masterSubnetId: { root: '', '/': '', '0': '' } },
  },
];

const netboxStates = {
  tag: { active: 'Used', container: 'Used', reserved: 'Reserved', deprecated: 'Offline', dhcp: 'DHCP', slaac: 'Used' },
  vrf: { global: '' },
};

export const netbox: readonly RowPreset[] = [
  {
    name: 'netbox',
    kind: 'subnet',
    signs: [['prefix', 'status', 'role']],
    columns: {
      prefix: 'subnet',
      status: 'tag',
      vrf: 'vrf',
      tenant: 'customer',
      site: 'location',
      scope: 'location',
      vlan: 'vlan',
      ispool: 'isPool',
      pool: 'isPool',
      description: 'description',
      ...ignored('id vlangroup role children utilization markutilized markedutilized comments tags'),
    },
    values: { ...netboxStates, isPool: { '✔': '1', '✘': '0' } },
    convert: { vlan: vlanNumber },
  },
  {
    name: 'netbox',
    kind: 'address',
    signs: [
      ['ipaddress', 'status', 'role', 'assigned'],
      ['ipaddress', 'vrf', 'status', 'tenant'],
      ['address', 'vrf', 'status', 'dnsname'],
    ],
    columns: {
      ipaddress: 'ip',
      address: 'ip',
      vrf: 'vrf',
      status: 'tag',
      tenant: 'customer',
      dnsname: 'hostname',
      description: 'description',
      comments: 'note',
      ...ignored('id role assigned parent device virtualmachine interface isprimary natinside tags'),
    },
    values: netboxStates,
  },
  {
    name: 'netbox',
    kind: 'vlan',
    signs: [
      ['vid', 'name', 'status'],
      ['vid', 'name', 'group'],
    ],
    columns: {
      vid: 'number',
      name: 'name',
      group: 'domain',
      description: 'description',
      tenant: 'customer',
      ...ignored('id site prefixes status role comments tags'),
    },
  },
];

export const efficientIp: readonly RowPreset[] = [
  {
    name: 'efficientip',
    kind: 'address',
    signs: [
      ['hostaddr', 'macaddr', 'sitename'],
      ['ipaddress', 'space', 'macaddress'],
      ['address', 'space', 'macaddress'],
    ],
    columns: {
      hostaddr: 'ip',
      ipaddress: 'ip',
      address: 'ip',
      name: 'hostname',
      shortcutname: 'hostname',
      macaddr: 'mac',
      macaddress: 'mac',
      description: 'description',
      status: 'tag',
      ...ignored('sitename space subnetname network pool poolname type class ipclassname aliases'),
    },
    values: { tag: { used: 'Used', 'in use': 'Used', reserved: 'Reserved', dhcp: 'DHCP' } },
    absent: { tag: ['free'] },
  },
  {
    name: 'efficientip',
    kind: 'subnet',
    signs: [
      ['starthostaddr', 'subnetsize', 'subnetname'],
      ['space', 'network', 'prefix'],
      ['space', 'address', 'prefix'],
      ['space', 'startaddress', 'netmask'],
    ],
    columns: {
      starthostaddr: 'subnet',
      startaddress: 'subnet',
      address: 'subnet',
      network: 'subnet',
      subnetsize: 'mask',
      prefix: 'mask',
      netmask: 'mask',
      subnetname: 'description',
      name: 'description',
      description: 'description',
      vlan: 'vlan',
      ...ignored('sitename space endaddress endhostaddr class subnetclassname isterminal terminal usage percent'),
    },
    convert: { mask: (cell) => (Number(cell) > 128 || cell.trim() === '1' ? lengthOfSize(cell) : cell) },
  },
];

export const solarWinds: readonly RowPreset[] = [
  {
    name: 'solarwinds',
    kind: 'address',
    signs: [
      ['ipaddress', 'mac', 'dhcpclientname'],
      ['ipaddress', 'macaddress', 'dhcpclientname'],
      ['ipv4address', 'subnetaddress'],
      ['ipaddress', 'subnetcidr', 'status'],
      ['ipaddress', 'dnsbackward'],
    ],
    columns: {
      ipaddress: 'ip',
      ipv4address: 'ip',
      mac: 'mac',
      macaddress: 'mac',
      hostnamedns: 'hostname',
      hostname: 'hostname',
      dnsbackward: 'hostname',
      dns: 'hostname',
      status: 'tag',
      comments: 'description',
      description: 'description',
      ...ignored('ipv6address subnetaddress subnetcidr cidr displayname dhcpclientname type iptype alias systemname'),
      ...ignored('vendor machinetype lastresponse lastsync location contact'),
    },
    values: { tag: { used: 'Used', reserved: 'Reserved', transient: 'DHCP', blocked: 'Reserved' } },
    absent: { tag: ['available'] },
  },
  {
    name: 'solarwinds',
    kind: 'subnet',
    signs: [
      ['displayname', 'subnetaddress', 'subnetcidr'],
      ['displayname', 'address', 'cidr'],
      ['friendlyname', 'address', 'cidr'],
    ],
    columns: {
      subnetaddress: 'subnet',
      address: 'subnet',
      subnetcidr: 'mask',
      cidr: 'mask',
      displayname: 'description',
      subnetdisplayname: 'description',
      friendlyname: 'description',
      vlan: 'vlan',
      vlanid: 'vlan',
      ...ignored('subnetmask addressmask location comments type parentaddress scaninterval'),
    },
  },
];
