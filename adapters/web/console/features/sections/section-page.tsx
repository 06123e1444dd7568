import { Badge, Button, Group, Menu, Stack } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord, Section } from '../../api/client';
import { sectionsQuery, useKind } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, EditItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';
import { Crumbs, overviewCrumb } from '../../ui/page/crumbs';
import { Card, Heading, NotFound, Quiet } from '../../ui/page/page';
import { PageTabs } from '../../ui/page/page-tabs';
import { FavouriteButton, useVisit } from '../bookmarks/favourites';
import { ChangeList } from '../changes/change-list';
import { RecordFacts } from '../records/record-facts';
import { UsageHistory } from '../trends/usage-history';
import { Tree } from './tree';

export function SectionPage() {
  const id = Number(useParams({ from: '/sections/$id' }).id);
  const rights = useRights();
  const { data: sections } = useQuery(sectionsQuery);
  const section = sections?.find((each) => Number(each.id) === id);
  if (sections && !section) return <NotFound />;
  const mayAdd = rights.level(section?.permissions) >= 3;
  return (
    <Stack gap={12}>
      <Crumbs name={section?.name}>{overviewCrumb()}</Crumbs>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Heading>{section?.name ?? '…'}</Heading>
            {section ? <Starred section={section} /> : null}
            {section?.strictMode === '1' ? <Badge variant="light">{t('section.strict')}</Badge> : null}
          </Group>
          <Quiet>{section?.description}</Quiet>
        </div>
        {mayAdd && section ? <SectionActions section={section} /> : null}
      </Group>
      <SectionTabs id={id} section={section} mayAdd={mayAdd} />
    </Stack>
  );
}

function Starred({ section: { id, name } }: { section: Section }) {
  const record = { kind: 'section', id: String(id), label: name };
  useVisit(record);
  return <FavouriteButton record={record} />;
}

function SectionActions({ section }: { section: Section }) {
  const navigate = useNavigate();
  const path = `sections/${section.id}/`;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        leftSection={<PlusIcon size={15} />}
        onClick={() => openDialog({ dialog: 'subnet', sectionId: Number(section.id) })}
      >
        {t('create.subnet')}
      </Button>
      <MoreMenu>
        <ReadingItems path={path} />
        <Menu.Item onClick={() => openDialog({ dialog: 'folder', sectionId: Number(section.id) })}>
          {t('create.folder')}
        </Menu.Item>
        <EditItem kind="section" record={section} />
        <DeleteItem
          path={path}
          name={t('section.named', { name: section.name })}
          warning={t('section.deleteWarning')}
          onDeleted={() => navigate({ to: '/', replace: true })}
        />
      </MoreMenu>
    </Group>
  );
}

const tabs = ['subnets', 'trend', 'details', 'changes'] as const;

const labelOf = (tab: (typeof tabs)[number]): string => t(tab === 'details' ? 'record.details' : `tab.${tab}`);

/** @param section undefined until it is read */
function SectionTabs({ id, section, mayAdd }: { id: number; section: Section | undefined; mayAdd: boolean }) {
  const { tab: chosen } = useSearch({ from: '/sections/$id' });
  const navigate = useNavigate({ from: '/sections/$id' });
  const tab = tabs.find((each) => each === chosen) ?? 'subnets';
  const choose = (value: string | null) =>
    void navigate({ search: value && value !== 'subnets' ? { tab: value } : {}, replace: true });
  const contents: Readonly<Record<(typeof tabs)[number], ReactNode>> = {
    subnets: <Tree id={id} mayAdd={mayAdd} />,
    trend: <UsageHistory owner={{ of: 'sections', id }} />,
    details: section ? <Details section={section} /> : null,
    changes: <ChangeList conditions={{ kind: 'section', objectId: String(id) }} empty={t('changes.none')} isOfOne />,
  };
  const shown = tabs.map((name) => ({ name, label: labelOf(name), content: contents[name] }));
  return (
    <Card>
      <PageTabs selected={tab} choose={choose} tabs={shown} />
    </Card>
  );
}

function Details({ section }: { section: Section }) {
  const kind = useKind('section');
  const record: AnyRecord = Object(section);
  return kind ? <RecordFacts kind={kind} record={record} /> : null;
}
