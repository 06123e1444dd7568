import type { AnyRecord } from './client';
import type { kindsQuery } from './queries';

/** A sort of record, as the service describes it. */
export type KindDescription = Awaited<ReturnType<NonNullable<typeof kindsQuery.queryFn>>>[number];
export type FieldDescription = KindDescription['fields'][number];

/** Names of fields that people read in another way than they are written. */
const words: Readonly<Record<string, string>> = {
  urls: 'URLs',
  startTls: 'StartTLS',
  ca: 'CA certificates',
  bindDn: 'Bind DN',
  userDn: 'User DN',
  clientId: 'Client ID',
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

/** The name of a field for people: `customer_id` is Customer, `hasBack` Has back. */
export function labelOf(name: string): string {
  const known = words[name];
  if (known) return known;
  const text = name
    .replace(/^custom_/, '')
    .replace(/_id$|Id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(short, (word) => word.toUpperCase());
}

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
