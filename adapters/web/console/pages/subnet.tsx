import { ActionIcon, Badge, Breadcrumbs, Group, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { CopyIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ApiError, failureOf, type Subnet } from '../api/client';
import { ancestorsQuery, childrenQuery, sectionsQuery, subnetQuery } from '../api/queries';
import { useRights } from '../api/session';
import { AddressTable } from '../parts/addresses/address-table';
import type { NetworkAt } from '../parts/dialogs/dialogs';
import { NotFound } from '../parts/frame/not-found';
import { Card, Failure, Loading } from '../parts/page/card';
import { Heading } from '../parts/page/heading';
import { PageLink } from '../parts/page/links';
import { copy } from '../parts/page/telling';
import { SubnetActions } from '../parts/subnet/actions';
import { CellGrid } from '../parts/subnet/cell-grid';
import { Children } from '../parts/subnet/children';
import { SubnetFacts } from '../parts/subnet/facts';
import { FreeNetworks } from '../parts/subnet/free-networks';
import { HeldNote } from '../parts/subnet/held-note';
import { History } from '../parts/subnet/history';
import { asTab, type SubnetTab, subnetTabs } from '../parts/subnet/tabs';
import { Usage } from '../parts/subnet/usage';

/** A network or folder: what it is, what is in it, and what can be done with it. */
export function SubnetPage() {
  const id = Number(useParams({ from: '/subnets/$id' }).id);
  const { data: subnet, error, refetch } = useQuery(subnetQuery(id));
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />;
  const failure = failureOf({ data: subnet, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  return subnet ? <Contents key={id} subnet={subnet} /> : <Card>{<Loading lines={8} />}</Card>;
}

const words: Readonly<Record<SubnetTab, string>> = {
  addresses: 'Addresses',
  grid: 'Grid',
  subnets: 'Subnets',
  free: 'Free space',
  changes: 'Changes',
};

function Contents({ subnet }: { subnet: Subnet }) {
  const id = Number(subnet.id);
  const { tab: chosen } = useSearch({ from: '/subnets/$id' });
  const navigate = useNavigate();
  const rights = useRights();
  const { data: sections } = useQuery(sectionsQuery);
  const { data: children } = useQuery(childrenQuery(id));
  const isFolder = String(subnet.isFolder) === '1';
  const network: NetworkAt = { id, subnet: subnet.subnet, mask: Number(subnet.mask) };
  const section = sections?.find((each) => String(each.id) === String(subnet.sectionId));
  const level = rights.level(section?.permissions) === 0 ? 0 : rights.level(subnet.permissions);
  const hasChildren = (children?.length ?? 0) > 0;
  const tabs = subnetTabs.filter((tab) => fits(tab, { isFolder, hasChildren, network }));
  const tab = tabs.find((each) => each === chosen) ?? (hasChildren || isFolder ? 'subnets' : 'addresses');
  const name = isFolder ? subnet.description || 'Folder' : `${subnet.subnet}/${subnet.mask}`;
  return (
    <Stack gap={12}>
      <Crumbs subnet={subnet} section={section?.name} name={name} />
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Heading look={isFolder ? 'cut' : 'cut mono'}>{name}</Heading>
            {isFolder ? <Badge variant="light">folder</Badge> : null}
            <Tooltip label="Copy">
              <ActionIcon size="sm" aria-label="Copy the network" onClick={() => void copy(name)}>
                <CopyIcon size={14} />
              </ActionIcon>
            </Tooltip>
          </Group>
          {isFolder ? null : (
            <Text size="sm" className="quiet">
              {subnet.description || 'No description'}
            </Text>
          )}
        </div>
        <SubnetActions subnet={subnet} network={network} level={level} below={children?.length ?? 0} />
      </Group>
      {subnet.heldUntil ? <HeldNote subnet={subnet} until={subnet.heldUntil} name={name} mayChange={level >= 3} /> : null}
      {isFolder ? null : <Usage id={id} threshold={Number(subnet.threshold)} />}
      <div className="grid-subnet">
        <Card>
          <Tabs
            value={tab}
            onChange={(value) =>
              void navigate({
                to: '/subnets/$id',
                params: { id: String(id) },
                search: { tab: asTab(value) ?? tab },
                replace: true,
              })
            }
            keepMounted={false}
          >
            <Tabs.List className="tabs">
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {words[each]}
                  {each === 'subnets' && hasChildren ? ` (${children?.length})` : ''}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="addresses">
              <AddressTable network={network} mayWrite={level >= 2} hasChildren={hasChildren} />
            </Tabs.Panel>
            <Tabs.Panel value="grid">
              <CellGrid network={network} isPool={String(subnet.isPool) === '1'} mayWrite={level >= 2} />
            </Tabs.Panel>
            <Tabs.Panel value="subnets">
              <Children subnets={children} mayAdd={level >= 3} network={network} sectionId={Number(subnet.sectionId)} />
            </Tabs.Panel>
            <Tabs.Panel value="free">
              <FreeNetworks network={network} sectionId={Number(subnet.sectionId)} mayAdd={level >= 3} />
            </Tabs.Panel>
            <Tabs.Panel value="changes">
              <History id={id} />
            </Tabs.Panel>
          </Tabs>
        </Card>
        <Card title="Facts">
          <SubnetFacts subnet={subnet} />
        </Card>
      </div>
    </Stack>
  );
}

function fits(
  tab: SubnetTab,
  { isFolder, hasChildren, network }: { isFolder: boolean; hasChildren: boolean; network: NetworkAt },
): boolean {
  if (isFolder) return tab === 'subnets' || tab === 'changes';
  const isSmall = network.mask >= (network.subnet.includes(':') ? 118 : 22);
  return tab === 'grid' ? isSmall && !hasChildren : true;
}

function Crumbs({ subnet, section, name }: { subnet: Subnet; section: string | undefined; name: string }) {
  const { data: ancestors = [] } = useQuery(ancestorsQuery(Number(subnet.masterSubnetId)));
  return (
    <Breadcrumbs separatorMargin={6} fz="sm" className="crumbs">
      <PageLink to="/" inherit>
        Overview
      </PageLink>
      <PageLink to="/sections/$id" params={{ id: String(subnet.sectionId) }} inherit>
        {section ?? '…'}
      </PageLink>
      {ancestors.map((each) => (
        <PageLink key={each.id} to="/subnets/$id" params={{ id: String(each.id) }} inherit className="mono">
          {String(each.isFolder) === '1' ? each.description : `${each.subnet}/${each.mask}`}
        </PageLink>
      ))}
      <Text inherit className="mono">
        {name}
      </Text>
    </Breadcrumbs>
  );
}
