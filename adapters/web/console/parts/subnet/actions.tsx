import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { CopyIcon, HistoryIcon, KebabHorizontalIcon, PlusIcon, TableIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { asCurl } from '../../api/calls';
import type { Subnet } from '../../api/client';
import { type NetworkAt, openDialog } from '../dialogs/dialogs';
import { PageItem } from '../page/links';
import { copy } from '../page/telling';

/** What can be done with a network or folder. */
export function SubnetActions({
  subnet,
  network,
  level,
  below,
}: {
  subnet: Subnet;
  network: NetworkAt;
  level: number;
  below: number;
}) {
  const navigate = useNavigate();
  const isFolder = String(subnet.isFolder) === '1';
  const sectionId = Number(subnet.sectionId);
  return (
    <Group gap={6} wrap="nowrap">
      {level >= 2 && !isFolder && below === 0 ? (
        <Button leftSection={<PlusIcon size={15} />} onClick={() => openDialog({ dialog: 'address', subnet: network })}>
          Take address
        </Button>
      ) : null}
      {level >= 3 ? (
        <Button
          variant="light"
          leftSection={<PlusIcon size={15} />}
          onClick={() => openDialog({ dialog: 'subnet', sectionId, ...(isFolder ? {} : { master: network }) })}
        >
          Subnet
        </Button>
      ) : null}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label="More">
            <KebabHorizontalIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isFolder ? null : (
            <PageItem to="/map" search={{ at: `${network.subnet}/${network.mask}` }} leftSection={<TableIcon size={16} />}>
              Show on the map
            </PageItem>
          )}
          <PageItem
            to="/changes"
            search={{ kind: 'subnet', objectId: String(network.id) }}
            leftSection={<HistoryIcon size={16} />}
          >
            Its changes
          </PageItem>
          <Menu.Item
            leftSection={<CopyIcon size={16} />}
            onClick={() => void copy(asCurl({ method: 'GET', path: `subnets/${network.id}/` }))}
          >
            Copy as API call
          </Menu.Item>
          {level >= 3 ? (
            <Fragment>
              <Menu.Divider />
              <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'subnet', record: subnet })}>Change</Menu.Item>
              {isFolder ? null : <Menu.Item onClick={() => openDialog({ dialog: 'resize', subnet: network })}>Resize</Menu.Item>}
              {isFolder ? null : <Menu.Item onClick={() => openDialog({ dialog: 'split', subnet: network })}>Split</Menu.Item>}
              <Menu.Item
                color="red"
                onClick={() =>
                  openDialog({
                    dialog: 'delete',
                    path: `subnets/${network.id}/`,
                    name: isFolder ? `folder ${subnet.description}` : `${network.subnet}/${network.mask}`,
                    warning: 'Everything in it goes along.',
                    whenGone: () => void navigate({ to: '/sections/$id', params: { id: String(sectionId) } }),
                  })
                }
              >
                Delete
              </Menu.Item>
            </Fragment>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
