import { Button, Group, Menu } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Section } from '../../api/client';
import { openDialog } from '../../ui/dialogs/dialogs';
import { MoreMenu } from '../../ui/page/more-menu';

/** What can be done with a section. */
export function SectionActions({ section }: { section: Section }) {
  const navigate = useNavigate();
  const remove = () =>
    openDialog({
      dialog: 'delete',
      path: `sections/${section.id}/`,
      name: `section ${section.name}`,
      warning: 'All its networks and their addresses go along.',
      onDeleted: () => void navigate({ to: '/', replace: true }),
    });
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        leftSection={<PlusIcon size={15} />}
        onClick={() => openDialog({ dialog: 'subnet', sectionId: Number(section.id) })}
      >
        Network
      </Button>
      <MoreMenu>
        <Menu.Item onClick={() => openDialog({ dialog: 'folder', sectionId: Number(section.id) })}>New folder</Menu.Item>
        <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'section', record: section })}>Change</Menu.Item>
        <Menu.Item color="red" onClick={remove}>
          Delete
        </Menu.Item>
      </MoreMenu>
    </Group>
  );
}
