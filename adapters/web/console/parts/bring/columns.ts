import { type FieldAbout, labelOf } from '../records/kinds';
import type { CsvTable } from './csv';

/** A field that a column can be brought to. */
export interface Target {
  readonly name: string;
  readonly label: string;
}

/** What is brought in. */
export type Sort = 'addresses' | 'subnets';

const unbrought: readonly string[] = ['permissions', 'objects', 'timestamp', 'prefix'];

/** The fields of what is brought in. */
export function targetsOf(sort: Sort, fields: readonly FieldAbout[]): readonly Target[] {
  const own = sort === 'subnets' ? [{ name: 'cidr', label: 'Network (10.0.0.0/24)' }] : [];
  const taken = sort === 'subnets' ? ['sectionId', 'masterSubnetId', 'isFolder'] : ['subnetId'];
  const possible = fields.filter(
    ({ name, type, isReadOnly }) => !isReadOnly && !unbrought.includes(type) && !taken.includes(name),
  );
  return [...own, ...possible.map(({ name }) => ({ name, label: labelOf(name) }))];
}

const other: Readonly<Record<string, readonly string[]>> = {
  ip: ['ip address', 'ip_addr', 'address', 'ipaddress'],
  hostname: ['host', 'name', 'dns name', 'dns', 'fqdn'],
  mac: ['mac address', 'macaddress'],
  cidr: ['network', 'subnet', 'prefix'],
  tag: ['state', 'status'],
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

/** An item of a request for each row. @param fields that the columns are brought to, empty for one that is left out */
export function itemsOf({ rows }: CsvTable, fields: readonly string[], fixed: Fixed): object[] {
  return rows.map((row) => {
    const values = fields.flatMap((name, index): [string, string][] => {
      const value = row[index] ?? '';
      return name === '' || value === '' ? [] : valuesOf(name, value);
    });
    const named = Object.fromEntries(values);
    return { action: 'create', ...fixed(named), ...named };
  });
}

function valuesOf(name: string, value: string): [string, string][] {
  if (name !== 'cidr') return [[name, value]];
  const [subnet = '', mask = ''] = value.split('/', 2);
  return [
    ['subnet', subnet],
    ['mask', mask],
  ];
}
