import { ActionIcon, Button, Group, Menu, Stack, TextInput, Title } from '@mantine/core';
import { IconDots, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { asCurl } from '../api/calls';
import type { AnyRecord } from '../api/client';
import { kindsQuery, recordsQuery } from '../api/queries';
import { useRights } from '../api/session';
import { Card, Empty, Failure, Loading } from '../parts/card';
import { openDialog } from '../parts/dialogs';
import { type FieldAbout, type KindAbout, labelOf, titleOf } from '../parts/kinds';
import { PageItem, PageLink } from '../parts/links';
import { headline } from '../parts/navigation';
import { NotFound } from '../parts/not-found';
import { copy } from '../parts/telling';
import { VirtualRows } from '../parts/virtual-rows';

/** The records of a sort that a descriptor alone describes. */
export function RecordsPage() {
  const { kind: name } = useParams({ from: '/records/$kind' });
  const { data: kinds, error, refetch } = useQuery(kindsQuery);
  const kind = kinds?.find((each) => each.name === name);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!kinds) return <Card>{<Loading />}</Card>;
  return kind ? <Records key={name} kind={kind} kinds={kinds} /> : <NotFound />;
}

/** Fields that a table has no room for. */
const unshown = ['permissions', 'objects', 'idList'];
const maxColumns = 7;

function Records({ kind, kinds }: { kind: KindAbout; kinds: readonly KindAbout[] }) {
  const { find = '' } = useSearch({ from: '/records/$kind' });
  const navigate = useNavigate();
  const rights = useRights();
  const { data, error, refetch } = useQuery(recordsQuery(kind.path));
  const columns = columnsOf(kind, data ?? []);
  const referred = [...new Set(columns.flatMap(({ refersTo }) => refersTo ?? []))].flatMap((name) =>
    kinds.filter((each) => each.name === name && !['subnet', 'address'].includes(name)),
  );
  const lists = useQueries({ queries: referred.map(({ path }) => recordsQuery(path)) });
  const names = new Map(
    referred.map(({ name, idName }, index) => [
      name,
      new Map((lists[index]?.data ?? []).map((record) => [String(record[idName]), titleOf(record)])),
    ]),
  );
  const print = (record: AnyRecord, field: FieldAbout): string =>
    printed(field, record[field.name], names.get(field.refersTo ?? ''));
  const wanted = find.toLowerCase();
  const shown = (data ?? []).filter((record) => columns.some((field) => print(record, field).toLowerCase().includes(wanted)));
  const template = `${columns.map((_field, index) => (index === 0 ? 'minmax(150px, 1.4fr)' : 'minmax(90px, 1fr)')).join(' ')} 28px`;
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Title order={1}>{headline(kind.title)}</Title>
        <Group gap="xs">
          <TextInput
            size="xs"
            aria-label="Filter"
            placeholder="Filter"
            leftSection={<IconSearch size={14} />}
            value={find}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '/records/$kind',
                params: { kind: kind.name },
                search: value ? { find: value } : {},
                replace: true,
              })
            }
          />
          {rights.inventory ? (
            <Button leftSection={<IconPlus size={15} />} onClick={() => openDialog({ dialog: 'record', kind: kind.name })}>
              New
            </Button>
          ) : null}
        </Group>
      </Group>
      <Card>
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.length === 0 ? (
          <Empty
            title={`There are no ${kind.title} yet`}
            action={
              rights.inventory ? (
                <Button onClick={() => openDialog({ dialog: 'record', kind: kind.name })}>Create the first one</Button>
              ) : null
            }
          />
        ) : (
          <VirtualRows
            count={shown.length}
            rowHeight={34}
            label={headline(kind.title)}
            width={Math.min(columns.length * 110 + 60, 900)}
            head={
              <div className="table-head" style={{ gridTemplateColumns: template }}>
                {columns.map(({ name }) => (
                  <span key={name} className="cut">
                    {labelOf(name)}
                  </span>
                ))}
                <span />
              </div>
            }
            row={(index) => {
              const record = shown[index];
              return record ? (
                <div className="record-line" style={{ gridTemplateColumns: template }}>
                  {columns.map((field, column) => (
                    <span key={field.name} className={column === 0 ? 'cut strong' : 'cut'} title={print(record, field)}>
                      {kind.name === 'rack' && column === 0 ? (
                        <PageLink to="/racks/$id" params={{ id: String(record.id) }} inherit>
                          {print(record, field)}
                        </PageLink>
                      ) : (
                        print(record, field)
                      )}
                    </span>
                  ))}
                  <RecordMenu kind={kind} record={record} mayWrite={rights.inventory} />
                </div>
              ) : null;
            }}
          />
        )}
      </Card>
    </Stack>
  );
}

const RecordMenu = ({ kind, record, mayWrite }: { kind: KindAbout; record: AnyRecord; mayWrite: boolean }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={`More of ${titleOf(record)}`} size="sm">
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
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
    </Menu.Dropdown>
  </Menu>
);

/** What is worth a column: required fields first, then those that some record has. */
function columnsOf({ fields }: KindAbout, records: readonly AnyRecord[]): FieldAbout[] {
  const isSet = ({ name }: FieldAbout) =>
    records.some((record) => !['', '0', 'null', 'undefined'].includes(String(record[name])));
  const possible = fields.filter(({ type, name }) => !unshown.includes(type) && name !== 'editDate');
  const needed = possible.filter(({ isRequired }) => isRequired);
  const others = possible.filter((field) => !field.isRequired && isSet(field));
  const chosen = [...needed, ...others].slice(0, maxColumns);
  return chosen.length > 0 ? chosen : possible.slice(0, 3);
}

function printed({ type }: FieldAbout, value: AnyRecord[string], names: ReadonlyMap<string, string> | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (type === 'flag') return text === '1' ? 'yes' : '';
  if (type === 'reference') return text === '0' ? '' : (names?.get(text) ?? `#${text}`);
  return text;
}
