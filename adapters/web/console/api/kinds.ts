import { textFor } from '../texts/text';
import { headline } from '../values/headline';
import { whole } from '../values/numbers';
import type { AnyRecord } from './client';
import type { kindsQuery } from './queries';

/** A sort of record, as the service describes it. */
export type KindDescription = Awaited<ReturnType<NonNullable<typeof kindsQuery.queryFn>>>[number];
export type FieldDescription = KindDescription['fields'][number];

/** Titles of columns in CSV files that differ from the words of the field's name. */
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

/** The title of a field's column in a CSV file: `customer_id` is Customer, `hasBack` Has back. Files are the same in all languages. */
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

/** The label of a field. @param kind the kind of its record, where the field means something else there than elsewhere */
export const labelOf = (name: string, kind = ''): string =>
  textFor(`label.${kind}.${name}`, textFor(`label.${name}`, columnTitle(name.split('.').at(-1) ?? name)));

/** The name of a kind as a title: VLANs. */
export const kindTitle = ({ name, title }: Pick<KindDescription, 'name' | 'title'>): string =>
  textFor(`kind.${name}`, headline(title));

/** A number of records of a kind: 2 VLANs. */
export const countOfKind = ({ name, title }: KindDescription, number: number): string =>
  textFor(`count.${name}`, `${whole(number)} ${title}`, { n: number });

/** Words that are made of first letters. */
const short = /\b(?:dns|id|ip|mac|nat|ptr|snmp|ttl|url|vlan|vrf)\b/gi;

/** Types of fields that a form of one line cannot show. */
const withoutForm = ['permissions', 'objects', 'prefix'];

/** Whether a form offers a field. */
export const isWritable = (kind: string, { name, type, isReadOnly }: FieldDescription): boolean =>
  !isReadOnly &&
  !withoutForm.includes(type) &&
  !(kind === 'subnet' && ['masterSubnetId', 'sectionId', 'isFolder'].includes(name));

/** What a record is called. */
export const titleOf = (record: AnyRecord): string =>
  String(record.name ?? record.hostname ?? record.type ?? record.tname ?? record.title ?? record.description ?? `#${record.id}`);

/** Sorts of record that have pages of their own. */
const withPages = ['section', 'subnet', 'address'];

/** Whether the page that lists the records of any sort is where one looks for those of this one. */
export const isListed = ({ name }: KindDescription): boolean => !withPages.includes(name);
