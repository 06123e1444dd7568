import { ActionIcon, Button, Checkbox, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Address, send } from '../api/client';
import { addressesQuery, recordsQuery } from '../api/queries';
import { Empty, Failure, Loading } from './card';
import { type NetworkAt, openDialog } from './dialogs';
import { EditableCell } from './editable-cell';
import { numberOf } from './ip';
import { ago } from './numbers';
import { tell } from './telling';
import { VirtualRows } from './virtual-rows';

interface Column {
  readonly name: 'ip' | 'hostname' | 'description' | 'mac' | 'owner' | 'tag' | 'lastSeen';
  readonly title: string;
  readonly width: string;
  readonly isEditable?: true;
}

const columns: readonly Column[] = [
  { name: 'ip', title: 'Address', width: 'minmax(116px, 1fr)' },
  { name: 'tag', title: 'State', width: '86px' },
  { name: 'hostname', title: 'Host name', width: 'minmax(120px, 1.6fr)', isEditable: true },
  { name: 'description', title: 'Description', width: 'minmax(120px, 1.6fr)', isEditable: true },
  { name: 'mac', title: 'MAC address', width: '138px', isEditable: true },
  { name: 'owner', title: 'Owner', width: 'minmax(80px, 0.8fr)', isEditable: true },
  { name: 'lastSeen', title: 'Last seen', width: '96px' },
];

const never = '1970-01-01 00:00:01';

/** The addresses of a network: sorted, filtered, changed in place, and deleted several at a time. */
export function AddressTable({
  network,
  mayWrite,
  hasChildren,
}: {
  network: NetworkAt;
  mayWrite: boolean;
  hasChildren: boolean;
}) {
  const { find = '', sort = 'ip' } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(addressesQuery(network.id));
  const { data: tags = [] } = useQuery(recordsQuery('tools/tags'));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tagNames = useMemo(() => new Map(tags.map(({ id, type }) => [String(id), String(type)])), [tags]);
  const rows = useMemo(() => sorted(filtered(data ?? [], find, tagNames), sort, tagNames), [data, find, sort, tagNames]);
  const search = (change: { find?: string; sort?: string }) =>
    void navigate({
      to: '/subnets/$id',
      params: { id: String(network.id) },
      search: (former) => ({ ...former, tab: 'addresses', ...change }),
      replace: true,
    });
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading lines={8} />;
  if (data.length === 0)
    return (
      <Empty
        title="No address is taken"
        action={
          mayWrite && !hasChildren ? (
            <Button onClick={() => openDialog({ dialog: 'address', subnet: network })}>Take the first one</Button>
          ) : null
        }
      >
        {hasChildren ? 'Its addresses are in the subnets below it.' : undefined}
      </Empty>
    );
  const template = `${mayWrite ? '26px ' : ''}${columns.map(({ width }) => width).join(' ')} 28px`;
  return (
    <div>
      <Group px={14} py={8} gap="xs" justify="space-between">
        <Group gap="xs">
          <TextInput
            size="xs"
            aria-label="Filter addresses"
            placeholder="Filter"
            leftSection={<IconSearch size={14} />}
            value={find}
            onChange={(event) => search({ find: event.currentTarget.value })}
          />
          <Text size="xs" className="quiet">
            {rows.length === data.length ? '' : `${rows.length.toLocaleString('en')} of `}
            {data.length.toLocaleString('en')} {data.length === 1 ? 'address' : 'addresses'}
          </Text>
        </Group>
        {chosen.size > 0 ? <Selected chosen={chosen} tags={tagNames} clear={() => setChosen(new Set())} /> : null}
      </Group>
      <VirtualRows
        count={rows.length}
        rowHeight={34}
        label="Addresses"
        width={860}
        head={
          <div className="table-head" style={{ gridTemplateColumns: template }}>
            {mayWrite ? (
              <Checkbox
                size="xs"
                aria-label="Select all"
                checked={chosen.size > 0 && chosen.size === rows.length}
                indeterminate={chosen.size > 0 && chosen.size < rows.length}
                onChange={(event) =>
                  setChosen(event.currentTarget.checked ? new Set(rows.map(({ id }) => String(id))) : new Set())
                }
              />
            ) : null}
            {columns.map(({ name, title }) => (
              <button
                key={name}
                type="button"
                className="sort"
                onClick={() => search({ sort: sort === name ? `-${name}` : name })}
              >
                {title}
                {sort === name ? ' ↑' : sort === `-${name}` ? ' ↓' : ''}
              </button>
            ))}
            <span />
          </div>
        }
        row={(index) => {
          const address = rows[index];
          if (!address) return null;
          const id = String(address.id);
          return (
            <div className="record-line" data-selected={chosen.has(id) || undefined} style={{ gridTemplateColumns: template }}>
              {mayWrite ? (
                <Checkbox
                  size="xs"
                  aria-label={`Select ${address.ip}`}
                  checked={chosen.has(id)}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              ) : null}
              {columns.map((column) => (
                <Cell key={column.name} column={column} address={address} tagNames={tagNames} mayWrite={mayWrite} />
              ))}
              {mayWrite ? <AddressMenu address={address} /> : <span />}
            </div>
          );
        }}
      />
    </div>
  );
}

