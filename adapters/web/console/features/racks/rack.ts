import { useMutation } from '@tanstack/react-query';
import type { DragEvent } from 'react';
import { type AnyRecord, send } from '../../api/client';
import { t } from '../../texts/text';
import { notifyDone } from '../../ui/page/notices';

export interface Rack {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly hasBack: boolean;
  readonly isTopDown: boolean;
}

export type Side = 'front' | 'back';

/** Unit numbers of the back continue those of the front. */
export interface RackDevice {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly units: number;
}

export const rackOf = (record: AnyRecord): Rack => ({
  id: Number(record.id),
  name: String(record.name),
  size: Number(record.size) || 1,
  hasBack: String(record.hasBack) === '1',
  isTopDown: String(record.topDown) === '1',
});

export const devicesIn = (rack: Rack, devices: readonly AnyRecord[]): RackDevice[] =>
  devices
    .filter((device) => Number(device.rack) === rack.id && Number(device.rack_start) > 0)
    .map((device) => ({
      id: Number(device.id),
      name: String(device.hostname),
      start: Number(device.rack_start),
      units: Math.max(1, Number(device.rack_size)),
    }));

export const baseOf = ({ size }: Rack, side: Side): number => (side === 'front' ? 0 : size);

/** Undefined if the device fits nowhere. */
export function firstFreeUnit(rack: Rack, devicesInRack: readonly RackDevice[], units: number): number | undefined {
  const ends = rack.hasBack ? [rack.size, 2 * rack.size] : [rack.size];
  const taken = (unit: number) => devicesInRack.some(({ start, units: held }) => unit >= start && unit < start + held);
  for (const end of ends)
    for (let start = end - rack.size + 1; start + units - 1 <= end; start++)
      if (!Array.from({ length: units }, (_, index) => start + index).some(taken)) return start;
  return undefined;
}

/** `rack` 0 removes the device from its rack. */
interface Move {
  readonly device: number;
  readonly name: string;
  readonly rack: number;
  readonly start: number;
  readonly units: number;
}

export type Mover = (move: Move) => void;

/** Moves devices one at a time. */
export function useMoves(): Mover {
  const { mutate } = useMutation({
    scope: { id: 'rack' },
    mutationFn: ({ device, rack, start, units }: Move) =>
      send('PATCH', `devices/${device}/`, { rack, rack_start: start, rack_size: units }),
    onSuccess: (_answer, { name, rack, start }) =>
      notifyDone(rack === 0 ? t('rack.removed', { name }) : t('rack.moved', { name, start })),
  });
  return (move) => mutate(move);
}

/** The data transfer type of dragged devices. */
const draggedType = 'application/x-hexipam-device';

export interface Dragged {
  readonly id: number;
  readonly name: string;
  readonly units: number;
}

export const drag = (event: DragEvent, { id, name, units }: Dragged): void =>
  event.dataTransfer.setData(draggedType, JSON.stringify({ id, name, units }));

export const isDragged = (event: DragEvent): boolean => event.dataTransfer.types.includes(draggedType);

export const dropped = (event: DragEvent): Dragged => JSON.parse(event.dataTransfer.getData(draggedType));
