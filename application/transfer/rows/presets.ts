import { type RowKind, rowKinds, skippedColumn } from '../../../domain/transfer/columns.js';

export const noPreset = 'none';

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

/** The number in a VLAN such as `Servers (20)`. */
const vlanNumber = (cell: string): string => /\((\d{1,4})\)\s*$/.exec(cell)?.[1] ?? cell;

/** Converts a number of addresses such as 256 to an IPv4 prefix length. */
function lengthOfSize(cell: string): string {
  const size = Number(cell.trim());
  const bits = Math.log2(size);
  return Number.isSafeInteger(size) && size > 0 && Number.isInteger(bits) && bits <= 32 ? String(32 - bits) : cell;
}

/** @param signs titles of each set @param titles normalized titles of each of our columns */
function preset(
  name: string,
  kind: RowKind,
  signs: readonly string[],
  titles: Readonly<Record<string, string>>,
  others: Pick<RowPreset, 'values' | 'absent' | 'convert'> = {},
): RowPreset {
  const columns = Object.entries(titles).flatMap(([column, words]) => words.split(' ').map((title) => [title, column]));
  return { name, kind, signs: signs.map((sign) => sign.split(' ')), columns: Object.fromEntries(columns), ...others };
}

const netboxStates = {
  tag: { active: 'Used', container: 'Used', reserved: 'Reserved', deprecated: 'Offline', dhcp: 'DHCP', slaac: 'Used' },
  vrf: { global: '' },
};

const presets: readonly RowPreset[] = [
  preset(
    'phpipam',
    'address',
    ['ipaddress ipstate hostname', 'ipaddress tag mac owner', 'ipaddress section subnet mac'],
    {
      ip: 'ipaddress ipaddr',
      tag: 'ipstate state tag',
      hostname: 'hostname dnsname',
      description: 'description',
      mac: 'mac',
      owner: 'owner',
      port: 'port',
      note: 'note',
      is_gateway: 'gateway',
      section: 'section',
      subnet: 'subnet',
      vrf: 'vrf',
      customer: 'customer',
      deviceId: 'device switch',
      location: 'location',
      [skippedColumn]: 'firewalladdressobject',
    },
    { values: { tag: { active: 'Used' } } },
  ),
  preset(
    'phpipam',
    'subnet',
    ['section subnet mask mastersubnet'],
    {
      section: 'section',
      subnet: 'subnet',
      mask: 'mask',
      description: 'description',
      vrf: 'vrf',
      vlan: 'vlan',
      masterSubnetId: 'mastersubnet',
      allowRequests: 'requests',
      showName: 'showname',
      customer: 'customer',
      [skippedColumn]: 'domain vlandomain hostscheck discover location',
    },
    { values: { vlan: { 'no vlan': '', '/': '', '0': '' }, masterSubnetId: { root: '', '/': '', '0': '' } } },
  ),
  preset(
    'netbox',
    'subnet',
    ['prefix status role'],
    {
      subnet: 'prefix',
      tag: 'status',
      vrf: 'vrf',
      customer: 'tenant',
      location: 'site scope',
      vlan: 'vlan',
      isPool: 'ispool pool',
      description: 'description',
      [skippedColumn]: 'id vlangroup role children utilization markutilized markedutilized comments tags',
    },
    { values: { ...netboxStates, isPool: { '✔': '1', '✘': '0' } }, convert: { vlan: vlanNumber } },
  ),
  preset(
    'netbox',
    'address',
    ['ipaddress status role assigned', 'ipaddress vrf status tenant', 'address vrf status dnsname'],
    {
      ip: 'ipaddress address',
      vrf: 'vrf',
      tag: 'status',
      customer: 'tenant',
      hostname: 'dnsname',
      description: 'description',
      note: 'comments',
      [skippedColumn]: 'id role assigned parent device virtualmachine interface isprimary natinside tags',
    },
    { values: netboxStates },
  ),
  preset('netbox', 'vlan', ['vid name status', 'vid name group'], {
    number: 'vid',
    name: 'name',
    domain: 'group',
    description: 'description',
    customer: 'tenant',
    [skippedColumn]: 'id site prefixes status role comments tags',
  }),
  preset(
    'efficientip',
    'address',
    ['hostaddr macaddr sitename', 'ipaddress space macaddress', 'address space macaddress'],
    {
      ip: 'hostaddr ipaddress address',
      hostname: 'name shortcutname',
      mac: 'macaddr macaddress',
      description: 'description',
      tag: 'status',
      [skippedColumn]: 'sitename space subnetname network pool poolname type class ipclassname aliases',
    },
    {
      values: { tag: { used: 'Used', 'in use': 'Used', reserved: 'Reserved', dhcp: 'DHCP' } },
      absent: { tag: ['free'] },
    },
  ),
  preset(
    'efficientip',
    'subnet',
    ['starthostaddr subnetsize subnetname', 'space network prefix', 'space address prefix', 'space startaddress netmask'],
    {
      subnet: 'starthostaddr startaddress address network',
      mask: 'subnetsize prefix netmask',
      description: 'subnetname name description',
      vlan: 'vlan',
      [skippedColumn]: 'sitename space endaddress endhostaddr class subnetclassname isterminal terminal usage percent',
    },
    { convert: { mask: (cell) => (Number(cell) > 128 || cell.trim() === '1' ? lengthOfSize(cell) : cell) } },
  ),
  preset(
    'solarwinds',
    'address',
    [
      'ipaddress mac dhcpclientname',
      'ipaddress macaddress dhcpclientname',
      'ipv4address subnetaddress',
      'ipaddress subnetcidr status',
      'ipaddress dnsbackward',
    ],
    {
      ip: 'ipaddress ipv4address',
      mac: 'mac macaddress',
      hostname: 'hostnamedns hostname dnsbackward dns',
      tag: 'status',
      description: 'comments description',
      [skippedColumn]:
        'ipv6address subnetaddress subnetcidr cidr displayname dhcpclientname type iptype alias systemname vendor ' +
        'machinetype lastresponse lastsync location contact',
    },
    {
      values: { tag: { used: 'Used', reserved: 'Reserved', transient: 'DHCP', blocked: 'Reserved' } },
      absent: { tag: ['available'] },
    },
  ),
  preset(
    'solarwinds',
    'subnet',
    ['displayname subnetaddress subnetcidr', 'displayname address cidr', 'friendlyname address cidr'],
    {
      subnet: 'subnetaddress address',
      mask: 'subnetcidr cidr',
      description: 'displayname subnetdisplayname friendlyname',
      vlan: 'vlan vlanid',
      [skippedColumn]: 'subnetmask addressmask location comments type parentaddress scaninterval',
    },
  ),
];

