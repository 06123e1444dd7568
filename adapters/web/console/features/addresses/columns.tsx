import { Menu } from '@mantine/core';
import { type AnyRecord, exchange } from '../../api/client';
import { type FieldDescription, isWritable, labelOf, type Names } from '../../api/kinds';
import type { AddressRow } from '../../api/lists';
import { useKind } from '../../api/queries';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, HoldItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';
import { PageItem, RecordPageLink } from '../../ui/page/links';
import { copy, notifyError } from '../../ui/page/notices';
import { useStoredList } from '../../ui/store';
import { EditableCell } from '../../ui/tables/editable-cell';
import { HoldBadge } from '../../ui/values/hold-badge';
import { Timestamp } from '../../ui/values/timestamp';
import { TagSwatch } from '../records/references';

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

interface Properties {
  readonly column: Column;
  readonly address: AddressRow;
  readonly names: Names;
  readonly mayWrite: boolean;
}

export function AddressCell({ column, address, names, mayWrite }: Properties) {
  const { name, title, type, isEditable } = column;
  const value = String(address[name] ?? '');
  if (name === 'ip') return <AddressName address={address} mayWrite={mayWrite} />;
  if (isEditable && mayWrite)
    return (
      <EditableCell
        label={t('cell.name', { field: title, ip: address.ip })}
        path={`addresses/${address.id}/`}
        name={name}
        value={value}
      />
    );
  if (type === 'timestamp') return <Timestamp at={value} isAgo />;
  const text = printed(column, value, names);
  if (!column.refersTo || text === '') return text;
  return (
    <span className="tree-cell">
      {column.refersTo === 'tag' ? <TagSwatch id={value} /> : null}
      <RecordPageLink kind={column.refersTo} id={value} className="cut">
        {text}
      </RecordPageLink>
    </span>
  );
}

const AddressName = ({ address, mayWrite }: Pick<Properties, 'address' | 'mayWrite'>) => (
  <span className="tree-cell">
    <RecordPageLink kind="address" id={String(address.id)} className="cut">
      {address.ip}
    </RecordPageLink>
    {String(address.is_gateway) === '1' ? <span className="gateway">{t('address.gateway')}</span> : null}
    <HoldBadge
      until={address.heldUntil}
      {...(mayWrite ? { open: () => openDialog({ dialog: 'hold', ...holdOf(address) }) } : {})}
    />
  </span>
);

export const cellText = (column: Column, address: AddressRow, names: Names): string =>
  column.type === 'timestamp' ? '' : printed(column, String(address[column.name] ?? ''), names);

function printed({ type, refersTo }: Column, value: string, names: Names): string {
  if (type === 'flag') return value === '1' ? t('common.yes') : '';
  if (refersTo) return value === '' || value === '0' ? '' : (names.get(refersTo)?.get(value) ?? `#${value}`);
  return value;
}

export const AddressMenu = ({ address, mayWrite }: { address: AddressRow; mayWrite: boolean }) => (
  <MoreMenu of={address.ip}>
    <PageItem to="/records/$kind/$id" params={{ kind: 'address', id: String(address.id) }}>
      {t('address.open')}
    </PageItem>
    <Menu.Item onClick={() => void copy(address.ip)}>{t('address.copy')}</Menu.Item>
    <ReadingItems path={`addresses/${address.id}/`} />
    {mayWrite ? <Menu.Item onClick={() => void change(address)}>{t('common.edit')}</Menu.Item> : null}
    {mayWrite && address.heldUntil ? <HoldItem {...holdOf(address)} /> : null}
    {mayWrite ? <DeleteItem path={`addresses/${address.id}/`} name={address.ip} /> : null}
  </MoreMenu>
);

const holdOf = ({ id, ip, heldUntil }: AddressRow) => ({ path: `addresses/${id}/`, name: ip, until: String(heldUntil) });

/** Opens the address form with the complete record, because the table has read only some fields. */
async function change({ id }: AddressRow): Promise<void> {
  try {
    const { body } = await exchange<{ data: AnyRecord }>('GET', `addresses/${id}/?links=false`);
    openDialog({ dialog: 'record', kind: 'address', record: body.data });
  } catch (error) {
    if (error instanceof Error) notifyError(error);
  }
}
