import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AnyRecord, failureOf } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Card, Failure, Loading } from '../../ui/page/card';
import { Crumbs } from '../../ui/page/crumbs';
import { Heading } from '../../ui/page/heading';
import { PageLink } from '../../ui/page/links';
import { NotFound } from '../../ui/page/not-found';
import { FavouriteButton, useVisit } from '../favourites/favourite-button';
import { RecordActions } from '../records/record-actions';
import { RecordDetails } from '../records/record-details';
import { Elevation } from './elevation';
import { devicesIn, rackOf } from './rack';
import { Unplaced } from './unplaced';
import { useMoves } from './use-moves';

export function RackPage() {
  const { id } = useParams({ from: '/racks/$id' });
  const racks = useQuery(recordsQuery('tools/racks'));
  const devices = useQuery(recordsQuery('tools/devices'));
  const { data: kinds = [] } = useQuery(kindsQuery);
  const failure = failureOf(racks) ?? failureOf(devices);
  if (failure) return <Failure error={failure} />;
  if (!racks.data || !devices.data) return <Card>{<Loading lines={10} />}</Card>;
  const record = racks.data.find((each) => String(each.id) === id);
  if (!record) return <NotFound />;
  const kind = kinds.find(({ name }) => name === 'rack');
  return kind ? <Contents key={id} kind={kind} record={record} devices={devices.data} /> : null;
}

interface Properties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly devices: readonly AnyRecord[];
}

function Contents({ kind, record, devices }: Properties) {
  const mayMove = useRights().writes('device');
  const move = useMoves();
  const rack = rackOf(record);
  const devicesInRack = devicesIn(rack, devices);
  const free = devices.filter((device) => !Number(device.rack));
  const storedRecord = { kind: 'rack', id: String(rack.id), label: rack.name };
  useVisit(storedRecord);
  return (
    <Stack gap={12}>
      <Crumbs name={rack.name}>
        <PageLink to="/records/$kind" params={{ kind: 'rack' }} inherit>
          {t('kind.rack')}
        </PageLink>
      </Crumbs>
      <Group justify="space-between" align="flex-start" wrap="wrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Heading look="cut">{rack.name}</Heading>
            <FavouriteButton record={storedRecord} />
          </Group>
          <Text size="sm" className="quiet">
            {t(rack.isTopDown ? 'rack.unitsTopDown' : 'rack.units', { n: rack.size })}
            {mayMove ? ` · ${t('rack.help')}` : ''}
          </Text>
        </div>
        <RecordActions kind={kind} record={record} name={rack.name} />
      </Group>
      <div className="rack-grid">
        <Group align="flex-start" gap={12}>
          <Elevation title={t('rack.front')} rack={rack} side="front" devices={devicesInRack} mayWrite={mayMove} move={move} />
          {rack.hasBack ? (
            <Elevation title={t('rack.back')} rack={rack} side="back" devices={devicesInRack} mayWrite={mayMove} move={move} />
          ) : null}
        </Group>
        {mayMove ? <Unplaced rack={rack} devicesInRack={devicesInRack} devices={free} move={move} /> : null}
      </div>
      <RecordDetails kind={kind} record={record} />
    </Stack>
  );
}