export const presetNames: readonly string[] = [...new Set(presets.map(({ name }) => name))];

export const kindsOfPreset = (name: string): readonly RowKind[] =>
  rowKinds.filter((kind) => presets.some((preset) => preset.name === name && preset.kind === kind));

export const presetsOf = (kind: RowKind): readonly string[] =>
  presets.filter((preset) => preset.kind === kind).map(({ name }) => name);

/** Lower case, only letters and digits. */
const plainTitle = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const findPreset = (kind: RowKind, name: string): RowPreset | undefined =>
  presets.find((preset) => preset.kind === kind && preset.name === name);

/** The preset that matches the titles of a file. */
export function recognizedPreset(kind: RowKind, titles: readonly string[]): RowPreset | undefined {
  const titleSet = new Set(titles.map(plainTitle));
  const ofKind = presets.filter((preset) => preset.kind === kind);
  return ofKind.find(({ signs }) => signs.some((sign) => sign.every((title) => titleSet.has(title))));
}

/** Our column name for a title; undefined for a title outside of the preset. */
export function presetColumn({ columns }: RowPreset, title: string): string | undefined {
  const plain = plainTitle(title);
  return Object.hasOwn(columns, plain) ? columns[plain] : undefined;
}

/** Converts a cell to the spelling of the field. @param column our column name */
export function presetValue(
  { values = {}, convert = {} }: Pick<RowPreset, 'values' | 'convert'>,
  column: string,
  cell: string,
): string {
  const ofColumn = Object.hasOwn(values, column) ? values[column] : undefined;
  const plain = cell.trim().toLowerCase();
  if (ofColumn && Object.hasOwn(ofColumn, plain)) return ofColumn[plain] ?? cell;
  return (Object.hasOwn(convert, column) ? convert[column]?.(cell) : undefined) ?? cell;
}

/** Whether a row has no record, such as an available address. */
export const isAbsent = ({ absent = {} }: Pick<RowPreset, 'absent'>, column: string, cell: string): boolean =>
  Object.hasOwn(absent, column) && (absent[column]?.includes(cell.trim().toLowerCase()) ?? false);
