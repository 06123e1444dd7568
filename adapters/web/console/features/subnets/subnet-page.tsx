import { ActionIcon, Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { CopyIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError, failureOf, type Subnet } from '../../api/client';
import { subnetQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card, Failure, Loading } from '../../ui/page/card';
import { SubnetCrumbs } from '../../ui/page/crumbs';
import { Heading } from '../../ui/page/heading';
import { NotFound } from '../../ui/page/not-found';
import { copy } from '../../ui/page/notices';
import { FavouriteButton, useVisit } from '../favourites/favourites';
import { SubnetActions } from './actions';
import { SubnetFacts } from './facts';
import { HoldNotice } from './hold-notice';
import { type SubnetDetails, useSubnetDetails } from './subnet-details';
import { SubnetTabs } from './subnet-tabs';
import { Usage } from './usage';

export function SubnetPage() {
  const id = Number(useParams({ from: '/subnets/$id' }).id);
  const { data: subnet, error, refetch } = useQuery(subnetQuery(id));
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />;
  const failure = failureOf({ data: subnet, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  return subnet ? <Contents key={id} subnet={subnet} /> : <Card>{<Loading lines={8} />}</Card>;
}

function Contents({ subnet }: { subnet: Subnet }) {
  const details = useSubnetDetails(subnet);
  const { network, name, isFolder, level } = details;
  useVisit({ kind: 'subnet', id: String(network.id), label: name });
  return (
    <Stack gap={12}>
      <SubnetCrumbs subnet={subnet} name={name} />
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <NameAndDescription details={details} />
        <SubnetActions details={details} />
      </Group>
      {subnet.heldUntil ? <HoldNotice subnet={subnet} until={subnet.heldUntil} name={name} mayChange={level >= 3} /> : null}
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
      <Tooltip label={t('common.copy')}>
        <ActionIcon size="sm" aria-label={t('subnet.copy')} onClick={() => void copy(name)}>
          <CopyIcon size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
    {isFolder ? null : (
      <Text size="sm" className="quiet">
        {subnet.description || t('subnet.noDescription')}
      </Text>
    )}
  </div>
);
