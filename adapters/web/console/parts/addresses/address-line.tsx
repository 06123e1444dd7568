import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { asCurl } from '../../api/calls';
import { type AnyRecord, exchange } from '../../api/client';
import { openDialog } from '../dialogs';
import { EditableCell } from '../editable-cell';
import { ago } from '../numbers';
import { copy, tellError } from '../telling';
import type { Column } from './columns';
import type { Names } from './referred';
import type { AddressRow } from './use-rows';

const never = '1970-01-01 00:00:01';

interface Properties {
  /** Undefined while it is being read. */
  readonly address: AddressRow | undefined;
  readonly columns: readonly Column[];
  readonly names: Names;
  readonly template: string;
  readonly mayWrite: boolean;
  readonly isChosen: (id: string) => boolean;
  readonly choose: (id: string, isChosen: boolean) => void;
}

/** A line of the table of addresses. */
export function AddressLine({ address, columns, names, template, mayWrite, isChosen, choose }: Properties) {
  if (!address) return <div className="record-line waiting" aria-busy="true" />;
  const id = String(address.id);
  return (
    <div className="record-line" data-selected={isChosen(id) || undefined} style={{ gridTemplateColumns: template }}>
      {mayWrite ? (
        <Checkbox
          size="xs"
          aria-label={`Select ${address.ip}`}
          checked={isChosen(id)}
          onChange={(event) => choose(id, event.currentTarget.checked)}
        />
      ) : null}
      {columns.map((column) => (
        <Cell key={column.name} column={column} address={address} names={names} mayWrite={mayWrite} />
      ))}
      <AddressMenu address={address} mayWrite={mayWrite} />
    </div>
  );
}

interface CellProperties extends Pick<Properties, 'names' | 'mayWrite'> {
  readonly column: Column;
  readonly address: AddressRow;
}

function Cell({ column, address, names, mayWrite }: CellProperties) {
  const { name, title, isEditable } = column;
  if (name === 'ip')
    return (
      <span className="cut mono strong">
        {address.ip}
        {String(address.is_gateway) === '1' ? <span className="gateway">gateway</span> : null}
      </span>
    );
  const value = String(address[name] ?? '');
  if (isEditable && mayWrite)
    return <EditableCell label={`${title} of ${address.ip}`} path={`addresses/${address.id}/`} name={name} value={value} />;
  const shown = printed(column, value, names);
  return (
    <span className={column.type === 'timestamp' ? 'cut quiet' : 'cut'} title={column.type === 'timestamp' ? value : shown}>
      {shown}
    </span>
  );
}

function printed({ type, refersTo }: Column, value: string, names: Names): string {
  if (type === 'timestamp') return value === '' || value === never ? '' : ago(value.replace(' ', 'T'));
  if (type === 'flag') return value === '1' ? 'yes' : '';
  if (refersTo) return value === '' || value === '0' ? '' : (names.get(refersTo)?.get(value) ?? `#${value}`);
  return value;
}

const AddressMenu = ({ address, mayWrite }: { address: AddressRow; mayWrite: boolean }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="sm" aria-label={`More of ${address.ip}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => void copy(address.ip)}>Copy the address</Menu.Item>
      <Menu.Item onClick={() => void copy(asCurl({ method: 'GET', path: `addresses/${address.id}/` }))}>
        Copy as API call
      </Menu.Item>
      {mayWrite ? <Menu.Item onClick={() => void change(address)}>Change</Menu.Item> : null}
      {mayWrite ? (
        <Menu.Item
          color="red"
          onClick={() => openDialog({ dialog: 'delete', path: `addresses/${address.id}/`, name: address.ip })}
        >
          Give back
        </Menu.Item>
      ) : null}
    </Menu.Dropdown>
  </Menu>
);

/** Opens the form of an address with the whole record, of which the table has read a part. */
async function change({ id }: AddressRow): Promise<void> {
  try {
    const { body } = await exchange<{ data: AnyRecord }>('GET', `addresses/${id}/?links=false`);
    openDialog({ dialog: 'record', kind: 'address', record: body.data });
  } catch (error) {
    if (error instanceof Error) tellError(error);
  }
}
