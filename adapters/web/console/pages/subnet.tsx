import { ActionIcon, Alert, Badge, Breadcrumbs, Button, Group, Menu, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconDots, IconHistory, IconMap2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { asCurl } from '../api/calls';
import { ApiError, type Subnet } from '../api/client';
import { ancestorsQuery, childrenQuery, historyQuery, sectionsQuery, subnetQuery, usageQuery } from '../api/queries';
import { useRights } from '../api/session';
import { AddressTable } from '../parts/addresses/address-table';
import { Card, Empty, Failure, Loading } from '../parts/card';
import { CellGrid } from '../parts/cell-grid';
import { type NetworkAt, openDialog } from '../parts/dialogs';
import { FreeNetworks } from '../parts/free-networks';
import { Heading } from '../parts/heading';
import { HeldMark } from '../parts/held-mark';
import { PageItem, PageLink } from '../parts/links';
import { Moment } from '../parts/moment';
import { NotFound } from '../parts/not-found';
import { count, percent, share } from '../parts/numbers';
import { SubnetFacts } from '../parts/subnet-facts';
import { type SubnetTab, subnetTabs } from '../parts/subnet-tabs';
import { copy } from '../parts/telling';
import { UsageBar } from '../parts/usage-bar';

/** A network or folder: what it is, what is in it, and what can be done with it. */
export function SubnetPage() {
  const id = Number(useParams({ from: '/subnets/$id' }).id);
  const { data: subnet, error, refetch } = useQuery(subnetQuery(id));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
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
                <IconCopy size={14} />
              </ActionIcon>
            </Tooltip>
          </Group>
          {isFolder ? null : (
            <Text size="sm" className="quiet">
              {subnet.description || 'No description'}
            </Text>
          )}
        </div>
        <Actions subnet={subnet} network={network} level={level} below={children?.length ?? 0} />
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
                search: { tab: value as SubnetTab },
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

interface HeldProperties {
  readonly subnet: Subnet;
  readonly until: string;
  readonly name: string;
  readonly mayChange: boolean;
}

/** Says that a network is there for a while only, and what can be done with it. */
function HeldNote({ subnet: { id, sectionId }, until, name, mayChange }: HeldProperties) {
  const navigate = useNavigate();
  const whenGone = () => void navigate({ to: '/sections/$id', params: { id: String(sectionId) } });
  return (
    <Alert color="orange" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Held until <Moment at={until} /> (<Moment at={until} isAgo />
          ): it is free again then, unless somebody keeps it.
        </Text>
        {mayChange ? (
          <Button variant="default" onClick={() => openDialog({ dialog: 'hold', path: `subnets/${id}/`, name, until, whenGone })}>
            Keep, hold longer or free
          </Button>
        ) : null}
      </Group>
    </Alert>
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

function Actions({ subnet, network, level, below }: { subnet: Subnet; network: NetworkAt; level: number; below: number }) {
  const navigate = useNavigate();
  const isFolder = String(subnet.isFolder) === '1';
  const sectionId = Number(subnet.sectionId);
  return (
    <Group gap={6} wrap="nowrap">
      {level >= 2 && !isFolder && below === 0 ? (
        <Button leftSection={<IconPlus size={15} />} onClick={() => openDialog({ dialog: 'address', subnet: network })}>
          Take address
        </Button>
      ) : null}
      {level >= 3 ? (
        <Button
          variant="light"
          leftSection={<IconPlus size={15} />}
          onClick={() => openDialog({ dialog: 'subnet', sectionId, ...(isFolder ? {} : { master: network }) })}
        >
          Subnet
        </Button>
      ) : null}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label="More">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isFolder ? null : (
            <PageItem to="/map" search={{ at: `${network.subnet}/${network.mask}` }} leftSection={<IconMap2 size={16} />}>
              Show on the map
            </PageItem>
          )}
          <PageItem
            to="/changes"
            search={{ kind: 'subnet', objectId: String(network.id) }}
            leftSection={<IconHistory size={16} />}
          >
            Its changes
          </PageItem>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
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

function Usage({ id, threshold }: { id: number; threshold: number }) {
  const { data } = useQuery(usageQuery(id));
  if (!data) return <div className="card" style={{ height: 50 }} aria-busy="true" />;
  const usage = data as Readonly<Record<string, string | number>>;
  const states = Object.keys(usage).filter(
    (name) => /^[A-Z]/.test(name) && !name.endsWith('_percent') && Number(usage[name]) > 0 && name !== 'Used',
  );
  const isLow = threshold > 0 && share(data.used, data.maxhosts) * 100 >= threshold;
  return (
    <div className="card" style={{ padding: '10px 14px' }}>
      {isLow ? (
        <p className="low" role="status">
          More than {threshold} % are taken: soon there is no room left.
        </p>
      ) : null}
      <UsageBar used={data.used} size={data.maxhosts} threshold={threshold} />
      <Group gap={16} mt={4}>
        <Text size="xs" className="quiet">
          {count(data.used)} of {count(data.maxhosts)} taken
        </Text>
        <Text size="xs" className="quiet">
          {count(data.freehosts)} free ({percent(share(data.freehosts, data.maxhosts))})
        </Text>
        {states.map((name) => (
          <Text key={name} size="xs" className="quiet">
            {name}: {count(usage[name])}
          </Text>
        ))}
      </Group>
    </div>
  );
}

interface ChildrenProperties {
  readonly subnets: readonly Subnet[] | undefined;
  readonly mayAdd: boolean;
  readonly network: NetworkAt;
  readonly sectionId: number;
}

function Children({ subnets, mayAdd, network, sectionId }: ChildrenProperties) {
  if (!subnets) return <Loading />;
  if (subnets.length === 0)
    return (
      <Empty
        title="There is no subnet below it"
        action={
          mayAdd ? (
            <Button variant="light" onClick={() => openDialog({ dialog: 'subnet', sectionId, master: network })}>
              Take the next free one
            </Button>
          ) : null
        }
      >
        A network that is parted into subnets keeps no addresses of its own.
      </Empty>
    );
  return (
    <div style={{ padding: 6 }}>
      {subnets.map((child) => (
        <Link
          key={child.id}
          to="/subnets/$id"
          params={{ id: String(child.id) }}
          className="row-link"
          style={{ gridTemplateColumns: 'minmax(150px, 1fr) minmax(0, 2fr)' }}
        >
          <span className="mono cut">
            {String(child.isFolder) === '1' ? child.description : `${child.subnet}/${child.mask}`}
            <HeldMark until={child.heldUntil} />
          </span>
          <Text size="sm" className="quiet cut">
            {child.description}
          </Text>
        </Link>
      ))}
    </div>
  );
}

/** What a change is told by: one line or several. */
const linesOf = (told: unknown): string[] => [told ?? []].flat().map(String);

function History({ id }: { id: number }) {
  const { data, error } = useQuery(historyQuery('subnets', id));
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <Empty title="Nothing was changed in its record" />;
  return (
    <Stack gap={10} p="md">
      {data.map((entry) => (
        <div key={JSON.stringify(entry)}>
          <Text size="sm">
            <b>{String(entry.action)}</b> by {String(entry.user)}{' '}
            <Text span size="xs" className="quiet">
              <Moment at={String(entry.date)} />
            </Text>
          </Text>
          {linesOf(entry.diff).map((line) => (
            <Text key={line} size="xs" className="quiet mono">
              {line}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
