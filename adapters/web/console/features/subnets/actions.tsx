import { Button, Group, Kbd, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { CopyIcon, HistoryIcon, InboxIcon, PlusIcon, TableIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import { listOf } from '../../api/names';
import { t } from '../../texts/text';
import { openDialog, openedDialog } from '../../ui/dialogs/dialogs';
import { PageItem } from '../../ui/page/links';
import { MoreMenu } from '../../ui/page/more-menu';
import { copy } from '../../ui/page/notices';
import type { SubnetDetails } from './subnet-details';

/** Keys by their physical position: with Alt, some systems type another letter. */
const byPlace = { preventDefault: true, usePhysicalKeys: true };

export function SubnetActions({ details }: { details: SubnetDetails }) {
  const { subnet, network, isFolder, sectionId, level, hasChildren, hasRoom } = details;
  const remove = useRemoval(details);
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
        <ReadingItems details={details} />
        {level >= 3 ? <ChangingItems details={details} remove={remove} /> : null}
      </MoreMenu>
    </Group>
  );
}

function useRemoval({ subnet, network, name, isFolder, sectionId }: SubnetDetails): () => void {
  const navigate = useNavigate();
  return () =>
    openDialog({
      dialog: 'delete',
      path: `subnets/${network.id}/`,
      name: isFolder ? t('subnet.folderNamed', { name: subnet.description ?? '' }) : name,
      warning: t('subnet.deleteWarning'),
      onDeleted: () => navigate({ to: '/sections/$id', params: { id: String(sectionId) }, replace: true }),
    });
}

const ReadingItems = ({ details: { subnet, network, name, isFolder } }: { details: SubnetDetails }) => (
  <>
    {isFolder ? null : (
      <PageItem to="/map" search={{ at: name }} leftSection={<TableIcon size={16} />}>
        {t('subnet.map')}
      </PageItem>
    )}
    <PageItem to="/changes" search={{ subnet: String(network.id) }} leftSection={<HistoryIcon size={16} />}>
      {t('common.history')}
    </PageItem>
    <Menu.Item
      leftSection={<CopyIcon size={16} />}
      onClick={() => void copy(asCurl({ method: 'GET', path: `${listOf(subnet)}/${network.id}/` }))}
    >
      {t('common.copyCall')}
    </Menu.Item>
  </>
);

function ChangingItems({
  details: { subnet, network, isFolder, sectionId, hasRoom },
  remove,
}: {
  details: SubnetDetails;
  remove: () => void;
}) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'subnet', record: subnet })}>{t('common.edit')}</Menu.Item>
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
      <Menu.Item color="red" onClick={remove}>
        {t('common.delete')}
      </Menu.Item>
    </>
  );
}
