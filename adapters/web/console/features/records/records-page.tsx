import { Button, Group, Menu, Stack } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import { type AnyRecord, failureOf, send } from '../../api/client';
import { countOfKind, isListed, type KindDescription, kindTitle, labelOf, titleOf } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Card, Empty, Failure, Loading, Ready } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { PageButton, PageItem } from '../../ui/page/links';
import { MoreMenu } from '../../ui/page/more-menu';
import { NotFound } from '../../ui/page/not-found';
import { copy } from '../../ui/page/notices';
import { FilterInput } from '../../ui/tables/filter-input';
import { DownloadButton } from '../export/download-button';
import { recordFile } from '../export/files';
import { RecordTable } from './record-table';
import { ReferenceLink } from './references';

export function RecordsPage() {
  const { kind: name } = useParams({ from: '/records/$kind' });
  const { by, of } = useSearch({ from: '/records/$kind' });
  return (
    <Ready of={useQuery(kindsQuery)}>
      {(kinds) => {
        const kind = kinds.find((each) => each.name === name);
        const field = kind?.fields.find((each) => each.name === by && each.type === 'reference');
        if (kind && field && of) return <Referring key={`${name} ${by} ${of}`} kind={kind} kinds={kinds} field={field} of={of} />;
        return kind && isListed(kind) ? <Records key={name} kind={kind} kinds={kinds} /> : <NotFound />;
      }}
    </Ready>
  );
}

interface Properties {
  readonly kind: KindDescription;
  readonly kinds: readonly KindDescription[];
}

function Records({ kind, kinds }: Properties) {
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

interface RowsProperties extends Properties {
  readonly records: readonly AnyRecord[];
  readonly find: string;
}

function Rows({ kind, kinds, records, find }: RowsProperties) {
  const mayWrite = useRights().writes(kind.name);
  return (
    <RecordTable
      kind={kind}
      kinds={kinds}
      records={records}
      find={find}
      menu={(record) => <RecordMenu kind={kind} record={record} name={titleOf(record)} mayWrite={mayWrite} />}
      empty={<Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: records.length })}</Empty>}
    />
  );
}

interface Page {
  readonly data: readonly AnyRecord[];
  readonly total?: number;
  readonly next?: string;
}

/** Records per request of a list of referring records. */
const together = 500;

interface ReferringProperties extends Properties {
  readonly field: KindDescription['fields'][number];
  readonly of: string;
}

/** The records that refer to another one, also of kinds whose complete list is too long. */
function Referring({ kind, kinds, field, of }: ReferringProperties) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['register', 'referring', kind.path, field.name, of],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ links: 'false', limit: String(together), count: '1', [`filter[${field.name}]`]: of });
      if (pageParam) query.set('after', pageParam);
      return send<Page>('GET', `${kind.path}/?${query}`);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next ? (new URL(next, location.origin).searchParams.get('after') ?? undefined) : undefined),
  });
  const failure = failureOf({ data, error });
  const records = data?.pages.flatMap((page) => page.data);
  const isWhole = isListed(kind);
  return (
    <Stack gap={12}>
      <div>
        <Heading>{data ? countOfKind(kind, Number(data.pages[0]?.total ?? records?.length ?? 0)) : kindTitle(kind)}</Heading>
        <Group gap="xs">
          <span className="quiet">
            {labelOf(field.name, kind.name)}: <ReferenceLink kind={field.refersTo ?? ''} id={of} />
          </span>
          {isWhole ? (
            <PageButton
              variant="subtle"
              size="compact-xs"
              leftSection={<XIcon size={12} />}
              to="/records/$kind"
              params={{ kind: kind.name }}
              search={{}}
            >
              {t('record.noFilter')}
            </PageButton>
          ) : null}
        </Group>
      </div>
      <Card>
        {failure ? <Failure error={failure} retry={() => void refetch()} /> : null}
        {records ? (
          <RecordTable
            kind={kind}
            kinds={kinds}
            records={records}
            without={field.name}
            empty={<Empty title={t('common.noMatch')} />}
          />
        ) : failure ? null : (
          <Loading lines={8} />
        )}
        {hasNextPage ? (
          <Group justify="center" p="sm">
            <Button variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
              {t('record.more')}
            </Button>
          </Group>
        ) : null}
      </Card>
    </Stack>
  );
}

interface MenuProperties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly name: string;
  readonly mayWrite: boolean;
}

const RecordMenu = ({ kind, record, name, mayWrite }: MenuProperties) => (
  <MoreMenu of={name}>
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
          onClick={() => openDialog({ dialog: 'delete', path: `${kind.path}/${record[kind.idName]}/`, name })}
        >
          {t('common.delete')}
        </Menu.Item>
      </>
    ) : null}
  </MoreMenu>
);
