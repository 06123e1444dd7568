import { Button, Group, Kbd, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { InboxIcon, PlusIcon, TableIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { listOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { openDialog, openedDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, EditItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';
import { PageItem } from '../../ui/page/links';
import type { SubnetDetails } from './subnet-details';

/** Keys by their physical position: with Alt, some systems type another letter. */
const byPlace = { preventDefault: true, usePhysicalKeys: true };

export function SubnetActions({ details }: { details: SubnetDetails }) {
  const { subnet, network, name, isFolder, sectionId, level, hasChildren, hasRoom } = details;
  useHotkeys([['alt+M', () => (level >= 3 && !openedDialog() ? openDialog({ dialog: 'move', subnet }) : undefined), byPlace]]);
  return (
    <Group gap={6} className="page-actions">
      {level >= 2 && !isFolder && !hasChildren ? (
        <Button leftSection={<PlusIcon size={15} />} onClick={() => openDialog({ dialog: 'address', subnet: network })}>
          {t('subnet.addAddress')}
        </Button>
      ) : null}
      {level >= 3 && hasRoom ? (
        <Button
          variant={hasChildren || isFolder ? 'filled' : 'light'}
          leftSection={<PlusIcon size={15} />}
          onClick={() =>
            openDialog({ dialog: 'subnet', sectionId, ...(isFolder ? { folderId: network.id } : { master: network }) })
          }
        >
          {t('subnet.addSubnet')}
        </Button>
      ) : null}
      {String(subnet.allowRequests) === '1' && !isFolder ? (
        <Button
          variant={level >= 2 ? 'default' : 'filled'}
          leftSection={<InboxIcon size={15} />}
          onClick={() => openDialog({ dialog: 'record', kind: 'request', fixed: { subnetId: String(network.id) } })}
        >
          {t('create.request')}
        </Button>
      ) : null}
      <MoreMenu width={200}>
        {isFolder ? null : (
          <PageItem to="/map" search={{ at: name }} leftSection={<TableIcon size={16} />}>
            {t('subnet.map')}
          </PageItem>
        )}
        <ReadingItems path={`${listOf(subnet)}/${network.id}/`} changes={{ subnet: String(network.id) }} hasIcons />
        {level >= 3 ? <ChangingItems details={details} /> : null}
      </MoreMenu>
    </Group>
  );
}

function ChangingItems({ details: { subnet, network, name, isFolder, sectionId, hasRoom } }: { details: SubnetDetails }) {
  const navigate = useNavigate();
  return (
    <>
      <Menu.Divider />
      <EditItem kind="subnet" record={subnet} />
      {isFolder ? (
        <Menu.Item onClick={() => openDialog({ dialog: 'folder', sectionId, folderId: network.id })}>
          {t('create.folder')}
        </Menu.Item>
      ) : null}
      {isFolder ? null : (
        <Menu.Item onClick={() => openDialog({ dialog: 'resize', subnet: network })}>{t('subnet.resize')}</Menu.Item>
      )}
      {isFolder || !hasRoom ? null : (
        <Menu.Item onClick={() => openDialog({ dialog: 'split', subnet: network })}>{t('subnet.split')}</Menu.Item>
      )}
      <Menu.Item
        onClick={() => openDialog({ dialog: 'move', subnet })}
        aria-keyshortcuts="Alt+M"
        rightSection={
          <Kbd size="xs" aria-hidden="true">
            Alt M
          </Kbd>
        }
      >
        {t('subnet.move')}
      </Menu.Item>
      <DeleteItem
        path={`subnets/${network.id}/`}
        name={isFolder ? t('subnet.folderNamed', { name: subnet.description ?? '' }) : name}
        warning={t('subnet.deleteWarning')}
        onDeleted={() => navigate({ to: '/sections/$id', params: { id: String(sectionId) }, replace: true })}
      />
    </>
  );
}
