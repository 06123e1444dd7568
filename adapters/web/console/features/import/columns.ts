import { type FieldDescription, labelOf } from '../../api/kinds';

/** A field that a column can be brought to. */
export interface Target {
  readonly name: string;
  readonly label: string;
  /** The sort of the record that a cell names. */
  readonly refersTo?: string | undefined;
  /** Whether a cell is the id of a record. */
  readonly isId?: boolean;
  /** Whether its texts may have several lines. */
  readonly isLong?: boolean;
}

/** The id of a record, or why a text means none. */
export type Named = { readonly id: string; readonly mistake?: undefined } | { readonly id?: undefined; readonly mistake: string };

/** The id of the record that a text in a column names, as files name them elsewhere too. */
export type IdOf = (target: Target, text: string) => Named;

/** What is brought in. */
export type Sort = 'addresses' | 'subnets';

const unbrought: readonly string[] = ['permissions', 'objects', 'timestamp', 'prefix'];

/** The fields of what is brought in. */
export function targetsOf(sort: Sort, fields: readonly FieldDescription[]): readonly Target[] {
  const own = sort === 'subnets' ? ofNetworks : [];
  const taken = sort === 'subnets' ? ['sectionId', 'masterSubnetId', 'isFolder'] : ['subnetId'];
  const possible = fields.filter(
    ({ name, type, isReadOnly }) => !isReadOnly && !unbrought.includes(type) && !taken.includes(name),
  );
  return [...own, ...possible.map((field) => targetOf(sort, field))];
}

/** What a network has beside its fields: with its length or without, and a VLAN by its number. */
const ofNetworks: readonly Target[] = [
  { name: 'cidr', label: 'Network (10.0.0.0/24)' },
  { name: 'mask', label: 'Prefix length' },
  { name: 'vlan', label: 'VLAN number', refersTo: 'vlan' },
];

/** Records of these sorts are named by their ids alone. */
const unread: readonly string[] = ['subnet', 'address'];

function targetOf(sort: Sort, { name, type, refersTo }: FieldDescription): Target {
  if (sort === 'subnets' && name === 'tag') return { name: 'state', label: labelOf(name), refersTo: 'tag' }; // as writes call it
  const target = { name, label: name === 'vlanId' ? 'VLAN id' : labelOf(name) };
  if (!refersTo) return { ...target, isLong: type === 'multiline' };
  return unread.includes(refersTo) || name === 'vlanId' ? { ...target, isId: true } : { ...target, refersTo };
}

const other: Readonly<Record<string, readonly string[]>> = {
  ip: ['ip address', 'ip_addr', 'address', 'ipaddress'],
  is_gateway: ['gateway', 'is gateway'],
  deviceId: ['device', 'switch'],
  hostname: ['host', 'name', 'dns name', 'dns', 'fqdn'],
  mac: ['mac address', 'macaddress', 'hwaddr'],
  cidr: ['network', 'subnet', 'prefix'],
  tag: ['state', 'status'],
  state: ['tag', 'status'],
  mask: ['netmask', 'subnet mask', 'prefixlen'],
  vrfId: ['vrf'],
  customer_id: ['customer'],
};

/** The fields that the titles of columns name, each once; empty for none. */
export function guessedFields(titles: readonly string[], targets: readonly Target[]): string[] {
  const fields = titles.map((title) => guessed(title, targets));
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : ''));
}

function guessed(title: string, targets: readonly Target[]): string {
  const plain = title.toLowerCase().trim();
  const found = targets.find(
    ({ name, label }) => [name.toLowerCase(), label.toLowerCase()].includes(plain) || other[name]?.includes(plain),
  );
  return found?.name ?? '';
}

/** What is told of columns that are left out: which, and why where another one is taken in their place. */
export function leftOutText(titles: readonly string[], fields: readonly string[], targets: readonly Target[]): string {
  const left = titles.flatMap((title, index) => (fields[index] ? [] : [leftOut(title, index, { fields, targets })]));
  if (left.length === 0) return '';
  return `${left.length === 1 ? '1 column is' : `${left.length} columns are`} left out: ${left.join(', ')}`;
}

interface Chosen {
  readonly fields: readonly string[];
  readonly targets: readonly Target[];
}

function leftOut(title: string, index: number, { fields, targets }: Chosen): string {
  const name = titleOfColumn(title, index);
  const target = targets.find((each) => each.name === guessed(title, targets));
  const before = target ? fields.indexOf(target.name) : -1;
  return target && before >= 0 ? `${name} (column ${before + 1} is ${target.label} already)` : name;
}

/** What a column is called. */
export const titleOfColumn = (title: string, index: number): string => title || `Column ${index + 1}`;

/** What is told of titles that several columns have. */
export function doublesText(titles: readonly string[]): string {
  const doubles = [...new Set(titles.filter((title, index) => title !== '' && titles.indexOf(title) !== index))];
  return doubles.length === 0 ? '' : `Several columns have the same title: ${doubles.join(', ')}`;
}
