import { Button, Group, Menu, Stack } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, labelOf, titleOf } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { useNames } from '../../api/use-names';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Card, Empty, Ready } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { PageItem, PageLink } from '../../ui/page/links';
import { MoreMenu } from '../../ui/page/more-menu';
import { NotFound } from '../../ui/page/not-found';
import { copy } from '../../ui/page/notices';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { FilterInput } from '../../ui/tables/filter-input';
import { headline } from '../../values/headline';
import { DownloadButton } from '../export/download-button';
import { recordFile } from '../export/files';
import { columnsOf } from './record-columns';

/** The records of a sort that a descriptor alone describes. */
export function RecordsPage() {
  const { kind: name } = useParams({ from: '/records/$kind' });
  return (
    <Ready of={useQuery(kindsQuery)}>
      {(kinds) => {
        const kind = kinds.find((each) => each.name === name);
        return kind ? <Records key={name} kind={kind} kinds={kinds} /> : <NotFound />;
      }}
    </Ready>
  );
}

function Records({ kind, kinds }: { kind: KindDescription; kinds: readonly KindDescription[] }) {
  const { find = '' } = useSearch({ from: '/records/$kind' });
  const navigate = useNavigate();
  const rights = useRights();
  const records = useQuery(recordsQuery(kind.path));
  const create = () => openDialog({ dialog: 'record', kind: kind.name });
  const look = (value: string) =>
    void navigate({
      to: '/records/$kind',
      params: { kind: kind.name },
      search: value ? { find: value } : {},
      replace: true,
    });
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Heading>{headline(kind.title)}</Heading>
        <Group gap="xs">
          <FilterInput value={find} change={look} />
          <DownloadButton label={`all ${kind.title}`} name={kind.title} make={(queries) => recordFile(queries, kind)} />
          {rights.inventory ? (
            <Button leftSection={<PlusIcon size={15} />} onClick={create}>
              New
            </Button>
          ) : null}
        </Group>
      </Group>
      <Card>
        <Ready of={records}>
          {(all) =>
            all.length === 0 ? (
              <NoRecords kind={kind} create={rights.inventory ? create : undefined} />
            ) : (
              <Rows kind={kind} kinds={kinds} records={all} find={find} />
            )
          }
        </Ready>
      </Card>
    </Stack>
  );
}

/** What some sorts of record are for: told where there is none yet. */
const purposes: Readonly<Record<string, string>> = {
  customer: 'Networks, addresses, devices, racks and VLANs can belong to a customer.',
  device: 'Switches, routers, hosts: addresses say on which device and port they are, racks where it stands.',
  deviceType: 'What a device can be: a switch, a router, a printer.',
  l2domain: 'Where VLAN numbers are unique: make one for each network in which a number may be used again.',
  location: 'Buildings and rooms: networks, racks and devices say where they are.',
  nameserver: 'Servers that networks use to resolve names.',
  nat: 'Which addresses are translated into which.',
  rack: 'Make a rack, then drag devices to their units.',
  scanAgent: 'Who looks whether addresses answer.',
  tag: 'States of addresses, each with its colour.',
  vlan: 'Give each VLAN its number and a name; networks then say in which one they are.',
  vrf: 'Routing tables in which the same addresses may be used again.',
};

/** What is shown where there is no record. @param create undefined where one may not make one */
const NoRecords = ({ kind, create }: { kind: KindDescription; create: (() => void) | undefined }) => (
  <Empty title={`There are no ${kind.title} yet`} action={create ? <Button onClick={create}>Create the first one</Button> : null}>
    {purposes[kind.name]}
  </Empty>
);

interface RowsProperties {
  readonly kind: KindDescription;
  readonly kinds: readonly KindDescription[];
  readonly records: readonly AnyRecord[];
  readonly find: string;
}

function Rows({ kind, kinds, records, find }: RowsProperties) {
  const rights = useRights();
  const fields = columnsOf(kind, records);
  const names = useNames(fields, kinds);
  const columns = fields.map((field, place): DataColumn<AnyRecord> => {
    const text = (record: AnyRecord) => printed(field, record[field.name], names.get(field.refersTo ?? ''));
    return {
      name: field.name,
      title: labelOf(field.name),
      width: place === 0 ? 'minmax(130px, 1.4fr)' : 'minmax(90px, 1fr)',
      isMinor: place > 1,
      text,
      ...(place === 0 ? { look: 'strong' } : {}),
      ...(kind.name === 'rack' && place === 0 ? { cell: (record) => <RackLink record={record} name={text(record)} /> } : {}),
    };
  });
  const menu: DataColumn<AnyRecord> = {
    name: ' menu',
    title: '',
    width: '28px',
    cell: (record) => <RecordMenu kind={kind} record={record} mayWrite={rights.inventory} />,
  };
  const wanted = find.toLowerCase();
  return (
    <DataTable
      label={headline(kind.title)}
      columns={[...columns, menu]}
      items={records.filter((record) => columns.some(({ text }) => text?.(record).toLowerCase().includes(wanted)))}
      keyOf={(record) => String(record[kind.idName])}
      empty={<Empty title="Nothing fits the filter">Clear it to see all {records.length}.</Empty>}
    />
  );
}

const RackLink = ({ record, name }: { record: AnyRecord; name: string }) => (
  <PageLink to="/racks/$id" params={{ id: String(record.id) }} inherit>
    {name}
  </PageLink>
);

const RecordMenu = ({ kind, record, mayWrite }: { kind: KindDescription; record: AnyRecord; mayWrite: boolean }) => (
  <MoreMenu of={titleOf(record)}>
    {kind.name === 'rack' ? (
      <PageItem to="/racks/$id" params={{ id: String(record.id) }}>
        Open the rack
      </PageItem>
    ) : null}
    <PageItem to="/changes" search={{ kind: kind.name, objectId: String(record[kind.idName]) }}>
      Its changes
    </PageItem>
    <Menu.Item onClick={() => void copy(asCurl({ method: 'GET', path: `${kind.path}/${record[kind.idName]}/` }))}>
      Copy as API call
    </Menu.Item>
    {mayWrite ? (
      <>
        <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: kind.name, record })}>Change</Menu.Item>
        <Menu.Item
          color="red"
          onClick={() => openDialog({ dialog: 'delete', path: `${kind.path}/${record[kind.idName]}/`, name: titleOf(record) })}
        >
          Delete
        </Menu.Item>
      </>
    ) : null}
  </MoreMenu>
);

function printed({ type }: FieldDescription, value: AnyRecord[string], names: ReadonlyMap<string, string> | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (type === 'flag') return text === '1' ? 'yes' : '';
  if (type === 'reference') return text === '0' ? '' : (names?.get(text) ?? `#${text}`);
  return text;
}
