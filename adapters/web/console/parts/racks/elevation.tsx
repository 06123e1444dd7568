import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { baseOf, type Placed, type Rack, type Side } from './rack';
import type { Mover } from './use-moves';

interface Properties {
  readonly title: string;
  readonly rack: Rack;
  readonly side: Side;
  readonly devices: readonly Placed[];
  readonly mayWrite: boolean;
  readonly move: Mover;
}

/** Pixels: from one unit to the next, between two, and above the first. */
const [pitch, gap, padding] = [26, 2, 10];

/** What a device that is dragged is told by. */
export const draggedType = 'application/x-hexipam-device';

/** What is dragged. */
export interface Dragged {
  readonly id: number;
  readonly name: string;
  readonly units: number;
}

export const drag = (event: DragEvent, { id, name, units }: Dragged): void =>
  event.dataTransfer.setData(draggedType, JSON.stringify({ id, name, units }));

/** One side of a rack. */
export function Elevation({ title, rack, side, devices, mayWrite, move }: Properties) {
  const [over, setOver] = useState<number>();
  const base = baseOf(rack, side);
  const units = Array.from({ length: rack.size }, (_, index) => index + 1);
  const rowOf = (unit: number, height = 1) => (rack.isTopDown ? unit : rack.size - (unit + height - 1) + 1);
  const unitAt = ({ clientY, currentTarget }: DragEvent<HTMLElement>) => {
    const { top } = currentTarget.getBoundingClientRect();
    const row = Math.min(rack.size, Math.max(1, Math.floor((clientY - top - padding) / pitch) + 1));
    return rack.isTopDown ? row : rack.size - row + 1;
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(undefined);
    const dragged: Dragged = JSON.parse(event.dataTransfer.getData(draggedType));
    move({ device: dragged.id, name: dragged.name, rack: rack.id, start: base + unitAt(event), units: dragged.units });
  };
  return (
    <section className="card rack" aria-label={`${title} of ${rack.name}`}>
      <div className="card-head">
        <h2 className="rack-title">{title}</h2>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: where a device is dropped; by keyboard devices move themselves */}
      <div
        className="rack-units"
        style={{ gridTemplateRows: `repeat(${rack.size}, ${pitch - gap}px)` }}
        onDragOver={(event) => {
          if (!mayWrite || !event.dataTransfer.types.includes(draggedType)) return;
          event.preventDefault();
          setOver(unitAt(event));
        }}
        onDragLeave={() => setOver(undefined)}
        onDrop={drop}
      >
        {units.map((unit) => (
          <div key={unit} className="rack-number quiet" style={{ gridRow: rowOf(unit) }}>
            {unit}
          </div>
        ))}
        {units.map((unit) => (
          <div
            key={unit}
            className="rack-unit"
            data-unit={unit}
            data-over={over === unit || undefined}
            style={{ gridRow: rowOf(unit) }}
          />
        ))}
        {devices
          .filter(({ start }) => start > base && start <= base + rack.size)
          .map((device) => (
            <Device
              key={device.id}
              device={device}
              row={`${rowOf(device.start - base, device.units)} / span ${device.units}`}
              rack={rack}
              mayWrite={mayWrite}
              move={move}
            />
          ))}
      </div>
    </section>
  );
}

interface DeviceProperties extends Pick<Properties, 'rack' | 'mayWrite' | 'move'> {
  readonly device: Placed;
  readonly row: string;
}

function Device({ device, row, rack, mayWrite, move }: DeviceProperties) {
  const { id, name, start, units } = device;
  const press = (event: KeyboardEvent) => {
    const up = rack.isTopDown ? -1 : 1;
    const steps: Readonly<Record<string, number>> = { ArrowUp: up, ArrowDown: -up };
    const step = steps[event.key];
    if (step !== undefined) move({ device: id, name, rack: rack.id, start: start + step, units });
    else if (event.key === 'Delete') move({ device: id, name, rack: 0, start: 0, units });
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className="rack-device"
      style={{ gridRow: row }}
      draggable={mayWrite}
      onDragStart={(event) => drag(event, device)}
      onKeyDown={mayWrite ? press : undefined}
      aria-label={`${name}, unit ${start}${units > 1 ? ` to ${start + units - 1}` : ''}`}
    >
      <span className="cut">{name}</span>
    </button>
  );
}
