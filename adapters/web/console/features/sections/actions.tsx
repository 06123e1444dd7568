import { Button, Group, Menu } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import type { Section } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { MoreMenu } from '../../ui/page/more-menu';
import { copy } from '../../ui/page/notices';

export function SectionActions({ section }: { section: Section }) {
  const navigate = useNavigate();
  const remove = () =>
    openDialog({
      dialog: 'delete',
      path: `sections/${section.id}/`,
      name: t('section.named', { name: section.name }),
      warning: t('section.deleteWarning'),
      onDeleted: () => navigate({ to: '/', replace: true }),
    });
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        leftSection={<PlusIcon size={15} />}
        onClick={() => openDialog({ dialog: 'subnet', sectionId: Number(section.id) })}
      >
        {t('create.subnet')}
      </Button>
      <MoreMenu>
        <Menu.Item onClick={() => void copy(asCurl({ method: 'GET', path: `sections/${section.id}/` }))}>
          {t('common.copyCall')}
        </Menu.Item>
        <Menu.Item onClick={() => openDialog({ dialog: 'folder', sectionId: Number(section.id) })}>
          {t('create.folder')}
        </Menu.Item>
        <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'section', record: section })}>
          {t('common.edit')}
        </Menu.Item>
        <Menu.Item color="red" onClick={remove}>
          {t('common.delete')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  );
}
