import type { FieldDefinition, FieldSet } from '../fields/field.js';

/** Each kind follows the kinds that it references. */
export const rowKinds = [
  'section',
  'customer',
  'location',
  'l2domain',
  'vlan',
  'vrf',
  'device',
  'subnet',
  'range',
  'address',
] as const;
export type RowKind = (typeof rowKinds)[number];

export const isRowKind = (word: string): word is RowKind => rowKinds.some((kind) => kind === word);

/** Whether records of a kind belong to a subnet. Columns for section and VRF then help to find the subnet. */
export const isWithinSubnet = (kind: RowKind): kind is 'range' | 'address' => kind === 'range' || kind === 'address';

export const rowWord = (kind: RowKind): string => (kind === 'address' ? 'addresses' : `${kind}s`);

export const rowKindOf = (word: string): RowKind | undefined => rowKinds.find((kind) => rowWord(kind) === word);

export type Column =
  | { readonly is: 'value'; readonly field: string; readonly definition?: FieldDefinition }
  /** Another record by name or id. `digits` determines the meaning of a number. */
  | { readonly is: 'reference'; readonly field: string; readonly to: string; readonly digits: 'id' | 'name' }
  /** Several records, separated by semicolons. */
  | { readonly is: 'references'; readonly field: string; readonly to: string }
  /** The network of a subnet. Its prefix length may be in another column. */
  | { readonly is: 'network' }
  | { readonly is: 'mask' }
  /** Limits the lookup of the subnet of an address or a range. */
  | { readonly is: 'scope'; readonly of: 'section' | 'vrf' }
  /** Ignored by imports. */
  | { readonly is: 'ignored' };

const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    section: 'sectionId',
    vrf: 'vrfId',
    vlan: 'vlanId',
    master: 'masterSubnetId',
    device: 'deviceId',
    domain: 'domainId',
    customer: 'customer_id',
    nameserver: 'nameserverId',
    subnet: 'subnetId',
  }),
);

export const shortColumns = (fields: FieldSet): string[] =>
  [...shortNames].flatMap(([short, name]) => (Object.hasOwn(fields, name) ? [short] : []));

/** Titles of other programs by column name, in lower case without blanks. */
const foreignTitles: Readonly<Partial<Record<RowKind, Readonly<Record<string, readonly string[]>>>>> = {
  address: {
    ip: ['ipaddress', 'ipaddr', 'address'],
    mac: ['macaddress', 'hwaddr'],
    is_gateway: ['gateway', 'isgateway'],
    hostname: ['host', 'name', 'dns', 'dnsname', 'fqdn'],
    tag: ['state', 'ipstate', 'status'],
    deviceId: ['switch'],
    customer_id: ['customer'],
  },
  subnet: {
    mask: ['netmask', 'subnetmask', 'prefixlength', 'prefixlen'],
    subnet: ['network', 'prefix'],
    masterSubnetId: ['mastersubnet'],
    tag: ['state', 'status'],
    vlan: ['vlannumber'],
    nameserverId: ['nameservers'],
    customer_id: ['customer'],
  },
};

/** Columns of a Kea lease file without a corresponding field of addresses. */
const leaseOnly: ReadonlySet<string> = new Set([
  'client_id',
  'duid',
  'valid_lifetime',
  'pref_lifetime',
  'expire',
  'subnet_id',
  'fqdn_fwd',
  'fqdn_rev',
  'state',
  'user_context',
  'pool_id',
  'lease_type',
  'iaid',
  'prefix_len',
  'hwtype',
  'hwaddr_source',
]);

export const isLeaseFile = (kind: RowKind, titles: readonly string[]): boolean =>
  kind === 'address' && ['address', 'hwaddr', 'valid_lifetime', 'expire'].every((title) => titles.includes(title));

/** Lower case without blanks, `_` and `-`. */
const plainTitle = (title: string): string => title.toLowerCase().replace(/[\s_-]/g, '');

function ownNameOf(kind: RowKind, title: string): string | undefined {
  const plain = plainTitle(title);
  return Object.entries(foreignTitles[kind] ?? {}).find(([, titles]) => titles.includes(plain))?.[0];
}

/** The column name that skips a column in a mapping. */
export const skippedColumn = '-';

/** Members of responses that are not fields. */
const shownOnly = new Set(['id', 'links']);

export const otherNames = (kind: RowKind): readonly string[] =>
  kind === 'subnet' ? ['subnet', 'cidr', 'mask'] : isWithinSubnet(kind) ? ['section'] : [];

/** Undefined for an unknown title. @param isLease whether to ignore the lease columns of a Kea file */
export type FindColumn = (title: string, isLease?: boolean) => Column | undefined;

/** An exact match takes precedence; otherwise case, blanks, `_` and `-` are ignored. @param custom definitions by name */
export function columnFinder(kind: RowKind, fields: FieldSet, custom: ReadonlyMap<string, FieldDefinition>): FindColumn {
  const names = [...custom.keys(), ...Object.keys(fields), ...otherNames(kind), ...shortNames.keys(), ...shownOnly];
  const exact = new Set(names);
  // perf(csv import): compares titles with names by one look-up; of names with one spelling the first counts
  const byPlainTitle = new Map(names.toReversed().map((name) => [plainTitle(name), name]));
  return (title, isLease = false) => {
    if (title === skippedColumn) return { is: 'ignored' };
    const name = exact.has(title) ? title : (byPlainTitle.get(plainTitle(title)) ?? ownNameOf(kind, title) ?? title);
    const own = custom.get(name);
    if (own) return { is: 'value', field: name, definition: own };
    if (isLease && leaseOnly.has(title)) return { is: 'ignored' };
    return ownColumn(kind, fields, name);
  };
}

