import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import { useStoredList } from '../../ui/store';
import type { OfferedColumn } from '../../ui/tables/column-choice';

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

export type ChosenColumns = ReturnType<typeof useChosenColumns>;

interface Choice {
  readonly key: string;
  readonly inUrl: string | undefined;
  readonly usual: readonly string[];
  readonly change: (columns: string | undefined) => void;
}

/** The columns of the URL, otherwise those last selected in this browser, otherwise the default. */
export function useChosenColumns({ key, inUrl, usual, change }: Choice) {
  const [stored, store, forget] = useStoredList(`hexipam-columns-${key}`);
  const last = stored.length > 0 ? stored : usual;
  return {
    shown: inUrl === undefined ? last : inUrl.split(','),
    choose: (names: readonly string[]) => {
      store(names);
      change(names.length > 0 ? names.join(',') : undefined);
    },
    reset: () => {
      forget();
      change(undefined);
    },
  };
}

export const offeredColumns = (kind: KindDescription): readonly OfferedColumn[] =>
  kind.fields.filter(isColumn).map(({ name }) => ({ name, title: labelOf(name, kind.name) }));

/** Returns the first default column and the columns with these names. Default columns come first, in their order. */
export function shownFields(kind: KindDescription, names: readonly string[], records: readonly AnyRecord[]): FieldDescription[] {
  const usual = columnsOf(kind, records);
  const [first] = usual;
  const rank = ({ name }: FieldDescription) => {
    const index = usual.findIndex((each) => each.name === name);
    return index < 0 ? usual.length : index;
  };
  const chosen = kind.fields.filter((field) => isColumn(field) && (names.includes(field.name) || field.name === first?.name));
  return chosen.toSorted((one, other) => rank(one) - rank(other));
}
