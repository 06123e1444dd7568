import type { FieldDefinition, FieldSet } from '../fields/field.js';

/** Sorts of records that come and go as rows of a table, each behind those that it refers to. */
export const rowKinds = ['section', 'customer', 'location', 'l2domain', 'vlan', 'vrf', 'device', 'subnet', 'address'] as const;
export type RowKind = (typeof rowKinds)[number];

/** Whether a word is the name of a sort. */
export const isRowKind = (word: string): word is RowKind => rowKinds.some((kind) => kind === word);

/** What people call them: sections, addresses... */
export const rowWord = (kind: RowKind): string => (kind === 'address' ? 'addresses' : `${kind}s`);

/** The sort that a word names. */
export const rowKindOf = (word: string): RowKind | undefined => rowKinds.find((kind) => rowWord(kind) === word);

/** What a column of a table says of its records. */
export type Column =
  /** The value of a field. */
  | { readonly is: 'value'; readonly field: string; readonly definition?: FieldDefinition }
  /** Another record, by name or id: of digits alone either the one or the other. */
  | { readonly is: 'reference'; readonly field: string; readonly to: string; readonly digits: 'id' | 'name' }
  /** Several of them, separated by semicolons. */
  | { readonly is: 'references'; readonly field: string; readonly to: string }
  /** The network of a subnet, with the length of its mask or without. */
  | { readonly is: 'network' }
  | { readonly is: 'mask' }
  /** Where the subnet of an address is looked for. */
  | { readonly is: 'scope'; readonly of: 'section' | 'vrf' }
  /** Nothing that can be set. */
  | { readonly is: 'passedOver' };

/** Shorter names of references. */
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

/** Shorter names of the references among some fields, as columns of a table of their records have them. */
export const shortColumns = (fields: FieldSet): string[] =>
  [...shortNames].flatMap(([short, name]) => (Object.hasOwn(fields, name) ? [short] : []));

/** What other programs call columns, without case and without blanks, by what we call them. */
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

/** Columns of a lease file of Kea that say of a lease what no address of ours has. */
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

/** Whether the columns of a table are those of a lease file of Kea. */
export const isLeaseFile = (kind: RowKind, titles: readonly string[]): boolean =>
  kind === 'address' && ['address', 'hwaddr', 'valid_lifetime', 'expire'].every((title) => titles.includes(title));

/** A title without case, blanks and signs between words. */
const plainTitle = (title: string): string => title.toLowerCase().replace(/[\s_-]/g, '');

/** Our name of a column that another program calls so. */
function ownNameOf(kind: RowKind, title: string): string | undefined {
  const plain = plainTitle(title);
  return Object.entries(foreignTitles[kind] ?? {}).find(([, titles]) => titles.includes(plain))?.[0];
}

/** The name by which a mapping leaves a column out. */
export const skippedColumn = '-';

/** What records show beside their fields. */
const shownOnly = new Set(['id', 'links']);

/** Further names of columns. */
export const otherNames = (kind: RowKind): readonly string[] =>
  kind === 'subnet' ? ['subnet', 'cidr', 'mask'] : kind === 'address' ? ['section'] : [];

/**
 * What a column means by its name; in any case, and with blanks, `_` and `-` or without, where no other one is called so.
 * @param custom definitions of custom fields by name
 * @param isLease whether the table is a lease file of Kea: what only leases have is ignored
 * @returns undefined for one that means nothing
 */
export function columnOf(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
  title: string,
  isLease = false,
): Column | undefined {
  if (title === skippedColumn) return { is: 'passedOver' };
  const names = [...custom.keys(), ...Object.keys(fields), ...otherNames(kind), ...shortNames.keys(), ...shownOnly];
  const inOtherForm = names.find((each) => plainTitle(each) === plainTitle(title));
  const name = names.includes(title) ? title : (inOtherForm ?? ownNameOf(kind, title) ?? title);
  const own = custom.get(name);
  if (own) return { is: 'value', field: name, definition: own };
  if (isLease && leaseOnly.has(title)) return { is: 'passedOver' };
  const placed = kind === 'subnet' ? ofSubnet(name) : kind === 'address' ? ofAddress(name) : undefined;
  if (placed) return placed;
  if (shownOnly.has(name)) return { is: 'passedOver' };
  const field = Object.hasOwn(fields, name) ? name : shortNames.get(name);
  const definition = field === undefined ? undefined : fields[field];
  return field !== undefined && definition ? columnOfField(field, definition, name) : undefined;
}

