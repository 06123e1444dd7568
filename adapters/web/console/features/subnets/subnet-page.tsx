import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { CopyIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { AnyRecord, Subnet } from '../../api/client';
import { totalOf } from '../../api/lists';
import { subnetQuery, usageQuery, useKind } from '../../api/queries';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { SubnetCrumbs } from '../../ui/page/crumbs';
import { IconButton } from '../../ui/page/icon-button';
import { RecordPageLink } from '../../ui/page/links';
import { copy } from '../../ui/page/notices';
import { Card, Heading, Quiet, ReadyRecord } from '../../ui/page/page';
import { useServiceZone } from '../../ui/values/timestamp';
import { UsageBar } from '../../ui/values/usage-bar';
import { ago, count, percent, share } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';
import { FavouriteButton, useVisit } from '../bookmarks/favourites';
import { type Fact, FactGroup, RecordFacts } from '../records/record-facts';
import { SubnetActions } from './actions';
import { RangesInUse } from './ranges';
import { type SubnetDetails, useSubnetDetails } from './subnet-details';
import { SubnetTabs } from './subnet-tabs';

export function SubnetPage() {
  const id = Number(useParams({ from: '/subnets/$id' }).id);
  return <ReadyRecord of={useQuery(subnetQuery(id))}>{(subnet) => <Contents key={id} subnet={subnet} />}</ReadyRecord>;
}

function Contents({ subnet }: { subnet: Subnet }) {
  const details = useSubnetDetails(subnet);
  const { network, name, isFolder } = details;
  useVisit({ kind: 'subnet', id: String(network.id), label: name });
  return (
    <Stack gap={12}>
      <SubnetCrumbs subnet={subnet} name={name} />
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <NameAndDescription details={details} />
        <SubnetActions details={details} />
      </Group>
      {subnet.heldUntil ? <HoldNotice details={details} until={subnet.heldUntil} /> : null}
      {isFolder ? null : <Usage id={network.id} threshold={Number(subnet.threshold)} hasChildren={details.hasChildren} />}
      <div className="grid-subnet">
        <Card>
          <SubnetTabs details={details} />
        </Card>
        <Card title={t('subnet.facts')}>
          <SubnetFacts subnet={subnet} />
        </Card>
      </div>
    </Stack>
  );
}

const NameAndDescription = ({ details: { subnet, name, isFolder } }: { details: SubnetDetails }) => (
  <div style={{ minWidth: 0 }}>
    <Group gap={6} wrap="nowrap">
      <Heading look={isFolder ? 'cut' : 'cut mono'}>{name}</Heading>
      {isFolder ? <Badge variant="light">{t('subnet.folder')}</Badge> : null}
      <FavouriteButton record={{ kind: 'subnet', id: String(subnet.id), label: name }} />
      <IconButton
        size="sm"
        label={t('subnet.copy')}
        hint={t('common.copy')}
        Picture={CopyIcon}
        pictureSize={14}
        onClick={() => void copy(name)}
      />
    </Group>
    {isFolder ? null : <Quiet>{subnet.description || t('subnet.noDescription')}</Quiet>}
  </div>
);

function HoldNotice({ details, until }: { details: SubnetDetails; until: string }) {
  const { network, name, sectionId, level } = details;
  const navigate = useNavigate();
  const instant = instantOf(until, useServiceZone()) ?? 0;
  const onDeleted = () => navigate({ to: '/sections/$id', params: { id: String(sectionId) }, replace: true });
  return (
    <Alert color="orange" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('hold.notice', { time: localTime(instant), ago: ago(instant) })}</Text>
        {level >= 3 ? (
          <Button
            variant="default"
            onClick={() => openDialog({ dialog: 'hold', path: `subnets/${network.id}/`, name, until, onDeleted })}
          >
            {t('address.actions.hold')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

export function Usage({ id, threshold, hasChildren }: { id: number; threshold: number; hasChildren: boolean }) {
  const { data } = useQuery(usageQuery(id));
  if (!data) return <div className="card" style={{ height: 50 }} aria-busy="true" />;
  const usage: Readonly<Record<string, string | number>> = data;
  const states = Object.keys(usage).filter(
    (name) => `${name}_percent` in usage && name !== 'freehosts' && Number(usage[name]) > 0,
  );
  const isLow = threshold > 0 && share(data.used, data.maxhosts) * 100 >= threshold;
  return (
    <div className="card" style={{ padding: '10px 14px' }}>
      {isLow ? (
        <p className="low" role="status">
          {t('subnet.low', { threshold })}
        </p>
      ) : null}
      <UsageBar used={data.used} size={data.maxhosts} threshold={threshold} />
      <Group gap={16} mt={4} style={{ rowGap: 2 }}>
        <Quiet size="xs">{t('subnet.used', { used: count(data.used), size: count(data.maxhosts) })}</Quiet>
        <Quiet size="xs">
          {t('subnet.free', { n: count(data.freehosts), percent: percent(share(data.freehosts, data.maxhosts)) })}
        </Quiet>
        {states.map((name) => (
          <Quiet key={name} size="xs">
            {name}: {count(usage[name])}
          </Quiet>
        ))}
        <RangesInUse id={id} />
      </Group>
      {hasChildren ? <Uncounted id={id} /> : null}
    </div>
  );
}

/** The utilization of a network with subnets excludes the addresses of the network itself. */
function Uncounted({ id }: { id: number }) {
  const { data: total = 0 } = useQuery({
    queryKey: ['register', 'subnets', id, 'uncounted'],
    queryFn: () => totalOf(`subnets/${id}/addresses`, []),
  });
  if (total === 0) return null;
  return (
    <Text size="xs" mt={4} role="status">
      {t('subnet.notCounted', { n: total })}
    </Text>
  );
}

/** Fields that the page shows in another part, or that are hidden if unset. */
const elsewhere = ['description', 'sectionId', 'masterSubnetId', 'isFolder', 'prefix', 'permissions', 'showName', 'heldUntil'];

function SubnetFacts({ subnet }: { subnet: Subnet }) {
  const kind = useKind('subnet');
  const calculated = followingFrom(subnet);
  const record: AnyRecord = Object(subnet);
  if (!kind) return null;
  return (
    <RecordFacts kind={kind} record={record} elsewhere={elsewhere}>
      {calculated.length > 0 ? <FactGroup title={t('group.addresses')} facts={calculated} /> : null}
    </RecordFacts>
  );
}

const calculated = [
  ['Network', 'subnet.fact.Network'],
  ['Broadcast', 'subnet.fact.Broadcast'],
  ['Subnet prefix', 'subnet.fact.prefix'],
  ['Subnet netmask', 'subnet.fact.netmask'],
  ['Subnet wildcard', 'subnet.fact.wildcard'],
  ['Subnet Reverse DNS', 'subnet.fact.Reverse DNS'],
] as const;

function followingFrom(subnet: Subnet): readonly Fact[] {
  const calculation = (subnet.calculation ?? {}) as Readonly<Record<string, string>>;
  const hosts = calculation['Min host IP'] && `${calculation['Min host IP']} – ${calculation['Max host IP']}`;
  const all: readonly (readonly [string, string | undefined])[] = [
    ...calculated.map(([name, key]) => [t(key), calculation[name]] as const),
    [t('subnet.fact.hosts'), hosts],
  ];
  const total = calculation['Number of hosts'];
  return [
    ...all.flatMap(([name, value]) => (value ? [{ name, value: <span className="mono">{value}</span> }] : [])),
    ...(total ? [{ name: t('subnet.fact.addresses'), value: count(total) }] : []),
    ...gatewayOf(subnet),
  ];
}

function gatewayOf({ gateway }: Subnet): readonly Fact[] {
  const { ip_addr: ip, id }: { readonly ip_addr?: string; readonly id?: string | number } = Object(gateway);
  if (!ip) return [];
  const value = id ? (
    <RecordPageLink kind="address" id={String(id)} className="mono">
      {ip}
    </RecordPageLink>
  ) : (
    <span className="mono">{ip}</span>
  );
  return [{ name: t('subnet.fact.gateway'), value }];
}