function ownColumn(kind: RowKind, fields: FieldSet, name: string): Column | undefined {
  const placed = kind === 'subnet' ? ofSubnet(name) : isWithinSubnet(kind) ? ofScope(name) : undefined;
  if (placed) return placed;
  if (shownOnly.has(name)) return { is: 'ignored' };
  const field = Object.hasOwn(fields, name) ? name : shortNames.get(name);
  const definition = field === undefined ? undefined : fields[field];
  return field !== undefined && definition ? columnOfField(field, definition, name) : undefined;
}

function ofSubnet(name: string): Column | undefined {
  if (name === 'subnet' || name === 'cidr') return { is: 'network' };
  if (name === 'mask') return { is: 'mask' };
  return name === 'permissions' || name === 'prefix' ? { is: 'ignored' } : undefined;
}

const ofScope = (name: string): Column | undefined =>
  name === 'section' || name === 'vrf' ? { is: 'scope', of: name } : undefined;

function columnOfField(field: string, definition: FieldDefinition, name: string): Column {
  if (definition.readOnly) return { is: 'ignored' };
  if (definition.type === 'reference')
    return { is: 'reference', field, to: definition.ref.kind, digits: name === 'vlan' ? 'name' : 'id' };
  if (definition.type === 'idList') return { is: 'references', field, to: definition.ref.kind };
  return { is: 'value', field, definition };
}

/** The columns of a full export: all importable columns, without duplicates. */
export function columnsOfAll(kind: RowKind, fields: FieldSet, custom: Iterable<string>): string[] {
  const scopeColumns = kind === 'subnet' ? ['sectionId', 'vrfId', 'subnet', 'mask'] : [];
  const find = columnFinder(kind, fields, new Map());
  const own = Object.keys(fields).filter((name) => {
    const column = find(name);
    return column?.is !== 'ignored' && column?.is !== 'network' && !scopeColumns.includes(name);
  });
  const names = isWithinSubnet(kind)
    ? ['section', 'vrf', 'subnet', ...own.filter((name) => name !== 'subnetId')]
    : [...scopeColumns, ...own];
  const taken = new Set(custom);
  return [...names.map((name) => (name === 'vlanId' ? 'vlan' : name)).filter((name) => !taken.has(name)), ...taken];
}

export interface ColumnDescription {
  readonly name: string;
  /** Other names, without variants in case, blanks, `_` and `-`. */
  readonly aliases: readonly string[];
  /**
   * Whether new records require a value. The network of a subnet is not required: without it, the subnet is a folder. The section
   * is required, but an option may provide it instead of the column.
   */
  readonly isRequired: boolean;
  readonly refersTo: string | null;
}

export function describeColumns(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
): readonly ColumnDescription[] {
  const find = columnFinder(kind, fields, custom);
  return columnsOfAll(kind, fields, custom.keys()).map((name) => {
    const column = find(name);
    const field = column && 'field' in column ? column.field : name;
    const short = [...shortNames].flatMap(([alias, meant]) => (meant === field ? [alias] : []));
    const all = [
      field,
      ...short,
      ...(column?.is === 'network' ? ['cidr'] : []),
      ...(foreignTitles[kind]?.[field] ?? []),
      ...(foreignTitles[kind]?.[name] ?? []),
    ];
    const aliases = [...new Set(all)].filter((alias) => alias !== name && isSameColumn(column, find(alias)));
    const isRequired = column?.is === 'value' ? (custom.get(name) ?? fields[field])?.required === true : field === 'sectionId';
    const scope = column?.is === 'scope' ? column.of : null;
    return { name, aliases, isRequired, refersTo: column && 'to' in column ? column.to : scope };
  });
}

/**
 * Returns a function from titles to column names. The result is the name in `describeColumns` or, for a column without such a
 * name, the title itself. It is undefined for an unknown or ignored title.
 */
export function columnNamer(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
): (title: string) => string | undefined {
  const find = columnFinder(kind, fields, custom);
  const own = columnsOfAll(kind, fields, custom.keys()).map((name) => ({ name, column: find(name) }));
  return (title) => {
    const meant = find(title);
    if (!meant || meant.is === 'ignored') return undefined;
    return own.find(({ column }) => isSameColumn(meant, column))?.name ?? title;
  };
}

const isSameColumn = (one: Column | undefined, other: Column | undefined): boolean => keyOf(one) === keyOf(other);

function keyOf(column: Column | undefined): string {
  if (!column) return '';
  const digits = column.is === 'reference' ? column.digits : '';
  return [column.is, 'field' in column ? column.field : '', column.is === 'scope' ? column.of : '', digits].join(' ');
}

/** A record id such as #12; undefined for any other text. */
export const markedId = (text: string): number | undefined => (/^#\d{1,9}$/.test(text) ? Number(text.slice(1)) : undefined);

/** A name such as name:12, as opposed to an id; undefined for any other text. */
export const markedName = (text: string): string | undefined => (text.startsWith('name:') ? text.slice(5) : undefined);
