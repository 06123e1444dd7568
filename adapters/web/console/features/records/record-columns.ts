import type { AnyRecord } from '../../api/client';
import type { FieldDescription, KindDescription } from '../../api/kinds';

/** Fields that a table has no room for, and what nobody is to read over a shoulder. */
const unshown: readonly string[] = ['permissions', 'objects', 'idList'];
const maxColumns = 7;

/** What one looks for in records of some sorts, the first of it first. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  customer: ['title', 'address', 'postcode', 'city', 'contact_person', 'contact_mail', 'status'],
  device: ['hostname', 'ip', 'type', 'location', 'rack', 'description'],
  location: ['name', 'address', 'description'],
  nameserver: ['name', 'namesrv1', 'description'],
  nat: ['name', 'type', 'src_port', 'dst_port', 'device', 'description'],
  rack: ['name', 'size', 'location', 'row', 'customer_id', 'description'],
  scanAgent: ['name', 'type', 'last_access', 'description'],
  vlan: ['name', 'number', 'domainId', 'customer_id', 'description'],
  vrf: ['name', 'rd', 'customer_id', 'description'],
};

/** What is worth a column: what is needed, what one looks for, and what records differ in. */
export function columnsOf({ name: kind, fields }: KindDescription, records: readonly AnyRecord[]): FieldDescription[] {
  const possible = fields.filter(({ type, name, isSecret }) => !unshown.includes(type) && name !== 'editDate' && !isSecret);
  const known = preferred[kind] ?? [];
  const rank = ({ name }: FieldDescription) => (known.includes(name) ? known.indexOf(name) : known.length);
  const chosen = possible
    .filter((field) => field.isRequired || isWorthIt(field, records, known))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, maxColumns);
  return chosen.length > 0 ? chosen : possible.slice(0, 3);
}

/** What all records have alike is what they have by themselves, unless somebody looks for it or has written it. */
function isWorthIt({ name, type }: FieldDescription, records: readonly AnyRecord[], known: readonly string[]): boolean {
  if (!records.some((record) => !['', '0', 'null', 'undefined'].includes(String(record[name])))) return false;
  if (known.includes(name) || name.startsWith('custom_') || ['text', 'multiline', 'reference'].includes(type)) return true;
  return records.some((record) => String(record[name]) !== String(records[0]?.[name]));
}
