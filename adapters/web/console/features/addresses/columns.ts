import { type FieldDescription, isWritable, labelOf } from '../../api/kinds';
import { useKind } from '../../api/queries';
import { useStoredList } from '../../ui/store';

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly width: string;
  readonly type: FieldDescription['type'];
  readonly refersTo: string | null;
  readonly isEditable: boolean;
}

const usual: readonly string[] = ['ip', 'tag', 'hostname', 'description', 'mac', 'owner', 'lastSeen'];
const widths: Readonly<Record<string, string>> = {
  ip: 'minmax(126px, 1fr)',
  tag: '86px',
  hostname: 'minmax(120px, 1.6fr)',
  description: 'minmax(120px, 1.6fr)',
  mac: '138px',
  lastSeen: '112px',
};
const editable: readonly string[] = ['text', 'mac', 'multiline', 'integer', 'number', 'date', 'datetime'];

export type Columns = ReturnType<typeof useColumns>;

/** The browser stores the selection. Custom fields are columns too. */
export function useColumns() {
  const [names, choose, reset] = useStoredList('hexipam-address-columns', usual);
  const fields = useKind('address')?.fields ?? [];
  const all = fields.filter(({ name, type }) => name !== 'subnetId' && type !== 'objects').map(columnOf);
  const byUse = all.toSorted((one, other) => rank(one.name) - rank(other.name));
  const shown = byUse.filter(({ name }) => name === 'ip' || names.includes(name));
  return { all: byUse, shown, choose, reset };
}

const rank = (name: string): number => (usual.includes(name) ? usual.indexOf(name) : usual.length);

const columnOf = (field: FieldDescription): Column => ({
  name: field.name,
  title: labelOf(field.name),
  width: widths[field.name] ?? 'minmax(90px, 0.8fr)',
  type: field.type,
  refersTo: field.refersTo,
  isEditable: field.name !== 'ip' && editable.includes(field.type) && isWritable('address', field),
});
