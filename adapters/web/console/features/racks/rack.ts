import type { AnyRecord } from '../../api/client';

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
