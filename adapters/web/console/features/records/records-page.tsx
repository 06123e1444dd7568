import { Button, Group, Stack } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { AnyRecord } from '../../api/client';
import { recordFile } from '../../api/export-files';
import { countOfKind, isNamedById, type KindDescription, kindTitle, labelOf, nameOfRecord, titleOf } from '../../api/kinds';
import { kindsQuery, useSectionsAt } from '../../api/queries';
import { useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, EditItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';
import { DownloadButton } from '../../ui/page/download-button';
import { PageButton } from '../../ui/page/links';
import { Card, Empty, Heading, NotFound, Ready } from '../../ui/page/page';
import { isReadWhole, RecordList } from './record-list';
import { ReferenceLink } from './references';
import type { TableSearch } from './table-search';

const elsewhere: readonly string[] = ['section', 'request'];

export function RecordsPage() {
  const { kind: name } = useParams({ from: '/records/$kind' });
  const { by, of } = useSearch({ from: '/records/$kind' });
  return (
    <Ready of={useQuery(kindsQuery)}>
      {(kinds) => {
        const kind = kinds.find((each) => each.name === name);
        if (!kind || (elsewhere.includes(name) && !by)) return <NotFound />;
        const field = kind.fields.find((each) => each.name === by && each.type === 'reference');
        const owner = field && of ? { field, id: of } : undefined;
        return <Records key={`${name} ${by} ${of}`} kind={kind} owner={owner} />;
      }}
    </Ready>
  );
}

interface Properties {
  readonly kind: KindDescription;
  readonly owner: { readonly field: KindDescription['fields'][number]; readonly id: string } | undefined;
}

function Records({ kind, owner }: Properties) {
  const search = useSearch({ from: '/records/$kind' });
  const navigate = useNavigate({ from: '/records/$kind' });
  const mayWrite = useMayWrite(kind.name);
  const create = mayWrite && isReadWhole(kind) ? () => openDialog({ dialog: 'record', kind: kind.name }) : undefined;
  const change = (next: Partial<TableSearch>) => void navigate({ search: (former) => ({ ...former, ...next }), replace: true });
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <div>
          <Heading>{kindTitle(kind)}</Heading>
          {owner ? <Owner kind={kind} owner={owner} /> : null}
        </div>
        <Group gap="xs">
          {isReadWhole(kind) ? (
            <DownloadButton
              label={t('export.allOf', { kind: kindTitle(kind) })}
              name={kind.title}
              make={(queries) => recordFile(queries, kind)}
            />
          ) : null}
          {create ? (
            <Button leftSection={<PlusIcon size={15} />} onClick={create}>
              {t('common.new')}
            </Button>
          ) : null}
        </Group>
      </Group>
      <Card>
        <RecordList
          kind={kind}
          {...(owner ? { owner: { field: owner.field.name, id: owner.id } } : {})}
          search={search}
          change={change}
          mayWrite={mayWrite}
          menu={(record) => <RecordMenu kind={kind} record={record} mayWrite={mayWrite} />}
          none={<NoRecords kind={kind} create={create} />}
        />
      </Card>
    </Stack>
  );
}

/** Returns whether the user may write some records of a kind. The service checks each record. */
function useMayWrite(kind: string): boolean {
  const rights = useRights();
  const sections = useSectionsAt(kind === 'subnet' ? 3 : 2);
  return isNamedById(kind) ? sections.length > 0 : rights.writes(kind);
}

const Owner = ({ kind, owner: { field, id } }: Pick<Properties, 'kind'> & { owner: NonNullable<Properties['owner']> }) => (
  <Group gap="xs">
    <span className="quiet">
      {labelOf(field.name, kind.name)}: <ReferenceLink kind={field.refersTo ?? ''} id={id} />
    </span>
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
  </Group>
);

/** @param create undefined without write permission */
const NoRecords = ({ kind, create }: { kind: KindDescription; create: (() => void) | undefined }) => (
  <Empty
    title={textFor(`empty.${kind.name}`, countOfKind(kind, 0))}
    action={create ? <Button onClick={create}>{textFor(`create.${kind.name}`, t('common.create'))}</Button> : null}
  >
    {textFor(`purpose.${kind.name}`, '')}
  </Empty>
);

function RecordMenu({ kind, record, mayWrite }: { kind: KindDescription; record: AnyRecord; mayWrite: boolean }) {
  const name = isNamedById(kind.name) ? nameOfRecord(record, false) : titleOf(record);
  const path = `${kind.path}/${record[kind.idName]}/`;
  return (
    <MoreMenu of={name}>
      <ReadingItems path={path} changes={{ kind: kind.name, objectId: String(record[kind.idName]) }} />
      {mayWrite ? <EditItem kind={kind.name} record={record} /> : null}
      {mayWrite ? <DeleteItem path={path} name={name} /> : null}
    </MoreMenu>
  );
}
