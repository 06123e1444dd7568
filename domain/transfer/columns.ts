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

export const shortNames: ReadonlyMap<string, string> = new Map(
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

/** Lower case without blanks, `_` and `-`. */
export const plainTitle = (title: string): string => title.toLowerCase().replace(/[\s_-]/g, '');

/** The column name that skips a column in a mapping. */
export const skippedColumn = '-';

/** Members of responses that are not fields. */
const shownOnly = new Set(['id', 'links']);

export const otherNames = (kind: RowKind): readonly string[] =>
  kind === 'subnet' ? ['subnet', 'cidr', 'mask'] : isWithinSubnet(kind) ? ['section'] : [];

/** Undefined for an unknown title. */
export type FindColumn = (title: string) => Column | undefined;

/** An exact match takes precedence; otherwise case, blanks, `_` and `-` are ignored. @param custom definitions by name */
export function columnFinder(kind: RowKind, fields: FieldSet, custom: ReadonlyMap<string, FieldDefinition>): FindColumn {
  const names = [...custom.keys(), ...Object.keys(fields), ...otherNames(kind), ...shortNames.keys(), ...shownOnly];
  const exact = new Set(names);
  // perf(csv import): compares titles with names by one look-up; of names with one spelling the first counts
  const byPlainTitle = new Map(names.toReversed().map((name) => [plainTitle(name), name]));
  return (title) => {
    if (title === skippedColumn) return { is: 'ignored' };
    const name = exact.has(title) ? title : (byPlainTitle.get(plainTitle(title)) ?? title);
    const own = custom.get(name);
    return own ? { is: 'value', field: name, definition: own } : ownColumn(kind, fields, name);
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

/** A record id such as #12; undefined for any other text. */
export const markedId = (text: string): number | undefined => (/^#\d{1,9}$/.test(text) ? Number(text.slice(1)) : undefined);

/** A name such as name:12, as opposed to an id; undefined for any other text. */
export const markedName = (text: string): string | undefined => (text.startsWith('name:') ? text.slice(5) : undefined);