interface CellProperties {
  readonly column: Column;
  readonly address: Address;
  readonly tagNames: ReadonlyMap<string, string>;
  readonly mayWrite: boolean;
}

function Cell({ column: { name, title, isEditable }, address, tagNames, mayWrite }: CellProperties) {
  if (name === 'ip')
    return (
      <span className="cut mono strong">
        {address.ip}
        {String(address.is_gateway) === '1' ? <span className="gateway">gateway</span> : null}
      </span>
    );
  if (name === 'tag') return <span className="cut">{tagNames.get(String(address.tag)) ?? ''}</span>;
  if (name === 'lastSeen') {
    const seen = address.lastSeen;
    return (
      <span className="cut quiet" title={seen ?? ''}>
        {seen && seen !== never ? ago(seen.replace(' ', 'T')) : ''}
      </span>
    );
  }
  const value = String(address[name] ?? '');
  if (isEditable && mayWrite)
    return <EditableCell label={`${title} of ${address.ip}`} path={`addresses/${address.id}/`} name={name} value={value} />;
  return (
    <span className="cut" title={value}>
      {value}
    </span>
  );
}

const AddressMenu = ({ address }: { address: Address }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="sm" aria-label={`More of ${address.ip}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'address', record: address })}>Change</Menu.Item>
      <Menu.Item color="red" onClick={() => openDialog({ dialog: 'delete', path: `addresses/${address.id}/`, name: address.ip })}>
        Give back
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** What can be done with the addresses that are chosen. */
function Selected({
  chosen,
  tags,
  clear,
}: {
  chosen: ReadonlySet<string>;
  tags: ReadonlyMap<string, string>;
  clear: () => void;
}) {
  const each = useMutation({
    mutationFn: async (change: object | null) => {
      for (const id of chosen) await (change ? send('PATCH', `addresses/${id}/`, change) : send('DELETE', `addresses/${id}/`));
    },
    onSuccess: (_answer, change) => {
      tell(`${chosen.size} addresses are ${change ? 'changed' : 'given back'}`);
      clear();
    },
  });
  return (
    <Group gap={6}>
      <Text size="xs" fw={600}>
        {chosen.size} selected
      </Text>
      <Menu>
        <Menu.Target>
          <Button size="compact-xs" variant="light" loading={each.isPending}>
            Set state
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[...tags].map(([id, name]) => (
            <Menu.Item key={id} onClick={() => each.mutate({ tag: id })}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu>
        <Menu.Target>
          <Button size="compact-xs" variant="light" color="red" loading={each.isPending}>
            Give back
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={() => each.mutate(null)}>
            Give back {chosen.size} addresses for good
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function filtered(addresses: readonly Address[], find: string, tags: ReadonlyMap<string, string>): readonly Address[] {
  const wanted = find.trim().toLowerCase();
  if (wanted === '') return addresses;
  return addresses.filter((address) => columns.some(({ name }) => textIn(address, name, tags).toLowerCase().includes(wanted)));
}

const textIn = (address: Address, name: Column['name'], tags: ReadonlyMap<string, string>): string =>
  name === 'tag' ? (tags.get(String(address.tag)) ?? '') : String(address[name] ?? '');

function sorted(addresses: readonly Address[], sort: string, tags: ReadonlyMap<string, string>): readonly Address[] {
  const isDown = sort.startsWith('-');
  const { name } = columns.find((column) => column.name === sort.replace('-', '')) ?? { name: 'ip' as const };
  const compare =
    name === 'ip'
      ? (a: Address, b: Address) => Number(numberOf(a.ip) - numberOf(b.ip))
      : (a: Address, b: Address) => textIn(a, name, tags).localeCompare(textIn(b, name, tags));
  const list = addresses.toSorted(compare);
  return isDown ? list.reverse() : list;
}
