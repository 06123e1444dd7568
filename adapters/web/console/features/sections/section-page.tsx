import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Section } from '../../api/client';
import { sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Crumbs, overviewCrumb } from '../../ui/page/crumbs';
import { Heading } from '../../ui/page/heading';
import { NotFound } from '../../ui/page/not-found';
import { FavouriteButton, useVisit } from '../favourites/favourites';
import { SectionActions } from './actions';
import { SectionTabs } from './section-tabs';

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
        <NameAndDescription section={section} />
        {mayAdd && section ? <SectionActions section={section} /> : null}
      </Group>
      <SectionTabs id={id} section={section} mayAdd={mayAdd} />
    </Stack>
  );
}

/** The section is undefined until it is read. */
interface Properties {
  readonly section: Section | undefined;
}

const NameAndDescription = ({ section }: Properties) => (
  <div style={{ minWidth: 0 }}>
    <Group gap="xs">
      <Heading>{section?.name ?? '…'}</Heading>
      {section ? <Starred section={section} /> : null}
      {section?.strictMode === '1' ? <Badge variant="light">{t('section.strict')}</Badge> : null}
    </Group>
    <Text size="sm" className="quiet">
      {section?.description}
    </Text>
  </div>
);

function Starred({ section: { id, name } }: { section: Section }) {
  const record = { kind: 'section', id: String(id), label: name };
  useVisit(record);
  return <FavouriteButton record={record} />;
}
