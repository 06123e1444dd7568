import { IpamError } from '../errors.js';
import type { FieldValue } from '../fields/field.js';

type Values = Readonly<Record<string, FieldValue>>;

/** Lowest unit, number of units, and whether the device occupies front and back. */
export interface RackPosition {
  readonly start: number;
  readonly units: number;
  readonly isDeep: boolean;
}

/** Front units are 1 to `size`. Back units follow from `size` + 1. */
export interface RackSpace {
  readonly size: number | null;
  readonly hasBack: boolean;
}

/** The position of a device; undefined if it has no rack, unit or size. */
export function rackPositionOf({
  rack,
  rack_start: start,
  rack_size: units,
  rack_deep: isDeep,
}: Values): RackPosition | undefined {
  if (typeof rack !== 'number' || typeof start !== 'number' || typeof units !== 'number') return undefined;
  if (start === 0 || units === 0) return undefined;
  return { start, units, isDeep: isDeep === true };
}

export const spaceOf = ({ size, hasBack }: Values): RackSpace => ({
  size: typeof size === 'number' ? size : null,
  hasBack: hasBack === true,
});

/** Whether a position lies on one side of the rack. A rack of unknown size fits every position. */
export function fitsRack(position: RackPosition, { size, hasBack }: RackSpace): boolean {
  if (size === null) return true;
  const last = position.start + position.units - 1;
  return last <= size || (hasBack && position.start > size && last <= size * 2);
}

export function rackPositionsOverlap(one: RackPosition, other: RackPosition, space: RackSpace): boolean {
  const [a, b] = [onSide(one, space), onSide(other, space)];
  const meet = a.first <= b.last && b.first <= a.last;
  return meet && (a.isBack === b.isBack || one.isDeep || other.isDeep);
}

function onSide({ start, units }: RackPosition, { size, hasBack }: RackSpace) {
  const isBack = hasBack && size !== null && start > size;
  const first = isBack ? start - size : start;
  return { isBack, first, last: first + units - 1 };
}

export class RackLoad {
  readonly #space: RackSpace;
  readonly #positions: { readonly position: RackPosition; readonly hostname: string }[] = [];

  /** @param rack current or new values of the rack */
  constructor(rack: Values) {
    this.#space = spaceOf(rack);
  }

  add(device: Values): void {
    const position = rackPositionOf(device);
    if (position) this.#positions.push({ position, hostname: String(device.hostname) });
  }

  /** @throws IpamError rack.inUse if an existing device does not fit */
  addDevice(device: Values): void {
    const position = rackPositionOf(device);
    if (position && (!fitsRack(position, this.#space) || this.#holderOf(position)))
      throw new IpamError('rack.inUse', { hostname: String(device.hostname) });
    this.add(device);
  }

  /** @throws IpamError rack.outside */
  checkInside(position: RackPosition): void {
    const { size } = this.#space;
    if (!fitsRack(position, this.#space))
      throw new IpamError('rack.outside', { first: position.start, last: position.start + position.units - 1, size: size ?? 0 });
  }

  /** @throws IpamError rack.occupied */
  refuseTaken(position: RackPosition): void {
    const holder = this.#holderOf(position);
    if (holder) throw new IpamError('rack.occupied', { hostname: holder.hostname });
  }

  #holderOf(position: RackPosition) {
    return this.#positions.find((other) => rackPositionsOverlap(position, other.position, this.#space));
  }
}

export const changesRackPosition = (change: Values): boolean =>
  ['rack', 'rack_start', 'rack_size', 'rack_deep'].some((name) => name in change);

export const changesRackSpace = (change: Values): boolean => ['size', 'hasBack'].some((name) => name in change);
