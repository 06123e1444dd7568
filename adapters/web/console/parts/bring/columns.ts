import { type FieldAbout, labelOf } from '../records/kinds';
import type { CsvTable } from './csv';

/** A field that a column can be brought to. */
export interface Target {
  readonly name: string;
  readonly label: string;
  /** The sort of the record that a cell names. */
  readonly refersTo?: string;
}

/** The id of the record that a text in a column names, as files name them elsewhere too; undefined for none and for several. */
export type IdOf = (target: Target, text: string) => string | undefined;

/** What is brought in. */
export type Sort = 'addresses' | 'subnets';

const unbrought: readonly string[] = ['permissions', 'objects', 'timestamp', 'prefix'];

/** The fields of what is brought in. */
export function targetsOf(sort: Sort, fields: readonly FieldAbout[]): readonly Target[] {
  const own = sort === 'subnets' ? ofNetworks : [];
  const taken = sort === 'subnets' ? ['sectionId', 'masterSubnetId', 'isFolder'] : ['subnetId'];
  const possible = fields.filter(
    ({ name, type, isReadOnly }) => !isReadOnly && !unbrought.includes(type) && !taken.includes(name),
  );
  return [...own, ...possible.map(targetOf)];
}

/** What a network has beside its fields: with its length or without, and a VLAN by its number. */
const ofNetworks: readonly Target[] = [
  { name: 'cidr', label: 'Network (10.0.0.0/24)' },
  { name: 'mask', label: 'Prefix length' },
  { name: 'vlan', label: 'VLAN number', refersTo: 'vlan' },
];

/** Records of these sorts are named by their ids alone. */
const unread: readonly string[] = ['subnet', 'address'];

function targetOf({ name, refersTo }: FieldAbout): Target {
  const label = name === 'vlanId' ? 'VLAN id' : labelOf(name);
  return refersTo && !unread.includes(refersTo) && name !== 'vlanId' ? { name, label, refersTo } : { name, label };
}

const other: Readonly<Record<string, readonly string[]>> = {
  ip: ['ip address', 'ip_addr', 'address', 'ipaddress'],
  hostname: ['host', 'name', 'dns name', 'dns', 'fqdn'],
  mac: ['mac address', 'macaddress'],
  cidr: ['network', 'subnet', 'prefix'],
  tag: ['state', 'status'],
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

/** What every item has beside its columns. */
export type Fixed = (values: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;

/** What a file says of its columns, and what that means. */
export interface Meaning {
  /** What each column is brought to, empty for one that is left out. */
  readonly fields: readonly string[];
  readonly targets: readonly Target[];
  readonly idOf: IdOf;
}

/** An item of a request for each row. */
export function itemsOf({ rows }: CsvTable, { fields, targets, idOf }: Meaning, fixed: Fixed): object[] {
  const columns = fields.map((field) => targets.find(({ name }) => name === field));
  return rows.map((row) => {
    const values = columns.flatMap((target, index) => {
      const value = row[index] ?? '';
      return target === undefined || value === '' ? [] : valuesOf(target, value, idOf);
    });
    const named = Object.fromEntries(values);
    return { action: 'create', ...fixed(named), ...named };
  });
}

function valuesOf(target: Target, value: string, idOf: IdOf): [string, string][] {
  const { name, refersTo } = target;
  if (refersTo) return [[name === 'vlan' ? 'vlanId' : name, idOf(target, value) ?? value]];
  if (name !== 'cidr') return [[name, value]];
  const [subnet = '', mask = ''] = value.split('/', 2);
  return [['subnet', subnet], ...(mask ? [['mask', mask] satisfies [string, string]] : [])];
}
