import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord } from '../../api/client';
import { Card, Empty } from '../page/card';
import { drag } from './elevation';
import { freePlace, type Placed, type Rack } from './rack';
import type { Mover } from './use-moves';

interface Properties {
  readonly rack: Rack;
  readonly placed: readonly Placed[];
  readonly devices: readonly AnyRecord[];
  readonly move: Mover;
}

/** Devices that are in no rack: dragged into one, or put where there is room. */
export function Unplaced({ rack, placed, devices, move }: Properties) {
  const [find, setFind] = useState('');
  const [units, setUnits] = useState(1);
  const found = devices.filter(({ hostname }) => String(hostname).toLowerCase().includes(find.toLowerCase()));
  return (
    <Card title="In no rack">
      <div style={{ display: 'flex', gap: 8, padding: '10px 14px' }}>
        <TextInput
          size="xs"
          aria-label="Find a device"
          placeholder="Find a device"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <NumberInput
          size="xs"
          w={92}
          aria-label="Units that it takes"
          suffix={units === 1 ? ' unit' : ' units'}
          value={units}
          onChange={(value) => setUnits(Math.max(1, Number(value) || 1))}
          min={1}
          max={rack.size}
        />
      </div>
      {found.length === 0 ? <Empty title="There is none">Make a device, or take one out of its rack.</Empty> : null}
      <div className="rack-list">
        {found.slice(0, 200).map((device) => {
          const dragged = { id: Number(device.id), name: String(device.hostname), units };
          const put = () => {
            const start = freePlace(rack, placed, units);
            if (start !== undefined) move({ device: dragged.id, name: dragged.name, rack: rack.id, start, units });
          };
          return (
            <button
              key={String(device.id)}
              type="button"
              className="rack-device"
              draggable
              title="Drag it to a unit, or press to put it where there is room"
              onDragStart={(event) => drag(event, dragged)}
              onClick={put}
            >
              <span className="cut">{dragged.name}</span>
            </button>
          );
        })}
      </div>
    </Card>
  );
}
