import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Empty } from '../../ui/page/page';
import { type Dragged, drag, firstFreeUnit, type Mover, type Rack, type RackDevice } from './rack';

interface Properties {
  readonly rack: Rack;
  readonly devicesInRack: readonly RackDevice[];
  readonly devices: readonly AnyRecord[];
  readonly move: Mover;
}

/** Devices are dragged into a rack, or moved to the first free units. */
export function Unplaced({ rack, devicesInRack, devices, move }: Properties) {
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
