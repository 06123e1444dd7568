import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type AnyRecord, failureOf } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { recordsQuery, useKind } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Card, Failure, Loading, NotFound } from '../../ui/page/page';
import { RecordFrame } from '../records/record-page';
import { Elevation } from './elevation';
import { devicesIn, rackOf, useMoves } from './rack';
import { Unplaced } from './unplaced';

export function RackPage() {
  const { id } = useParams({ from: '/racks/$id' });
  const racks = useQuery(recordsQuery('tools/racks'));
  const devices = useQuery(recordsQuery('tools/devices'));
  const kind = useKind('rack');
  const failure = failureOf(racks) ?? failureOf(devices);
  if (failure) return <Failure error={failure} />;
  if (!racks.data || !devices.data) return <Card>{<Loading lines={10} />}</Card>;
  const record = racks.data.find((each) => String(each.id) === id);
  if (!record) return <NotFound />;
  return kind ? <Contents key={id} kind={kind} record={record} devices={devices.data} /> : null;
}

function Contents({ kind, record, devices }: { kind: KindDescription; record: AnyRecord; devices: readonly AnyRecord[] }) {
  const mayMove = useRights().writes('device');
  const move = useMoves();
  const rack = rackOf(record);
  const devicesInRack = devicesIn(rack, devices);
  const free = devices.filter((device) => !Number(device.rack));
  const elevation = { rack, devices: devicesInRack, mayWrite: mayMove, move };
  return (
    <RecordFrame
      kind={kind}
      record={record}
      name={rack.name}
      subtitle={[
        t(rack.isTopDown ? 'rack.unitsTopDown' : 'rack.units', { n: rack.size }),
        ...(mayMove ? [t('rack.help')] : []),
      ].join(' · ')}
    >
      <div className="rack-grid">
        <Group align="flex-start" gap={12}>
          <Elevation {...elevation} title={t('rack.front')} side="front" />
          {rack.hasBack ? <Elevation {...elevation} title={t('rack.back')} side="back" /> : null}
        </Group>
        {mayMove ? <Unplaced rack={rack} devicesInRack={devicesInRack} devices={free} move={move} /> : null}
      </div>
    </RecordFrame>
  );
}
