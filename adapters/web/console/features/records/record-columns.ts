import type { AnyRecord } from '../../api/client';
import type { FieldDescription, KindDescription } from '../../api/kinds';

/** Fields too large for a table. */
const unshown: readonly string[] = ['permissions', 'idList'];
const maxColumns = 7;

export const isColumn = ({ type, isSecret }: FieldDescription): boolean => !unshown.includes(type) && !isSecret;

const preferred: Readonly<Record<string, readonly string[]>> = {
  address: ['ip', 'hostname', 'tag', 'description', 'subnetId', 'lastSeen'],
  customer: ['title', 'address', 'postcode', 'city', 'contact_person', 'contact_mail', 'status'],
  device: ['hostname', 'ip', 'type', 'location', 'rack', 'description'],
  location: ['name', 'address', 'description'],
  nameserver: ['name', 'namesrv1', 'description'],
  nat: ['name', 'type', 'src', 'dst', 'src_port', 'dst_port', 'device'],
  rack: ['name', 'size', 'location', 'row', 'customer_id', 'description'],
  scanAgent: ['name', 'type', 'last_access', 'description'],
  subnet: ['prefix', 'description', 'sectionId', 'vlanId', 'vrfId', 'location', 'customer_id'],
  vlan: ['name', 'number', 'domainId', 'customer_id', 'description'],
  vrf: ['name', 'rd', 'customer_id', 'description'],
};

/** Kinds with many fields, whose tables have the default columns only. */
const strict: readonly string[] = ['address', 'subnet'];

/**
 * Selects at most `maxColumns` columns: required fields, the first default column, and fields that are worth a column
 * (`isWorthIt`).
 */
export function columnsOf({ name: kind, fields }: KindDescription, records: readonly AnyRecord[]): FieldDescription[] {
  const known = preferred[kind] ?? [];
  const possible = fields.filter(
    (field) => isColumn(field) && field.name !== 'editDate' && (!strict.includes(kind) || known.includes(field.name)),
  );
  const rank = ({ name }: FieldDescription) => (known.includes(name) ? known.indexOf(name) : known.length);
  const chosen = possible
    .filter((field) => field.isRequired || rank(field) === 0 || isWorthIt(field, records, known))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, maxColumns);
  return chosen.length > 0 ? chosen : possible.slice(0, 3);
}

export const isPrefix = ({ mask, isFolder }: AnyRecord): boolean => mask !== undefined && String(isFolder) !== '1';

/**
 * Whether a field has values that are worth a column. For some types, values must differ, because equal values in all records are
 * probably defaults.
 */
function isWorthIt({ name, type }: FieldDescription, records: readonly AnyRecord[], known: readonly string[]): boolean {
  if (!records.some((record) => isSaid(String(record[name])))) return false;
  if (known.includes(name) || name.startsWith('custom_') || ['text', 'multiline', 'reference'].includes(type)) return true;
  return records.some((record) => String(record[name]) !== String(records[0]?.[name]));
}

const isSaid = (text: string): boolean => !['', '0', 'null', 'undefined'].includes(text) && !text.startsWith('1970-01-01');
