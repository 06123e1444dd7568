import { textFor } from '../texts/text';
import { whole } from '../values/numbers';
import type { AnyRecord, DataOf } from './client';
import type { kindsQuery } from './queries';

export type KindDescription = DataOf<typeof kindsQuery>[number];
export type FieldDescription = KindDescription['fields'][number];

const columnTitles: Readonly<Record<string, string>> = {
  mac: 'MAC address',
  hostname: 'Host name',
  ip: 'Address',
  DNSrecords: 'Shows DNS records',
  DNSrecursive: 'Recursive DNS',
  PTR: 'PTR record',
  PTRignore: 'Without PTR',
  rd: 'RD',
  tag: 'State',
  vlanId: 'VLAN',
  vrfId: 'VRF',
};

/** Returns the title of a field's CSV column, equal in all languages: `customer_id` is Customer, `hasBack` Has back. */
export function columnTitle(name: string): string {
  const known = columnTitles[name];
  if (known) return known;
  const text = name
    .replace(/^custom_/, '')
    .replace(/_id$|Id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(short, (word) => word.toUpperCase());
}

/** @param kind for fields with a special label in that kind */
export const labelOf = (name: string, kind = ''): string =>
  textFor(`label.${kind}.${name}`, textFor(`label.${name}`, columnTitle(name.split('.').at(-1) ?? name)));

export const kindTitle = ({ name, title }: Pick<KindDescription, 'name' | 'title'>): string =>
  textFor(`kind.${name}`, title.charAt(0).toUpperCase() + title.slice(1));

/** Returns a number of records with the kind's name: 2 VLANs. */
export const countOfKind = ({ name, title }: KindDescription, number: number): string =>
  textFor(`count.${name}`, `${whole(number)} ${title}`, { n: number });

const short = /\b(?:dns|id|ip|mac|nat|ptr|snmp|ttl|url|vlan|vrf)\b/gi;

const withoutForm = ['permissions', 'prefix'];

export const isWritable = (kind: string, { name, type, isReadOnly }: FieldDescription): boolean =>
  !isReadOnly &&
  !withoutForm.includes(type) &&
  !(kind === 'subnet' && ['masterSubnetId', 'sectionId', 'isFolder'].includes(name));

/** Renames values of fields to the names that writes accept. */
export const writtenValues = <V>(kind: KindDescription, values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [kind.fields.find((field) => field.name === name)?.inputName ?? name, value]),
  );

export const titleOf = (record: AnyRecord): string =>
  String(record.name ?? record.hostname ?? record.type ?? record.tname ?? record.title ?? record.description ?? `#${record.id}`);

const withPages = ['section', 'subnet', 'address', 'request'];

/** Whether the generic records page lists this kind. */
export const isListed = ({ name }: KindDescription): boolean => !withPages.includes(name);
