import { Group, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnyRecord, failureOf } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { recordsQuery, useKind } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Card, Empty, Failure, Loading, NotFound } from '../../ui/page/page';
import { RecordFrame } from '../records/record-page';
import { Elevation } from './elevation';
import { type Dragged, devicesIn, drag, firstFreeUnit, type Mover, type Rack, type RackDevice, rackOf, useMoves } from './rack';

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

interface UnplacedProperties {
  readonly rack: Rack;
  readonly devicesInRack: readonly RackDevice[];
  readonly devices: readonly AnyRecord[];
  readonly move: Mover;
}

/** Devices are dragged into a rack, or moved to the first free units. */
function Unplaced({ rack, devicesInRack, devices, move }: UnplacedProperties) {
  const [find, setFind] = useState('');
  const [units, setUnits] = useState(1);
  const found = devices.filter(({ hostname }) => String(hostname).toLowerCase().includes(find.toLowerCase()));
  const put = ({ id, name }: Dragged) => {
    const start = firstFreeUnit(rack, devicesInRack, units);
    if (start !== undefined) move({ device: id, name, rack: rack.id, start, units });
  };
  return (
    <Card title={t('rack.unplaced')}>
      <div style={{ display: 'flex', gap: 8, padding: '10px 14px' }}>
        <TextInput
          size="xs"
          aria-label={t('rack.findDevice')}
          placeholder={t('rack.findDevice')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <NumberInput
          size="xs"
          w={110}
          aria-label={t('rack.heightOf')}
          suffix={` ${t('rack.unitsSuffix', { n: units })}`}
          value={units}
          onChange={(value) => setUnits(Math.max(1, Number(value) || 1))}
          min={1}
          max={rack.size}
        />
      </div>
      {found.length === 0 ? <Empty title={t('rack.noDevices')}>{t('rack.noDevicesHelp')}</Empty> : null}
      <div className="rack-list">
        {found.slice(0, shown).map(({ id, hostname }) => (
          <FreeDevice key={String(id)} device={{ id: Number(id), name: String(hostname), units }} put={put} />
        ))}
      </div>
    </Card>
  );
}

const shown = 200;

const FreeDevice = ({ device, put }: { device: Dragged; put: (device: Dragged) => void }) => (
  <button
    type="button"
    className="rack-device"
    draggable
    title={t('rack.placeHelp')}
    onDragStart={(event) => drag(event, device)}
    onClick={() => put(device)}
  >
    <span className="cut">{device.name}</span>
  </button>
);