function ofSubnet(name: string): Column | undefined {
  if (name === 'subnet' || name === 'cidr') return { is: 'network' };
  if (name === 'mask') return { is: 'mask' };
  return name === 'permissions' || name === 'prefix' ? { is: 'passedOver' } : undefined;
}

const ofAddress = (name: string): Column | undefined =>
  name === 'section' || name === 'vrf' ? { is: 'scope', of: name } : undefined;

function columnOfField(field: string, definition: FieldDefinition, name: string): Column {
  if (definition.readOnly) return { is: 'passedOver' };
  if (definition.type === 'reference')
    return { is: 'reference', field, to: definition.ref.kind, digits: name === 'vlan' ? 'name' : 'id' };
  if (definition.type === 'idList') return { is: 'references', field, to: definition.ref.kind };
  return { is: 'value', field, definition };
}

/** Columns that a table of all that is stored has: each says what is set, and nothing is said twice. */
export function columnsOfAll(kind: RowKind, fields: FieldSet, custom: Iterable<string>): string[] {
  const place = kind === 'subnet' ? ['sectionId', 'vrfId', 'subnet', 'mask'] : [];
  const own = Object.keys(fields).filter((name) => {
    const column = columnOf(kind, fields, new Map(), name);
    return column?.is !== 'passedOver' && column?.is !== 'network' && !place.includes(name);
  });
  const names =
    kind === 'address' ? ['section', 'vrf', 'subnet', ...own.filter((name) => name !== 'subnetId')] : [...place, ...own];
  const taken = new Set(custom);
  return [...names.map((name) => (name === 'vlanId' ? 'vlan' : name)).filter((name) => !taken.has(name)), ...taken];
}

/** A column that rows may have, for clients that choose among them. */
export interface ColumnDescription {
  readonly name: string;
  /** Other names that mean the same, beside those that differ in case, blanks, `_` and `-` alone. */
  readonly aliases: readonly string[];
  /** Whether a new record cannot be without it. A subnet without a network is a folder; its section may come from an option. */
  readonly isRequired: boolean;
  /** The sort of the records that cells name; null where they name none. */
  readonly refersTo: string | null;
}

/** Every column that rows of one sort may have. @param custom definitions of custom fields by name */
export function describeColumns(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
): readonly ColumnDescription[] {
  return columnsOfAll(kind, fields, custom.keys()).map((name) => {
    const column = columnOf(kind, fields, custom, name);
    const field = column && 'field' in column ? column.field : name;
    const short = [...shortNames].flatMap(([alias, meant]) => (meant === field ? [alias] : []));
    const all = [
      field,
      ...short,
      ...(column?.is === 'network' ? ['cidr'] : []),
      ...(foreignTitles[kind]?.[field] ?? []),
      ...(foreignTitles[kind]?.[name] ?? []),
    ];
    const aliases = [...new Set(all)].filter(
      (alias) => alias !== name && isSameColumn(column, columnOf(kind, fields, custom, alias)),
    );
    const isRequired = column?.is === 'value' ? (custom.get(name) ?? fields[field])?.required === true : field === 'sectionId';
    const scope = column?.is === 'scope' ? column.of : null;
    return { name, aliases, isRequired, refersTo: column && 'to' in column ? column.to : scope };
  });
}

/**
 * The name, among those of `describeColumns` where it is there, of the column that a title means.
 * @returns undefined for a title that means nothing, or what nobody can set
 */
export function columnNamed(
  kind: RowKind,
  fields: FieldSet,
  custom: ReadonlyMap<string, FieldDefinition>,
  title: string,
): string | undefined {
  const meant = columnOf(kind, fields, custom, title);
  if (!meant || meant.is === 'passedOver') return undefined;
  const own = columnsOfAll(kind, fields, custom.keys());
  return own.find((name) => isSameColumn(meant, columnOf(kind, fields, custom, name))) ?? title;
}

const isSameColumn = (one: Column | undefined, other: Column | undefined): boolean => keyOf(one) === keyOf(other);

function keyOf(column: Column | undefined): string {
  if (!column) return '';
  const digits = column.is === 'reference' ? column.digits : '';
  return [column.is, 'field' in column ? column.field : '', column.is === 'scope' ? column.of : '', digits].join(' ');
}

/** A record by its id, where its name does not tell it: #12. @returns undefined for any other text */
export const idMarked = (text: string): number | undefined => (/^#\d{1,9}$/.test(text) ? Number(text.slice(1)) : undefined);

/** A name, where its text alone would be an id: name:12. @returns undefined for any other text */
export const nameMarked = (text: string): string | undefined => (text.startsWith('name:') ? text.slice(5) : undefined);
