import { Button, Group, Menu, Stack } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, kindTitle, labelOf, titleOf } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { useNames } from '../../api/use-names';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Card, Empty, Ready } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { PageItem, PageLink } from '../../ui/page/links';
import { MoreMenu } from '../../ui/page/more-menu';
import { NotFound } from '../../ui/page/not-found';
import { copy } from '../../ui/page/notices';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { FilterInput } from '../../ui/tables/filter-input';
import { Timestamp } from '../../ui/values/timestamp';
import { DownloadButton } from '../export/download-button';
import { recordFile } from '../export/files';
import { columnsOf } from './record-columns';

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
        <Heading>{kindTitle(kind)}</Heading>
        <Group gap="xs">
          <FilterInput value={find} change={look} />
          <DownloadButton
            label={t('export.allOf', { kind: kindTitle(kind) })}
            name={kind.title}
            make={(queries) => recordFile(queries, kind)}
          />
          {rights.writes(kind.name) ? (
            <Button leftSection={<PlusIcon size={15} />} onClick={create}>
              {t('common.new')}
            </Button>
          ) : null}
        </Group>
      </Group>
      <Card>
        <Ready of={records}>
          {(all) =>
            all.length === 0 ? (
              <NoRecords kind={kind} create={rights.writes(kind.name) ? create : undefined} />
            ) : (
              <Rows kind={kind} kinds={kinds} records={all} find={find} />
            )
          }
        </Ready>
      </Card>
    </Stack>
  );
}

/** The empty state. @param create undefined without write permission */
const NoRecords = ({ kind, create }: { kind: KindDescription; create: (() => void) | undefined }) => (
  <Empty
    title={textFor(`empty.${kind.name}`, kindTitle(kind))}
    action={create ? <Button onClick={create}>{textFor(`create.${kind.name}`, t('common.create'))}</Button> : null}
  >
    {textFor(`purpose.${kind.name}`, '')}
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
      title: labelOf(field.name, kind.name),
      width: place === 0 ? 'minmax(130px, 1.4fr)' : 'minmax(90px, 1fr)',
      isMinor: place > 1,
      text,
      ...(place === 0 ? { look: 'strong' } : {}),
      ...(field.type === 'timestamp'
        ? { cell: (record: AnyRecord) => <Timestamp at={String(record[field.name] ?? '')} never={t('common.never')} /> }
        : {}),
      ...(kind.name === 'rack' && place === 0 ? { cell: (record) => <RackLink record={record} name={text(record)} /> } : {}),
    };
  });
  const menu: DataColumn<AnyRecord> = {
    name: ' menu',
    title: '',
    width: '28px',
    cell: (record) => <RecordMenu kind={kind} record={record} mayWrite={rights.writes(kind.name)} />,
  };
  const wanted = find.toLowerCase();
  return (
    <DataTable
      label={kindTitle(kind)}
      columns={[...columns, menu]}
      items={records.filter((record) => columns.some(({ text }) => text?.(record).toLowerCase().includes(wanted)))}
      keyOf={(record) => String(record[kind.idName])}
      empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: records.length })}</Empty>}
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
        {t('rack.open')}
      </PageItem>
    ) : null}
    <PageItem to="/changes" search={{ kind: kind.name, objectId: String(record[kind.idName]) }}>
      {t('common.history')}
    </PageItem>
    <Menu.Item onClick={() => void copy(asCurl({ method: 'GET', path: `${kind.path}/${record[kind.idName]}/` }))}>
      {t('common.copyCall')}
    </Menu.Item>
    {mayWrite ? (
      <>
        <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: kind.name, record })}>{t('common.edit')}</Menu.Item>
        <Menu.Item
          color="red"
          onClick={() => openDialog({ dialog: 'delete', path: `${kind.path}/${record[kind.idName]}/`, name: titleOf(record) })}
        >
          {t('common.delete')}
        </Menu.Item>
      </>
    ) : null}
  </MoreMenu>
);

function printed(
  { name, type }: FieldDescription,
  value: AnyRecord[string],
  names: ReadonlyMap<string, string> | undefined,
): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (type === 'flag') return text === '1' ? t('common.yes') : '';
  if (type === 'reference') return text === '0' ? '' : (names?.get(text) ?? `#${text}`);
  return type === 'enum' ? textFor(`value.${name}.${text}`, text) : text;
}
