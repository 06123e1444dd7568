import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { t } from '../../texts/text';
import { useOpenRecord } from '../../ui/page/links';
import { baseOf, drag, dropped, isDragged, type Mover, type Rack, type RackDevice, type Side } from './rack';

interface Properties {
  readonly title: string;
  readonly rack: Rack;
  readonly side: Side;
  readonly devices: readonly RackDevice[];
  readonly mayWrite: boolean;
  readonly move: Mover;
}

/** Pixels: unit height including the gap, gap between units, space above the first unit. */
const [pitch, gap, padding] = [26, 2, 10];

export function Elevation(properties: Properties) {
  const { title, rack, side, devices, mayWrite, move } = properties;
  const { over, hover, leave, drop } = useDrop(properties);
  const base = baseOf(rack, side);
  return (
    <section className="card rack" aria-label={t('rack.side', { side: title, rack: rack.name })}>
      <div className="card-head">
        <h2 className="rack-title">{title}</h2>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: where a device is dropped; by keyboard devices move themselves */}
      <div
        className="rack-units"
        style={{ gridTemplateRows: `repeat(${rack.size}, ${pitch - gap}px)` }}
        onDragOver={hover}
        onDragLeave={leave}
        onDrop={drop}
      >
        <Units rack={rack} over={over} />
        {devices
          .filter(({ start }) => start > base && start <= base + rack.size)
          .map((device) => (
            <Device
              key={device.id}
              device={device}
              row={`${rowOf(rack, device.start - base, device.units)} / span ${device.units}`}
              rack={rack}
              mayWrite={mayWrite}
              move={move}
            />
          ))}
      </div>
    </section>
  );
}

function useDrop({ rack, side, mayWrite, move }: Properties) {
  const [over, setOver] = useState<number>();
  const hover = (event: DragEvent<HTMLElement>) => {
    if (!mayWrite || !isDragged(event)) return;
    event.preventDefault();
    setOver(unitAt(event, rack));
  };
  const leave = () => setOver(undefined);
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    leave();
    const { id, name, units } = dropped(event);
    move({ device: id, name, rack: rack.id, start: baseOf(rack, side) + unitAt(event, rack), units });
  };
  return { over, hover, leave, drop };
}

function unitAt({ clientY, currentTarget }: DragEvent<HTMLElement>, rack: Rack): number {
  const { top } = currentTarget.getBoundingClientRect();
  const row = Math.min(rack.size, Math.max(1, Math.floor((clientY - top - padding) / pitch) + 1));
  return rack.isTopDown ? row : rack.size - row + 1;
}

/** Returns the grid row of the upper edge of a device. */
const rowOf = ({ isTopDown, size }: Rack, unit: number, height = 1): number =>
  isTopDown ? unit : size - (unit + height - 1) + 1;

/** The numbered units. @param over the unit under a dragged device */
function Units({ rack, over }: { rack: Rack; over: number | undefined }) {
  const units = Array.from({ length: rack.size }, (_, index) => index + 1);
  return (
    <>
      {units.map((unit) => (
        <div key={unit} className="rack-number quiet" style={{ gridRow: rowOf(rack, unit) }}>
          {unit}
        </div>
      ))}
      {units.map((unit) => (
        <div
          key={unit}
          className="rack-unit"
          data-unit={unit}
          data-over={over === unit || undefined}
          style={{ gridRow: rowOf(rack, unit) }}
        />
      ))}
    </>
  );
}

interface DeviceProperties extends Pick<Properties, 'rack' | 'mayWrite' | 'move'> {
  readonly device: RackDevice;
  readonly row: string;
}

function Device({ device, row, rack, mayWrite, move }: DeviceProperties) {
  const { id, name, start, units } = device;
  const open = useOpenRecord();
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
      onClick={() => open('device', id)}
      aria-label={t('rack.device', { name, n: units, start, end: start + units - 1 })}
    >
      <span className="cut">{name}</span>
    </button>
  );
}
